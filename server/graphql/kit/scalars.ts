import { AppError } from '../../errors.ts'
import { dropPrototypes } from '../../text/parse-json.ts'
import { builder } from './builder.ts'
import { parseDateTime } from './parse-date-time.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

builder.scalarType('DateTime', {
  description:
    'A moment in RFC 3339 format, with `Z` or an offset: 2026-01-31T13:00:00+01:00. Returned in UTC with milliseconds: 2026-01-31T12:00:00.000Z.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const moment = parseDateTime(value)
    if (!moment) {
      throw new AppError('invalid_request', 'A DateTime must look like 2026-01-31T12:00:00Z (RFC 3339).')
    }
    return moment
  },
})

builder.scalarType('UUID', {
  description: 'A UUID in its text form, for example 0197f3f0-5d2e-7c3a-9b1f-3f6f0a1b2c3d.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc9562',
  serialize: String,
  parseValue: (value) => {
    if (typeof value !== 'string' || !UUID.test(value)) {
      throw new AppError('invalid_request', 'A UUID must look like 0197f3f0-5d2e-7c3a-9b1f-3f6f0a1b2c3d.')
    }
    return value.toLowerCase()
  },
})

builder.scalarType('JSON', {
  description: 'Any JSON value. The description of the field says what it contains.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => {
    dropPrototypes(value)
    return value
  },
})

builder.scalarType('ByteCount', {
  description: 'A number of bytes: a whole number, which may be larger than an Int. Only returned.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  serialize: (value) => value,
})

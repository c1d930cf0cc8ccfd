import { AppError } from '../errors.ts'
import { builder } from './builder.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

builder.scalarType('DateTime', {
  description:
    'A date and time in ISO 8601 format. Returned in UTC with milliseconds: 2026-01-31T12:00:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const moment = new Date(String(value))
    if (Number.isNaN(moment.getTime()))
      throw new AppError('invalid_request', 'A DateTime must be in ISO 8601 format.')
    return moment
  },
})

builder.scalarType('UUID', {
  description: 'A UUID in its text form (RFC 9562), for example 0197f3f0-5d2e-7c3a-9b1f-3f6f0a1b2c3d.',
  serialize: String,
  parseValue: (value) => {
    if (typeof value !== 'string' || !UUID.test(value)) {
      throw new AppError('invalid_request', 'A UUID must look like 0197f3f0-5d2e-7c3a-9b1f-3f6f0a1b2c3d.')
    }
    return value.toLowerCase()
  },
})

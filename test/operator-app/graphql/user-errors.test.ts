import { expect, test } from 'vitest'
import { toFormErrors } from '../../../operator-app/src/graphql/user-errors.ts'

test('a mistake is shown at its field, and above the form when it has none', () => {
  const errors = [
    { code: 'INVALID', message: 'Too short.', field: ['input', 'name'] },
    { code: 'TAKEN', message: 'Taken.', field: null },
  ]
  expect(toFormErrors(errors, ['name'])).toEqual({ name: 'Too short.', form: 'Taken.' })
})

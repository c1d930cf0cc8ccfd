import { AppError } from '../errors.ts'
import { storableText } from '../storable-text.ts'

/**
 * A mutation's input with texts that can be stored: unpaired surrogates are replaced. Throws `invalid_request` with the
 * field for a text that contains NUL, because removing it would silently change a password or name.
 */
export function storableInput<Input>(input: Input, path = 'input'): Input {
  return storable(input, path) as Input
}

function storable(value: unknown, path: string): unknown {
  if (typeof value === 'string') {
    if (!value.includes('\u0000')) return storableText(value)
    throw new AppError('invalid_request', 'A text must not contain the NUL character.', { field: path })
  }
  if (Array.isArray(value)) return value.map((part, index) => storable(part, `${path}.${index}`))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, storable(part, `${path}.${name}`)]),
  )
}

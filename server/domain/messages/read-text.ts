import { AppError } from '../../errors.ts'
import { storableText } from '../../text/storable-text.ts'
import { TEXT_LENGTH } from './lengths.ts'

const field = 'input.text'

/** A text that an operator wrote, as it is stored, which may be empty. Throws `too_long`. */
export function readText(input: string): string {
  const text = storableText(input).trim()
  if (Array.from(text).length > TEXT_LENGTH)
    throw new AppError('too_long', `A text can have at most ${TEXT_LENGTH} characters.`, { field })
  return text
}

/** Throws `blank` for an empty text. */
export function requireText(text: string): string {
  if (!text) throw new AppError('blank', 'Write something.', { field })
  return text
}

import { AppError } from '../../../errors.ts'
import { storableText } from '../../../text/storable-text.ts'
import { TEXT_LENGTH } from '../lengths.ts'

/** The text of a note or of a changed message, as it is stored. Throws `blank` and `too_long`. */
export function readNoteText(input: string): string {
  const text = storableText(input).trim()
  const field = 'input.text'
  if (!text) throw new AppError('blank', 'Write something.', { field })
  if (Array.from(text).length > TEXT_LENGTH)
    throw new AppError('too_long', `A note can have at most ${TEXT_LENGTH} characters.`, { field })
  return text
}

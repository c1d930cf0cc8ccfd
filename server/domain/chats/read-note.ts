import { AppError } from '../../errors.ts'
import { storableText } from '../../text/storable-text.ts'

const NOTE_LENGTH = 500

/** An operator's note for a colleague: trimmed, null when blank. Throws `too_long`. */
export function readNote(note: string | null): string | null {
  const text = (note && storableText(note).trim()) || null
  if (text && Array.from(text).length > NOTE_LENGTH) {
    throw new AppError('too_long', `A note can have at most ${NOTE_LENGTH} characters.`, {
      field: 'input.note',
    })
  }
  return text
}

import { z } from 'zod'
import { storableText } from '../text/storable-text.ts'
import { cutText } from './cut-text.ts'

/** A visitor's text as it is stored: trimmed and cut. Null when it is blank or omitted. */
export function keptText(text: string | null | undefined, length: number): string | null {
  return cutText(storableText(text ?? '').trim(), length) || null
}

/** A text that is kept so. */
export const textField = (length: number) =>
  z
    .string()
    .nullish()
    .transform((text) => keptText(text, length))

/** The same on one line, without control characters. */
export const lineField = (length: number) =>
  z
    .string()
    .nullish()
    .transform((text) => keptText(text?.replace(/\p{Cc}+/gu, ' '), length))

import { z } from 'zod'
import { storableText } from '../text/storable-text.ts'
import { cutText } from './cut-text.ts'

/**
 * A field of what other programs send: text that PostgreSQL can store, cut after `length` characters. A number is taken as it
 * is written; whatever else is no text, and a blank one, is undefined.
 */
export function lenientText(length: number) {
  return z
    .union([z.string(), z.number().transform(String)])
    .transform((value) => cutText(storableText(value), length))
    .transform((value) => (value.trim() === '' ? undefined : value))
    .optional()
    .catch(undefined)
}

import type { Prisma } from '../../generated/prisma/client.ts'
import { cutText } from '../cut-text.ts'

const LENGTH = 16 * 1024
/** What PostgreSQL keeps in no JSON: NUL, and halves of a character. */
const REFUSED = /\\u0000|\\ud[89a-f]/i

/** JSON text as the log can keep it; what is too long or cannot be kept exactly becomes a text. */
export function storableJson(text: string): Prisma.InputJsonValue {
  const asText = () => cutText(text.replaceAll('\u0000', '').toWellFormed(), LENGTH)
  if (text.length > LENGTH) return asText()
  try {
    const value = JSON.parse(text, (_key, part) => (typeof part === 'string' ? storable(part) : part))
    // Names of members are not looked at above.
    return value === null || REFUSED.test(JSON.stringify(value)) ? asText() : value
  } catch {
    return asText()
  }
}

function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

import type { Prisma } from '../../../generated/prisma/client.ts'
import { parseJson } from '../../../text/parse-json.ts'
import { storableText } from '../../../text/storable-text.ts'
import { cutText } from '../../cut-text.ts'

const LENGTH = 16 * 1024

/** JSON text as the log can store it; a body that is too long, too deep or not JSON becomes a text. */
export function storableJson(text: string): Prisma.InputJsonValue {
  if (text.length > LENGTH) return cutText(storableText(text), LENGTH)
  try {
    return storable(parseJson(text)) ?? storableText(text)
  } catch {
    return storableText(text)
  }
}

function storable(value: unknown): Prisma.InputJsonValue | null {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value as Prisma.InputJsonValue | null
  if (Array.isArray(value)) return value.map(storable) as Prisma.InputJsonArray
  const members = Object.entries(value).map(([name, part]) => [storableText(name), storable(part)])
  return Object.fromEntries(members)
}

import type { Headers } from 'mailparser'
import { addressesOf, headerOf } from './parse-mail.ts'

const BULK = new Set(['bulk', 'junk', 'list', 'auto_reply'])

/**
 * The header by which a mail was not written by a person: it is an automatic reply (RFC 3834), a report of a mail
 * server, or a mail of this installation itself. Answering it could go on for ever. Null for a person's.
 */
export function whyAutomatic(headers: Headers, ownAddress: string | undefined): string | null {
  const submitted = headerOf(headers, 'auto-submitted')
  if (submitted && submitted.split(';', 1)[0]?.trim() !== 'no') return 'Auto-Submitted'
  if (BULK.has(headerOf(headers, 'precedence'))) return 'Precedence'
  for (const name of ['X-Auto-Response-Suppress', 'X-Autoreply', 'X-Autorespond'])
    if (headers.has(name.toLowerCase())) return name
  if (hasEmptyReturnPath(headers)) return 'Return-Path'
  const type = headers.get('content-type') as { value?: string } | undefined
  if (type?.value?.toLowerCase() === 'multipart/report') return 'Content-Type'
  const isOwn = addressesOf(headers, 'from').some(
    (address) => address.toLowerCase() === ownAddress?.toLowerCase(),
  )
  return isOwn ? 'From' : null
}

/** Reports of mail servers have nobody to return them to: `<>`. */
function hasEmptyReturnPath(headers: Headers): boolean {
  if (!headers.has('return-path')) return false
  return !addressesOf(headers, 'return-path').some((address) => address.includes('@'))
}

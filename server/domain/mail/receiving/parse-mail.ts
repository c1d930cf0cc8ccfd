import { createHash } from 'node:crypto'
import { type AddressObject, type Attachment, type Headers, simpleParser } from 'mailparser'
import { AppError } from '../../../errors.ts'

/** What a visitor's mail says. */
export interface IncomingMail {
  /** Its Message-ID, or a hash of all of it when it has none: the same mail has the same one again. */
  id: string
  headers: Headers
  text: string
  attachments: Attachment[]
}

/** Longer HTML is not made into text. */
const MOST_HTML = 500_000

/** Reads a mail (RFC 5322 and MIME). Throws `invalid_request` for anything else. */
export async function parseMail(raw: Buffer): Promise<IncomingMail> {
  const mail = await simpleParser(raw, {
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    maxHtmlLengthToParse: MOST_HTML,
  }).catch((cause) => {
    throw new AppError('invalid_request', 'This is not an e-mail (RFC 5322).', { cause })
  })
  if (mail.headers.size === 0) throw new AppError('invalid_request', 'This is not an e-mail (RFC 5322).')
  return {
    id: mail.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@unnamed.invalid>`,
    headers: mail.headers,
    text: mail.text ?? '',
    attachments: mail.attachments,
  }
}

/** The addresses in a header that occurs any number of times. */
export function addressesOf(headers: Headers, name: string): string[] {
  return [headers.get(name) ?? []].flat().flatMap((value) => {
    if (typeof value === 'string') return value.trim()
    const { value: entries = [] } = value as Partial<AddressObject>
    return Array.isArray(entries)
      ? entries.flatMap(
          ({ address, group }) => address ?? (group ?? []).flatMap((member) => member.address ?? []),
        )
      : []
  })
}

/** What a header says, in lower case; an empty text when it is not there. */
export function headerOf(headers: Headers, name: string): string {
  const [value] = [headers.get(name) ?? ''].flat()
  return typeof value === 'string' ? value.trim().toLowerCase() : ''
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '../../../durations.ts'
import { bytesOfUuid, uuidOfBytes } from '../../../text/uuid.ts'

/** For how long after the mail a visitor can answer it. */
const VALID_DAYS = 90

/** The id of a chat, the day of the mail since 1970, and the signature. */
const UUID_BYTES = 16
const DAY_BYTES = 2
const SIGNATURE_BYTES = 12
const BYTES = UUID_BYTES + DAY_BYTES + SIGNATURE_BYTES

/** Base 32 (RFC 4648) in lower case: mail servers may change the case of an address, and a local part has 64 characters. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const BITS = 5
/** The length of a token. */
const REPLY_TOKEN_LENGTH = Math.ceil((BYTES * 8) / BITS)
const FORM = new RegExp(`^[a-z2-7]{${REPLY_TOKEN_LENGTH}}$`)

interface Signing {
  secretKey: Buffer
}

/** What an address is for. */
interface ReplyTarget {
  chatId: string
  /** When the mail was written. */
  writtenAt: Date
}

/**
 * The address that the answer to a mail goes to: `reply@example.com` with a token after a plus sign. Only the recipient
 * of the mail knows it, and whoever knows it writes as the visitor of this chat. Nothing is stored.
 */
export function replyAddress(
  base: string,
  { secretKey }: Signing,
  { chatId, writtenAt }: ReplyTarget,
): string {
  const content = Buffer.alloc(UUID_BYTES + DAY_BYTES)
  bytesOfUuid(chatId).copy(content)
  content.writeUIntBE(Math.floor(writtenAt.getTime() / DAY_MS), UUID_BYTES, DAY_BYTES)
  const token = toBase32(Buffer.concat([content, sign(secretKey, content)]))
  const at = base.lastIndexOf('@')
  return `${base.slice(0, at)}+${token}${base.slice(at)}`
}

/**
 * The chat of an address, if it is one of `base` with a token that was signed with this key. Null for all others, and for
 * one that has expired.
 */
export function readReplyAddress(
  address: string,
  base: string,
  { secretKey, now = new Date() }: Signing & { now?: Date },
): { chatId: string } | null {
  const token = tokenOf(address.trim().toLowerCase(), base.toLowerCase())
  const bytes = token && FORM.test(token) ? fromBase32(token) : null
  if (!bytes) return null
  const content = bytes.subarray(0, UUID_BYTES + DAY_BYTES)
  if (!timingSafeEqual(bytes.subarray(content.length), sign(secretKey, content))) return null
  const day = content.readUIntBE(UUID_BYTES, DAY_BYTES)
  if (now.getTime() > (day + 1 + VALID_DAYS) * DAY_MS) return null
  return { chatId: uuidOfBytes(content.subarray(0, UUID_BYTES)) }
}

function tokenOf(address: string, base: string): string | null {
  const at = base.lastIndexOf('@')
  const [start, end] = [`${base.slice(0, at)}+`, base.slice(at)]
  return address.startsWith(start) && address.endsWith(end) ? address.slice(start.length, -end.length) : null
}

/** The purpose is part of what is signed. */
function sign(secretKey: Buffer, content: Buffer): Buffer {
  const signature = createHmac('sha256', secretKey).update('reply-address\n').update(content).digest()
  return signature.subarray(0, SIGNATURE_BYTES)
}

function toBase32(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let place = 0; place < REPLY_TOKEN_LENGTH; place++) {
    text = ALPHABET[Number(number & 31n)] + text
    number >>= BigInt(BITS)
  }
  return text
}

function fromBase32(text: string): Buffer {
  const number = [...text].reduce((sum, character) => (sum << 5n) | BigInt(ALPHABET.indexOf(character)), 0n)
  return Buffer.from(number.toString(16).padStart(BYTES * 2, '0'), 'hex')
}

import { randomFillSync } from 'node:crypto'

const BYTES = 16
/** Random bytes in advance: asking for a few at a time costs more than all the rest of an id. */
const pool = Buffer.alloc(256 * BYTES)
let used = pool.length

/** A UUID of version 7 (RFC 9562): it starts with the time, so new rows lie together in an index. */
export function uuidv7(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.subarray(used, used + BYTES)
  used += BYTES
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return uuidOfBytes(bytes)
}

/** The UUID that these 16 bytes are. */
export function uuidOfBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The 16 bytes of a UUID. */
export function bytesOfUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether it is a UUID as the database writes it. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

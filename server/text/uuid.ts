import { randomFillSync } from 'node:crypto'
import { Prisma } from '../generated/prisma/client.ts'

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
  // A template would be a tree of strings, four times the size for as long as it is kept.
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The 16 bytes of a UUID. */
export function bytesOfUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

/** The same as an expression in SQL, for rows that a statement makes by itself. */
export const uuidv7Sql = Prisma.sql`encode(set_byte(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
  6, get_byte(uuid_send(gen_random_uuid()), 6) & 15 | 112), 'hex')::uuid`

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether it is a UUID as the database writes it. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

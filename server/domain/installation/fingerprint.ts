import { createHmac } from 'node:crypto'

/** Tells one key from another and says nothing about either: a key has 256 random bits. */
export function fingerprint(key: Buffer): Buffer<ArrayBuffer> {
  return createHmac('sha256', key).update('switchboard secret key').digest() as Buffer<ArrayBuffer>
}

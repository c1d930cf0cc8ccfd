import { createHmac } from 'node:crypto'

/** Distinguishes keys without revealing anything about them: a key has 256 random bits. */
export function fingerprint(key: Buffer): Buffer<ArrayBuffer> {
  return createHmac('sha256', key).update('switchboard secret key').digest() as Buffer<ArrayBuffer>
}

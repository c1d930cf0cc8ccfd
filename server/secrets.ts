import { createCipheriv, createDecipheriv, hash, randomBytes, timingSafeEqual } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** A random string for an address or a token: 32 bytes, 43 characters that are safe in a URL. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256, for secrets with so many random bits that nobody can try them all. Passwords need argon2id. */
export function hashSecret(secret: string): Buffer<ArrayBuffer> {
  return hash('sha256', secret, 'buffer') as Buffer<ArrayBuffer>
}

/** Compares in a time that does not depend on where the two differ. */
export function matchesHash(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashSecret(secret), hash)
}

/** AES-256-GCM: iv, tag, ciphertext. `key` has 32 bytes. */
export function encryptSecret(secret: string, key: Buffer): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]) as Buffer<ArrayBuffer>
}

/**
 * Reverses `encryptSecret`. Null when the key is another one or the bytes were changed: the secret is lost, and the
 * caller must report that.
 */
export function decryptSecret(bytes: Uint8Array, key: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return text.toString('utf8')
  } catch {
    return null
  }
}

/** Those that this key can read, in their order. */
export function decryptSecrets(encrypted: readonly Uint8Array[], key: Buffer): string[] {
  return encrypted.map((bytes) => decryptSecret(bytes, key)).filter((secret) => secret !== null)
}

import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { StoreError } from '../../../stores/store-error.ts'

/**
 * The format is that of age (age-encryption.org), so that a backup can also be read without Switchboard. The passphrase
 * encrypts one key, because deriving a key from it takes seconds, and that key encrypts every file.
 */
interface BackupKey {
  /** `AGE-SECRET-KEY-1…` */
  identity: string
  /** The same, encrypted with the passphrase. */
  sealed: Uint8Array
}

type Bytes = AsyncIterable<Uint8Array>

/** Makes a new key for one backup. */
export async function createBackupKey(passphrase: string): Promise<BackupKey> {
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return { identity, sealed: await encrypter.encrypt(identity) }
}

/** Throws a {@link StoreError} when the passphrase is wrong. */
export async function openBackupKey(sealed: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(sealed, 'text')
  } catch {
    throw new StoreError('The passphrase is not the one that this backup was encrypted with.')
  }
}

/** Encrypts bytes while they are read. */
export async function* encrypt(content: Bytes, identity: string): Bytes {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  yield* fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** Decrypts bytes while they are read. Fails when they were changed or cut off. */
export async function* decrypt(content: Bytes, identity: string): Bytes {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  yield* fromWeb(await decrypter.decrypt(toWeb(content)))
}

// The package has the types of the browser's streams, which differ from those of Node's in name only.
type BrowserStream = globalThis.ReadableStream<Uint8Array>
const toWeb = (content: Bytes) => ReadableStream.from(content) as unknown as BrowserStream
const fromWeb = (stream: BrowserStream) => stream as unknown as ReadableStream<Uint8Array>

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { StoreError } from '../../../stores/store-error.ts'
import { createBackupKey, decrypt, encrypt } from './encryption.ts'
import { type Manifest, NAMES } from './manifest.ts'

/** Nobody else on the machine reads a backup. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** Writes the files of a new backup, encrypted when there is a passphrase. */
export class BackupWriter {
  readonly #dir: string
  readonly #identity: string | null
  readonly #checksums: Record<string, string> = {}

  private constructor(dir: string, identity: string | null) {
    this.#dir = dir
    this.#identity = identity
  }

  /** Begins a backup in a folder that is empty or does not exist. Throws a {@link StoreError}. */
  static async begin(dir: string, passphrase: string | null): Promise<BackupWriter> {
    try {
      await makeFolder(dir)
      if ((await readdir(dir)).length > 0) {
        throw new StoreError(`${dir} is not empty. Use a new folder for each backup.`)
      }
      if (passphrase === null) return new BackupWriter(dir, null)
      const { identity, sealed } = await createBackupKey(passphrase)
      await writeIdentity(join(dir, NAMES.identity), sealed)
      return new BackupWriter(dir, identity)
    } catch (error) {
      throw describeWriting(dir, error)
    }
  }

  /** Writes a file whose checksum goes into the manifest. */
  async add(name: string, content: Readable): Promise<void> {
    this.#checksums[name] = await this.write(name, content)
  }

  /**
   * Writes a file, compressed if its name says so. Returns the SHA-256 of what is on the disk. Rows are many and alike:
   * the quickest level makes them five times smaller.
   */
  async write(name: string, content: Readable): Promise<string> {
    const path = join(this.#dir, name)
    const hash = createHash('sha256')
    try {
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
      await pipeline(
        content,
        name.endsWith('.gz') ? createGzip({ level: 1 }) : new PassThrough(),
        (packed: Readable) => (this.#identity === null ? packed : encrypt(packed, this.#identity)),
        async function* (stored: AsyncIterable<Uint8Array>) {
          for await (const chunk of stored) {
            hash.update(chunk)
            yield chunk
          }
        },
        createWriteStream(path, { flush: true, mode: FILE_MODE }),
      )
      return hash.digest('hex')
    } catch (error) {
      content.destroy()
      throw describeWriting(this.#dir, error)
    }
  }

  /** Reads a file that was written, and not compressed. */
  read(name: string): Readable {
    const stored = createReadStream(join(this.#dir, name))
    if (this.#identity === null) return stored
    return Readable.from(decrypt(stored, this.#identity), { objectMode: false })
  }

  /** Makes the backup a whole one. */
  async finish(manifest: Omit<Manifest, 'checksums'>): Promise<void> {
    const text = JSON.stringify({ ...manifest, checksums: this.#checksums }, null, 2)
    await this.write(NAMES.manifest, Readable.from([Buffer.from(text)]))
  }

  /** Removes what was written of a backup that failed. */
  async discard(): Promise<void> {
    for (const name of await readdir(this.#dir)) await rm(join(this.#dir, name), { recursive: true })
  }
}

async function writeIdentity(file: string, sealed: Uint8Array): Promise<void> {
  try {
    await writeFile(file, sealed, { mode: FILE_MODE })
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/** With the folders above it. Node's own way tries for ever where none can be made, as under `/proc`. */
async function makeFolder(dir: string): Promise<void> {
  if (existsSync(dir)) return
  await makeFolder(dirname(dir))
  await mkdir(dir, { mode: FOLDER_MODE })
}

const ADVICE: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user may not use more of the disk',
  EROFS: 'the disk is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'no folder can be made there',
  EEXIST: 'a file is in the place of a folder',
  ENOTDIR: 'a file is in the place of a folder',
}

function describeWriting(dir: string, error: unknown): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const reason = syscall === undefined ? undefined : ADVICE[code]
  return reason === undefined ? error : new StoreError(`The backup cannot be written to ${dir}: ${reason}.`)
}

import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StoreError } from '../../../stores/store-error.ts'
import { decrypt, openBackupKey } from './encryption.ts'
import { BACKUP_FORMAT, type Manifest, manifestSchema, NAMES } from './manifest.ts'

/** Reads the files of a backup, and finds out when one was changed. */
export class BackupReader {
  readonly manifest: Manifest
  readonly #dir: string
  readonly #identity: string | null

  private constructor(dir: string, identity: string | null, manifest: Manifest) {
    this.#dir = dir
    this.#identity = identity
    this.manifest = manifest
  }

  /** Throws a {@link StoreError} when the folder has no whole backup, or when the passphrase is missing or wrong. */
  static async open(dir: string, passphrase: string | null): Promise<BackupReader> {
    const names = await readdir(dir).catch((error) => {
      throw describeFolder(dir, error)
    })
    if (!names.includes(NAMES.manifest)) {
      throw new StoreError(`${dir} has no complete backup: ${NAMES.manifest} is missing.`)
    }
    const identity = await readIdentity(dir, passphrase)
    const text = await buffer(readContent(dir, { name: NAMES.manifest, identity }))
    return new BackupReader(dir, identity, parseManifest(dir, text.toString('utf8')))
  }

  /** Reads a file that the manifest names. Throws a {@link StoreError} when it was changed. */
  async read(name: string): Promise<Buffer> {
    return buffer(this.stream(name))
  }

  /**
   * A file as it was before it was compressed and encrypted. The stream fails with a {@link StoreError}, maybe at its very
   * end, when the file was changed.
   */
  stream(name: string, checksum: string | undefined = this.manifest.checksums[name]): Readable {
    if (checksum === undefined) throw damaged(this.#dir, name, 'is not in its list')
    const content = readContent(this.#dir, { name, identity: this.#identity, checksum })
    return Readable.from(content, { objectMode: false })
  }
}

interface StoredFile {
  name: string
  identity: string | null
  checksum?: string
}

async function* readContent(dir: string, file: StoredFile): AsyncIterable<Uint8Array> {
  const { name } = file
  try {
    const packed = Readable.from(readPacked(dir, file), { objectMode: false })
    if (!name.endsWith('.gz')) return yield* packed
    const unpacked = createGunzip()
    // Whoever reads `unpacked` gets the error, too.
    pipeline(packed, unpacked).catch(() => {})
    yield* unpacked
  } catch (error) {
    if (error instanceof StoreError) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    throw damaged(
      dir,
      name,
      code === 'ENOENT' ? 'is missing' : `cannot be read (${(error as Error).message})`,
    )
  }
}

async function* readPacked(dir: string, { name, identity, checksum }: StoredFile): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256')
  async function* hashed(): AsyncIterable<Uint8Array> {
    for await (const chunk of createReadStream(join(dir, name)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
  }
  yield* identity === null ? hashed() : decrypt(hashed(), identity)
  if (checksum !== undefined && hash.digest('hex') !== checksum) throw damaged(dir, name, 'was changed')
}

function describeFolder(dir: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT') return new StoreError(`There is no folder ${resolve(dir)}.`)
  if (error.code !== 'ENOTDIR') return error
  return new StoreError(`${resolve(dir)} is a file. Name the folder that the backup is in.`)
}

function damaged(dir: string, name: string, how: string): StoreError {
  return new StoreError(`The backup in ${dir} is damaged: ${name} ${how}. Use another backup.`)
}

async function readIdentity(dir: string, passphrase: string | null): Promise<string | null> {
  const file = join(dir, NAMES.identity)
  if (!existsSync(file)) return null
  if (passphrase === null) {
    throw new StoreError(
      'This backup is encrypted. Name the file with its passphrase: --passphrase-file <file>',
    )
  }
  return openBackupKey(await readFile(file), passphrase)
}

function parseManifest(dir: string, text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    const { format } = /"format":\s*(?<format>\d+)/.exec(text)?.groups ?? {}
    if (Number(format) > BACKUP_FORMAT) {
      throw new StoreError('A newer version of Switchboard made this backup. Restore it with that version.')
    }
    throw damaged(dir, NAMES.manifest, 'cannot be read')
  }
}

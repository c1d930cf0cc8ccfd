import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createFolderStorage } from './folder-storage.ts'
import { S3Client } from './s3-client.ts'
import { noFile, type ReceivedFile, requireStorageKey, type Storage } from './storage.ts'
import type { StoreAddress } from './store-address.ts'

/** The end of `Content-Range`: the size of the whole. */
const TOTAL = /\/(?<total>\d+)$/

interface Options {
  address: StoreAddress
  /** Where uploads are until they are inspected, on this machine. */
  dir: string
}

/** A bucket, or what begins with a prefix in one. Other objects in it are left alone. */
export function createS3Storage({ address, dir }: Options): Storage {
  const client = new S3Client(address)
  const local = createFolderStorage({ dir })
  const upload = async (key: string, { path, size }: ReceivedFile) => {
    const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' }
    const answer = await client.send({ method: 'PUT', key, headers, body: () => createReadStream(path) })
    if (!answer) throw new Error('The file store is full.')
    await answer.body.dump()
  }
  return {
    receive: local.receive,
    discard: local.discard,
    removeUnfinished: local.removeUnfinished,
    async keep(key, file) {
      await upload(requireStorageKey(key), file)
      await local.discard(file)
    },
    async put(key, content) {
      requireStorageKey(key)
      const file = await local.receive(Buffer.isBuffer(content) ? Readable.from([content]) : content)
      try {
        await upload(key, file)
        return file.size
      } finally {
        await local.discard(file)
      }
    },
    async open(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const answer = await client.send({ method: 'GET', key: requireStorageKey(key), headers })
      if (!answer) throw noFile()
      const { 'content-range': part, 'content-length': length } = answer.headers
      // A reader that goes away early must not end the process; one that reads on gets the error, too.
      answer.body.on('error', () => {})
      const total = TOTAL.exec(String(part ?? ''))?.groups?.total
      return { stream: answer.body, size: Number(total ?? length) }
    },
    async remove(key) {
      const answer = await client.send({ method: 'DELETE', key: requireStorageKey(key) })
      await answer?.body.dump()
    },
  }
}

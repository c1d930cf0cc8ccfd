import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { onTestFinished } from 'vitest'
import type { Storage } from '../../server/files/storage.ts'
import type { Services } from '../../server/services.ts'

/** Until the test ends, there is no room for what these functions of the file store write. */
export function fillDiskFor(services: Services, ...writes: ('receive' | 'put')[]): void {
  const { storage } = services
  const full: Partial<Storage> = {
    receive: writeToFullDisk,
    put: (_key, content) => writeToFullDisk(Buffer.isBuffer(content) ? Readable.from([content]) : content),
  }
  services.storage = { ...storage, ...Object.fromEntries(writes.map((name) => [name, full[name]])) }
  onTestFinished(() => {
    services.storage = storage
  })
}

/** Linux refuses every byte for this device as a full disk does. */
async function writeToFullDisk(content: Readable): Promise<never> {
  await pipeline(content, createWriteStream('/dev/full'))
  throw new Error('/dev/full takes something.')
}

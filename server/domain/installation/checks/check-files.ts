import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createStore } from '../../../files/create-storage.ts'
import { fileStoreAdvice } from '../../../stores/check-file-store.ts'
import { checkDisk } from './check-disk.ts'
import { type Check, failed, ok } from './finding.ts'

/** A file that is written, read and removed. */
const PROBE = 'switchboard-doctor'

/** Whether files can be written: those on their way to the folder, and those that are kept to where they are kept. */
export const checkFiles: Check = async (context) => {
  const { dir, store } = context.env.files
  const disk = await checkDisk(context)
  if (!store || disk.state === 'failed') return disk
  const place = `${store.origin}/${store.bucket}`
  try {
    const storage = createStore(dir, store)
    await storage.put(PROBE, Readable.from([Buffer.from(PROBE)]))
    const written = await text((await storage.open(PROBE)).stream)
    await storage.remove(PROBE)
    if (written !== PROBE)
      throw new Error(`The file store ${place} returns something other than what was stored`)
  } catch (error) {
    return failed(`${(error as Error).message}.`, fileStoreAdvice(error))
  }
  return { ...disk, ...ok(`${place} stores, returns and deletes files; ${disk.found}`), state: disk.state }
}

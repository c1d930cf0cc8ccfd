import { statfs } from 'node:fs/promises'
import type { Services } from '../../../services.ts'

/** The bytes that are left for uploaded files on this machine; null when that is not known. */
export async function findFreeSpace({ env }: Services): Promise<number | null> {
  const disk = await statfs(env.files.dir).catch(() => null)
  return disk && disk.bavail * disk.bsize
}

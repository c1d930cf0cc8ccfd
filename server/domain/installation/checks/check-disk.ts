import { statfs } from 'node:fs/promises'
import { checkFilesDir } from '../../../stores/check-files-dir.ts'
import { type Check, failed, ok, warning } from './finding.ts'

const GIB = 2 ** 30

/** Whether files can be written, and how much space is left for them. */
export const checkDisk: Check = async ({ env }) => {
  const { dir } = env.files
  checkFilesDir(dir)
  const { bavail, bsize, blocks } = await statfs(dir)
  const free = bavail * bsize
  const found = `${dir} can be written; ${(free / GIB).toFixed(1)} GiB are free there.`
  const advice = 'Free some space, or move DATA_DIR to a larger disk.'
  if (free < GIB / 4) return failed(found, advice)
  return free < GIB || bavail / blocks < 0.05 ? warning(found, advice) : ok(found)
}

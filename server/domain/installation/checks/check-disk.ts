import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { checkFilesDir } from '../../../stores/check-files-dir.ts'
import { type Check, failed, ok, warning } from './finding.ts'

const GB = 1e9
/** More than what fits beside the entries of a folder. */
const PROBE = 'switchboard-doctor'.repeat(1_000)

/** Whether files can be written, and how much space is left for them. */
export const checkDisk: Check = async ({ env }) => {
  const { dir } = env.files
  const place = placeOf(dir)
  checkFilesDir(place, PROBE)
  const { bavail, bsize, blocks } = await statfs(place)
  const free = bavail * bsize
  const found = `${dir} can be written to; ${(free / GB).toFixed(1)} GB are free there.`
  const advice = 'Free some space, or move DATA_DIR to a larger disk.'
  if (free < GB / 4) return failed(found, advice)
  return free < GB || bavail / blocks < 0.05 ? warning(found, advice) : ok(found)
}

/** The folder, or before the first start the one in which it will be made: to check changes nothing. */
function placeOf(dir: string): string {
  return existsSync(dir) ? dir : placeOf(dirname(dir))
}

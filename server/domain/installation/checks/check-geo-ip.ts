import { open } from 'maxmind'
import { DAY_MS } from '../../../durations.ts'
import { type Check, failed, ok, skipped, warning } from './finding.ts'

const OLD_DAYS = 90

/** Whether the database of visitors' locations can be read, and how old it is. */
export const checkGeoIp: Check = async ({ env: { geoipDatabase: file } }) => {
  if (!file) return skipped('There is no GEOIP_DATABASE: the locations of visitors are unknown.')
  try {
    // The time of the file may be that of a copy.
    const { metadata } = await open(file)
    const days = Math.floor((Date.now() - metadata.buildEpoch.getTime()) / DAY_MS)
    if (days <= OLD_DAYS) return ok(`${file} is ${days} days old.`)
    return warning(
      `${file} is ${days} days old.`,
      'Replace the file with a newer one, which is read automatically.',
    )
  } catch (error) {
    return failed(
      `${file} cannot be read (${(error as Error).message}).`,
      'Set GEOIP_DATABASE to a database in the format of MaxMind (.mmdb).',
    )
  }
}

import { type CityResponse, open } from 'maxmind'
import { describeError } from './describe-error.ts'
import type { Logger } from './logger.ts'

/** Where an address is, as the contract's `geoip` says it (part 2.7): empty strings for what is unknown. */
export type Geo = {
  region_code: string
  country: string
  country_code: string
  region: string
  city: string
  latitude: string
  longitude: string
  organization: string
}

export interface GeoIp {
  /** Null when nothing is known of the address, and without a database. */
  find(address: string): Promise<Geo | null>
}

/** Databases of cities differ in what they have: those of networks name who uses them. */
type Found = CityResponse & { autonomous_system_organization?: string }

/**
 * Looks addresses up in a database in MaxMind's format, which is read anew when the file is replaced. Without one, or with
 * one that cannot be read, nothing is known of any address.
 */
export async function createGeoIp(file: string | undefined, log: Logger): Promise<GeoIp> {
  if (!file) return { find: async () => null }
  try {
    const reader = await open<Found>(file, {
      watchForUpdates: true,
      watchForUpdatesNonPersistent: true,
      cache: { max: 1_000 },
    })
    return { find: async (address) => geoOf(reader.get(address)) }
  } catch (error) {
    log.warn(
      { ...describeError(error), file },
      'GEOIP_DATABASE cannot be read: nothing is known of addresses',
    )
    return { find: async () => null }
  }
}

function geoOf(found: Found | null): Geo | null {
  if (!found) return null
  const { country, subdivisions, city, location, autonomous_system_organization } = found
  const region = subdivisions?.[0]
  return {
    region_code: region?.iso_code ?? '',
    country: country?.names?.en ?? '',
    country_code: country?.iso_code ?? '',
    region: region?.names?.en ?? '',
    city: city?.names?.en ?? '',
    latitude: numberOf(location?.latitude),
    longitude: numberOf(location?.longitude),
    organization: autonomous_system_organization ?? found.traits?.organization ?? '',
  }
}

function numberOf(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}

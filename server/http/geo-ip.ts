import { type CityResponse, open } from 'maxmind'
import { describeError } from '../process/describe-error.ts'
import type { Logger } from '../process/logger.ts'

/** The location of an address; unknown values are empty texts. */
export type Geo = {
  regionCode: string
  country: string
  countryCode: string
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

/** A record of MaxMind's databases. Other vendors' have plain texts instead of objects, and separate codes. */
type CityRecord = Omit<CityResponse, 'country' | 'city'> & {
  country?: CityResponse['country']
  city?: CityResponse['city'] | string
  country_code?: string
  state1?: string
  latitude?: number
  longitude?: number
  autonomous_system_organization?: string
}

/**
 * Looks addresses up in a database in MaxMind's format, which is read again when the file is replaced. Without one,
 * or with one that cannot be read, all locations are unknown.
 */
export async function createGeoIp(file: string | undefined, log: Logger): Promise<GeoIp> {
  if (!file) return { find: async () => null }
  try {
    const reader = await open<CityRecord>(file, {
      watchForUpdates: true,
      watchForUpdatesNonPersistent: true,
      cache: { max: 1_000 },
    })
    return { find: async (address) => placeOf(reader.get(address)) }
  } catch (error) {
    log.warn(
      { ...describeError(error), file },
      'GEOIP_DATABASE cannot be read: the location of visitors is unknown',
    )
    return { find: async () => null }
  }
}

function placeOf(found: CityRecord | null): Geo | null {
  if (!found) return null
  const { country, subdivisions, city, location } = found
  const region = subdivisions?.[0]
  const code = country?.iso_code ?? found.country_code ?? ''
  return {
    regionCode: region?.iso_code ?? '',
    country: country?.names?.en ?? nameOf(code),
    countryCode: code,
    region: region?.names?.en ?? found.state1 ?? '',
    city: (typeof city === 'string' ? city : city?.names?.en) ?? '',
    latitude: numberOf(location?.latitude ?? found.latitude),
    longitude: numberOf(location?.longitude ?? found.longitude),
    organization: found.autonomous_system_organization ?? found.traits?.organization ?? '',
  }
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function nameOf(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? '') : ''
}

function numberOf(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}

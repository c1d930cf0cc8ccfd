import type { Prisma } from '../../generated/prisma/client.ts'
import type { Geo } from '../../http/geo-ip.ts'

type Earlier = Geo & { country_code?: string; region_code?: string }

/** Reads `Visit.geo`; `mediaOf` says why and for how long two names are read. */
export function geoOf(stored: Prisma.JsonValue): Geo | null {
  const geo = stored as Earlier | null
  if (!geo || !('country_code' in geo || 'region_code' in geo)) return geo
  const { country_code = '', region_code = '', ...same } = geo
  return { ...same, countryCode: country_code, regionCode: region_code }
}

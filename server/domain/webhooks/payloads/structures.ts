import type { ChatRating, Department, Tag, User, Visit, Visitor } from '../../../generated/prisma/client.ts'
import type { Geo } from '../../../http/geo-ip.ts'
import { geoOf } from '../../visits/geo-of.ts'
import { UTM, type Utm } from '../../visits/page.ts'

/** The contract's structures (part 2.7): a known object has all its keys, with empty strings for what is unknown. */

interface Person extends Pick<Visitor, 'name' | 'email' | 'phone' | 'description'> {
  /** Null when it is unknown. */
  number: number | null
}

/** The contract's `visitor`: what is unknown is an empty text. */
export function visitorOf(
  { number, name, email, phone, description }: Person,
  chatsCount: number,
): Record<string, unknown> {
  return {
    name: name ?? '',
    email: email ?? '',
    phone: phone ?? '',
    number: number === null ? '' : String(number),
    description: description ?? '',
    chats_count: chatsCount,
  }
}

/** Telephone numbers of operators are not stored. */
export function agentOf({ number, name, email }: Pick<User, 'number' | 'name' | 'email'>): object {
  return { id: String(number), name, email, phone: '' }
}

/** The visitor's rating of a chat, and whether they are blacklisted. */
export function ratingOf(
  rating: ChatRating | null,
  { isBlacklisted }: { isBlacklisted: boolean },
): { rate: string | null; blacklisted: boolean } {
  return { rate: rating?.toLowerCase() ?? null, blacklisted: isBlacklisted }
}

/** The contract's `department`; its id is the number that people see. */
export function departmentOf({ number, name }: Pick<Department, 'number' | 'name'>): object {
  return { id: number, name }
}

/** A tag of a chat, which the contract does not know: only endpoints that ask for it get it. */
export function tagOf({ id, name, color }: Pick<Tag, 'id' | 'name' | 'color'>): object {
  return { id, name, color: color.toLowerCase() }
}

/** The page that a visitor is on; an empty title when it is unknown. */
export function pageOf(url: string, visit: Pick<Visit, 'title'> | null): object {
  return { url, title: visit?.title ?? '' }
}

/** The contract's names in `geoip`, in the order of the bytes on the wire. */
const WIRE_NAMES = {
  city: 'city',
  region: 'region',
  country: 'country',
  latitude: 'latitude',
  longitude: 'longitude',
  regionCode: 'region_code',
  countryCode: 'country_code',
  organization: 'organization',
} as const satisfies Record<keyof Geo, string>

function toWireGeo(geo: Geo): Record<string, string> {
  const names = Object.keys(WIRE_NAMES) as (keyof Geo)[]
  return Object.fromEntries(names.map((name) => [WIRE_NAMES[name], geo[name]]))
}

/** Of a visitor of a widget; `geoip` and `utm_json` are omitted when nothing is known. */
export function sessionOf({
  geo,
  utm,
  address,
  userAgent,
}: Pick<Visit, 'geo' | 'utm' | 'address' | 'userAgent'>): object {
  const place = geoOf(geo)
  const found = utm as Utm | null
  return {
    ...(place && { geoip: toWireGeo(place) }),
    utm: found ? UTM.flatMap((name) => (found[name] ? `${name}=${found[name]}` : [])).join('|') : '',
    ...(found && { utm_json: Object.fromEntries(UTM.map((name) => [name, found[name] ?? ''])) }),
    ip_addr: address ?? '',
    user_agent: userAgent ?? '',
  }
}

import type { Place } from '../state/conversation/outgoing-message.ts'

/** Why a text is not a place: no coordinates, coordinates out of range, or a link that hides its target. */
export type LocationProblem = 'unknown' | 'range' | 'shortened'

type Pair = readonly [string | undefined, string | undefined]

const NUMBER = String.raw`[-+−]?\d{1,3}(?:\.\d{1,20})?(?!\d)`
const PAIR = new RegExp(String.raw`^(?:loc:)?\s*(${NUMBER})\s*,\s*(${NUMBER})`)
const LINK = /(?:https?:\/\/|geo:)\S+/i
const HOST_FIRST = /^(?:www\.|maps\.|google\.|openstreetmap\.|osm\.)\S+$/i
const SHORTENED = /^(maps\.app\.goo\.gl|goo\.gl|g\.co|maps\.apple|osm\.org)$/
const LONGEST = 4_000

/** Reads coordinates, or a link of Google Maps, OpenStreetMap, Apple Maps, or a `geo:` address. */
export function parseLocation(text: string): Place | LocationProblem {
  const input = text.trim().slice(0, LONGEST)
  const link = LINK.exec(input)?.[0] ?? (HOST_FIRST.test(input) ? `https://${input}` : undefined)
  if (link === undefined) return toPlace(readCoordinates(input))
  if (/^geo:/i.test(link)) return toPlace(readGeo(link))
  if (!URL.canParse(link)) return 'unknown'
  const url = new URL(link)
  const host = url.hostname.replace(/^www\./, '')
  const found = readMap(host, url)
  if (!found && SHORTENED.test(host)) return 'shortened'
  return toPlace(found)
}

/** RFC 5870. Android writes `geo:0,0?q=…` when only the query says where. */
function readGeo(link: string): Pair | undefined {
  const [path = '', query = ''] = link.slice('geo:'.length).split('?')
  return readPair(new URLSearchParams(query).get('q')) ?? readPair(path)
}

function readMap(host: string, url: URL): Pair | undefined {
  if (/^(maps\.)?google\.[a-z]{2,3}(\.[a-z]{2})?$/.test(host)) return readGoogle(url)
  if (/^(openstreetmap|osm)\.org$/.test(host)) return readOpenStreetMap(url)
  if (host === 'maps.apple.com') return readQuery(url, ['coordinate', 'll', 'q', 'daddr', 'sll', 'center'])
  return undefined
}

/** The pin (`!3d…!4d…`) before the middle of the map (`@…`). */
function readGoogle(url: URL): Pair | undefined {
  const path = decode(url.pathname)
  const pin = /!3d(-?\d{1,2}(?:\.\d{1,20})?)!4d(-?\d{1,3}(?:\.\d{1,20})?)/.exec(path)
  if (pin) return [pin[1], pin[2]]
  return (
    readQuery(url, ['q', 'query', 'll', 'destination', 'daddr', 'center', 'viewpoint']) ??
    readPair(/^\/maps\/(?:place|search)\/([^/]{1,200})/.exec(path)?.[1]) ??
    readPair(/\/@([^/]{1,200})/.exec(path)?.[1])
  )
}

/** The marker before the middle of the map. */
function readOpenStreetMap({ searchParams, hash }: URL): Pair | undefined {
  const [lat, lon] = [searchParams.get('mlat'), searchParams.get('mlon')]
  if (lat && lon) return readPair(`${lat},${lon}`)
  const [, , mapLat, mapLon] = /^#(?:.*&)?map=(\d{1,2}(?:\.\d+)?)\/([^/]+)\/([^/&]+)/.exec(hash) ?? []
  if (mapLat && mapLon) return readPair(`${mapLat},${mapLon}`)
  return readPair(`${searchParams.get('lat')},${searchParams.get('lon')}`)
}

function readQuery({ searchParams }: URL, names: readonly string[]): Pair | undefined {
  return names.map((name) => readPair(searchParams.get(name))).find((pair) => pair !== undefined)
}

function readPair(text: string | null | undefined): Pair | undefined {
  const found = PAIR.exec((text ?? '').replaceAll('+', ' ').trim())
  return found ? [found[1], found[2]] : undefined
}

/** `48.85, 2.29`, `48,85; 2,29`, `48.85° N 2.29° E` and degrees with minutes and seconds. */
function readCoordinates(input: string): Pair | undefined {
  const [first, second, ...rest] = splitCoordinates(input)
  if (first === undefined || second === undefined || rest.length > 0) return undefined
  const [one, two] = [readAngle(first), readAngle(second)]
  if (!one || !two) return undefined
  const isSwapped = one.axis === 'lon' || two.axis === 'lat'
  if (isSwapped && one.axis !== null && one.axis === two.axis) return undefined
  return isSwapped ? [two.degrees, one.degrees] : [one.degrees, two.degrees]
}

/** A comma parts two coordinates, unless a semicolon or a space does and it stands for the decimal point. */
function splitCoordinates(input: string): string[] {
  if (input.includes(';')) return input.split(';').map((part) => part.replace(',', '.').trim())
  const parts = input.split(',').map((part) => part.trim())
  if (parts.length === 2) return parts
  if (/^[NSEW]/i.test(input)) return splitTrimmed(input, /(?=[NSEW])/i)
  if (/[NSEW]/i.test(input)) return splitTrimmed(input, /(?<=[NSEW])/i)
  return input.split(/\s+/).map((part) => part.replace(',', '.'))
}

function splitTrimmed(text: string, at: RegExp): string[] {
  return text.split(at).map((part) => part.trim())
}

const ANGLE =
  /^([NSEW]?)\s*([-+−]?\d{1,3}(?:\.\d{1,20})?)\s*°?\s*(?:(\d{1,2}(?:\.\d{1,20})?)\s*['′’]\s*(?:(\d{1,2}(?:\.\d{1,20})?)\s*(?:["″”]|'')\s*)?)?([NSEW]?)$/i

function readAngle(text: string): { degrees: string; axis: 'lat' | 'lon' | null } | undefined {
  const [, before = '', degrees, minutes = '0', seconds = '0', after = ''] = ANGLE.exec(text) ?? []
  if (degrees === undefined || (before && after)) return undefined
  const side = (before || after).toUpperCase()
  const size = toNumber(degrees)
  const whole = Math.abs(size) + Number(minutes) / 60 + Number(seconds) / 3600
  const isNegative = size < 0 || Object.is(size, -0) || side === 'S' || side === 'W'
  const axis = side === '' ? null : 'NS'.includes(side) ? 'lat' : 'lon'
  return { degrees: String(isNegative ? -whole : whole), axis }
}

function toPlace(pair: Pair | undefined): Place | LocationProblem {
  if (!pair) return 'unknown'
  const [latitude, longitude] = [toNumber(pair[0]), toNumber(pair[1])]
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return 'unknown'
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : 'range'
}

/** Pages often write a real minus sign. */
function toNumber(text: string | undefined): number {
  return Number((text ?? 'none').replace('−', '-'))
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

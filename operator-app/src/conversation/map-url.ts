import type { Place } from '../state/outgoing-message.ts'

/** Where a place can be looked at; nothing is fetched from there until somebody follows it. */
export function mapUrl({ latitude, longitude }: Place): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}

/** To about a metre. */
export function formatPlace({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

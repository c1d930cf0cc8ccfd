import type { Place } from '../state/conversation/outgoing-message.ts'

/** The address of a map of a place; nothing is fetched from there until somebody follows the link. */
export function mapUrl({ latitude, longitude }: Place): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}

/** Writes where the place is, exact to about a metre. */
export function formatPlace({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

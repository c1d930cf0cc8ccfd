import type { Principal } from '../domain/principal.ts'
import type { Services } from '../services.ts'
import { audienceOf, sees } from './audience-of.ts'
import { type EventFilter, passes } from './filter.ts'
import type { DeliveredEvent } from './follower.ts'
import { isInLog } from './is-in-log.ts'
import { type LiveEvent, transient } from './live-event.ts'
import {
  formatCursor,
  formatPlace,
  isBefore,
  type PageRest,
  type Place,
  type Position,
  wholePage,
} from './position.ts'
import { readEventsBehind } from './read-log.ts'

export interface Replay {
  principal: Principal
  filter: EventFilter
  place: Place
  /** A position from before this call, and not before the place: with everything until then, the replay is complete. */
  here: Position
  /** After missing more than this, one RESYNC is sent. */
  limit: number
}

/**
 * The events after the place that the principal may see and wants. Whoever was disconnected after any of them gets the
 * others from its cursor.
 */
export async function readMissed(services: Services, replay: Replay): Promise<DeliveredEvent[]> {
  const { principal, filter, place, here, limit } = replay
  const { hub } = services
  const resync = [{ event: transient('RESYNC', audienceOf(principal)), cursor: formatCursor(here) }]
  if (!(await isInLog(services, place.position))) return resync
  const rows = await readEventsBehind(services, { principal, place, filter, limit })
  if (!rows) return resync
  const told = rows
    .map((row) => ({ txid: row.txid, event: hub.remember(row) }))
    .filter(({ event }) => sees(principal, event) && passes(event, filter))
  const isOfPage = ({ txid }: { txid: bigint }) => place.rest !== null && isBefore(txid, place.rest.until)
  const isMeanwhile = ({ txid }: { txid: bigint }) => !isBefore(txid, here)
  const { rest, position } = place
  const end = formatCursor(here)
  return [
    ...(rest ? pageOf(told.filter(isOfPage), { position, rest }) : []),
    ...pageOf(
      told.filter((row) => !isOfPage(row) && !isMeanwhile(row)),
      { position: rest?.until ?? position, rest: wholePage(here) },
    ),
    // These were committed after the first of them were read, so they have no fixed order yet.
    ...told.filter(isMeanwhile).map(({ event }) => ({ event, cursor: end })),
  ]
}

/** The events of a page: all of them were committed before the first one was sent, so their order is fixed. */
function pageOf(
  told: { event: LiveEvent }[],
  { position, rest }: Place & { rest: PageRest },
): DeliveredEvent[] {
  return told.map(({ event }, index) => {
    const replayed = event.id ?? rest.replayed
    const isLast = index === told.length - 1
    return {
      event,
      cursor: isLast ? formatCursor(rest.until) : formatPlace({ position, rest: { ...rest, replayed } }),
    }
  })
}

import { queryDirect } from '../database/query-direct.ts'
import type { Viewer } from '../domain/viewer.ts'
import { type Event, Prisma } from '../generated/prisma/client.ts'
import type { Services } from '../services.ts'
import { EVENT_COLUMNS, readEventRows } from './event-rows.ts'
import { type EventFilter, mayPass, passes } from './filter.ts'
import { invalidCursor, isInLog } from './is-in-log.ts'
import { fromLog, type LiveEvent } from './live-event.ts'
import {
  formatPlace,
  oldestBehind,
  type PageRest,
  type Position,
  parsePlace,
  readPosition,
  START,
  wholePage,
} from './position.ts'
import { translateKinds } from './translate-kinds.ts'
import { withoutGone } from './without-gone.ts'

/** How many rows of the log a page reads: with a filter that few of them pass, it ends early. */
const ROWS = 5_000

export interface EventPage {
  events: { event: LiveEvent; cursor: string }[]
  /** The position to continue from, even when there were no events. */
  endCursor: string
  hasNextPage: boolean
}

interface ReadEvents {
  viewer: Viewer
  /** Null: from the oldest event that is kept. */
  after: string | null
  limit: number
  filter: EventFilter
}

/**
 * One page of the log, for programs that poll: the events that the viewer may see and wants, in the order in which
 * the changes began. Events that are committed while somebody reads page after page are on a later page, whatever
 * their place in the order would have been. Throws `invalid_cursor`.
 */
export async function readEvents(services: Services, query: ReadEvents): Promise<EventPage> {
  const { after, limit, filter } = query
  const place = after === null ? START : parsePlace(after)
  if (!place || !(await isInLog(services, place.position))) throw invalidCursor()
  const { position } = place
  const rest = place.rest ?? wholePage(await readPosition(services.pool))
  const rows = await readRows(services, query, { position, rest })
  const shown = rows.slice(0, limit)
  const cursorAt = ({ txid, id }: RowPlace) => formatPlace({ position, rest: { ...rest, txid, id } })
  const last = rows.length > limit ? shown.at(-1) : await findRow(services, query, { position, rest }, ROWS)
  const told = await withoutGone(services.db, await translateKinds(services.db, shown))
  const events = told.map((row) => ({
    event: fromLog(row),
    cursor: cursorAt(row),
  }))
  return {
    events: events.filter(({ event }) => passes(event, filter)),
    endCursor: last ? cursorAt(last) : formatPlace({ position: rest.until, rest: null }),
    hasNextPage: last !== undefined,
  }
}

type RowPlace = Pick<Event, 'txid' | 'id'>
type Rest = { position: Position; rest: PageRest }

/** The next events of the log that the viewer may see and wants, at most one more than a page. */
function readRows({ pool }: Services, { viewer, filter, limit }: ReadEvents, rest: Rest): Promise<Event[]> {
  const { userId, channelIds } = viewer
  const rows = Prisma.sql`
    (SELECT ${EVENT_COLUMNS} FROM ${rowsOf(viewer, rest)} ORDER BY txid, id LIMIT ${ROWS}) AS row
    WHERE ("userId" IS NULL OR "userId" = ${userId}::uuid)
      AND (${channelIds === null} OR "channelId" IS NULL OR "channelId" = ANY(${channelIds && [...channelIds]}::uuid[]))
      AND ${mayPass(filter)}
    ORDER BY txid, id LIMIT ${limit + 1}`
  return readEventRows(pool, rows)
}

/** The place of the row with this offset in the rest; undefined when there are fewer. */
async function findRow(
  { pool }: Services,
  { viewer }: ReadEvents,
  rest: Rest,
  count: number,
): Promise<RowPlace | undefined> {
  const statement = Prisma.sql`
    SELECT txid, id FROM ${rowsOf(viewer, rest)} ORDER BY txid, id LIMIT 1 OFFSET ${count - 1}`
  return (await queryDirect<RowPlace>(pool, statement))[0]
}

/** The account's rows after the position that were visible when the page began, without those that it has shown. */
function rowsOf({ accountId }: Viewer, { position, rest: { until, txid, id, replayed } }: Rest): Prisma.Sql {
  const first = oldestBehind(position)
  return Prisma.sql`"Event"
    WHERE "accountId" = ${accountId}::uuid AND txid >= ${first > txid ? first : txid}
      AND (txid >= ${position.xmax} OR txid = ANY(${position.open}::bigint[]))
      AND (txid, id) > (${txid}, ${id}) AND id > ${replayed}
      AND txid < ${until.xmax} AND NOT txid = ANY(${until.open}::bigint[])`
}

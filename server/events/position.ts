import type { Pool } from '../database/client.ts'
import { queryDirect } from '../database/query-direct.ts'
import { Prisma } from '../generated/prisma/client.ts'

/**
 * A position in the event log: a snapshot of the database. All events that are visible in it come before the
 * position. The id of an event would not work, because rows of concurrent transactions do not become visible in the
 * order of their ids.
 */
export interface Position {
  /** When the snapshot was taken, in milliseconds of the database's clock. */
  at: number
  /** The first transaction that had not started yet. */
  xmax: bigint
  /** Earlier transactions that were still open, in ascending order. */
  open: bigint[]
}

/** How long the log is kept. A screen that was away for longer reads everything again. */
export const LOG_DAYS = 7
/** The position before all events. */
export const BEGINNING: Position = { at: 0, xmax: 0n, open: [] }
/** Its cursor, for callers that want the whole log. */
const BEGINNING_CURSOR = '0'
/** With more open transactions, the position is put before the oldest of them, so that cursors stay short. */
const OPEN_LIMIT = 50
const CURSOR = /^([0-9a-z]{1,9})\.(\d{1,18})\.(\d{1,18}(?:,\d{1,18})*)?$/
const CURSOR_LENGTH = 1_100

/** The position after everything committed so far. */
export async function readPosition(pool: Pool): Promise<Position> {
  const rows = await queryDirect<PositionRow>(pool, Prisma.sql`SELECT ${positionColumns}`)
  return positionOf(rows[0] as PositionRow)
}

/** What `positionOf` reads, for statements that also read something else in the same snapshot. */
export const positionColumns = Prisma.sql`
  pg_current_snapshot()::text AS snapshot, (extract(epoch FROM now()) * 1000)::bigint AS at`

export interface PositionRow {
  snapshot: string
  at: bigint
}

/** The position of a snapshot as PostgreSQL writes it, `xmin:xmax:open`. */
export function positionOf({ snapshot, at }: PositionRow): Position {
  const [xmin = '', xmax = '', open = ''] = snapshot.split(':')
  const transactions = open === '' ? [] : open.split(',').map(BigInt)
  const isShort = transactions.length <= OPEN_LIMIT
  return { at: Number(at), xmax: BigInt(isShort ? xmax : xmin), open: isShort ? transactions : [] }
}

/** The position as clients get it. To them it is opaque. */
export function formatCursor({ at, xmax, open }: Position): string {
  return `${at.toString(36)}.${xmax}.${open.join(',')}`
}

/**
 * What is left of a page: events that are after its position and visible in `until`, without those that were sent
 * already. Pages that are polled are sent in the order of `txid` and `id`, replays in the order of `id`. A program may
 * change from one to the other in the middle, so a cursor says how far both have come.
 */
export interface PageRest {
  until: Position
  /** Polling has sent everything up to this event. */
  txid: bigint
  id: bigint
  /** A replay has sent everything up to this id. */
  replayed: bigint
}

/** Everything before the position was read, and perhaps the beginning of the next page. */
export interface Place {
  position: Position
  rest: PageRest | null
}

/** The place before all events. */
export const START: Place = { position: BEGINNING, rest: null }

/** A page up to here of which nothing was sent yet. */
export function wholePage(until: Position): PageRest {
  return { until, txid: 0n, id: 0n, replayed: 0n }
}

const WITHIN = /^(\d{1,18})\.(\d{1,18})(?:\.(\d{1,18}))?$/

/** The place as clients get it. */
export function formatPlace({ position, rest }: Place): string {
  const start = formatCursor(position)
  if (!rest) return start
  const { until, txid, id, replayed } = rest
  return `${start}~${formatCursor(until)}~${txid}.${id}${replayed > 0n ? `.${replayed}` : ''}`
}

/** Null for an invalid cursor. */
export function parsePlace(text: string): Place | null {
  const [start = '', end, within, ...more] = text.split('~', 4)
  const position = parsePosition(start)
  if (!position || more.length > 0) return null
  if (end === undefined) return { position, rest: null }
  const until = parsePosition(end)
  const [, txid, id, replayed = '0'] = WITHIN.exec(within ?? '') ?? []
  if (!until || txid === undefined || id === undefined) return null
  return { position, rest: { until, txid: BigInt(txid), id: BigInt(id), replayed: BigInt(replayed) } }
}

function parsePosition(text: string): Position | null {
  if (text === BEGINNING_CURSOR) return BEGINNING
  const match = text.length <= CURSOR_LENGTH ? CURSOR.exec(text) : null
  if (!match) return null
  const [, at = '', xmax = '', open] = match
  return {
    at: Number.parseInt(at, 36),
    xmax: BigInt(xmax),
    open: open?.split(',').slice(0, OPEN_LIMIT).map(BigInt) ?? [],
  }
}

/** The oldest transaction that can have events after the position. */
export function oldestBehind({ xmax, open }: Position): bigint {
  return open[0] ?? xmax
}

/** Whether the events of this transaction come before the position. */
export function isBefore(txid: bigint, { xmax, open }: Position): boolean {
  return txid < xmax && !open.includes(txid)
}

/** Whether the first position can only come from another database, or from this one before it was restored. */
export function isAhead(position: Position, now: Position): boolean {
  return position.xmax > now.xmax
}

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

/** Null for an invalid cursor. A place within a page stands for the beginning of the page: some events come twice. */
export function parseCursor(text: string): Position | null {
  return parsePlace(text)?.position ?? null
}

/** A place within a page: the page continues after the event, as far as was visible when its first part was read. */
export interface PageRest {
  until: Position
  txid: bigint
  id: bigint
}

/** Everything before the position was read, and perhaps the beginning of the next page. */
export interface Place {
  position: Position
  rest: PageRest | null
}

const WITHIN = /^(\d{1,18})\.(\d{1,18})$/

/** The place as clients get it. */
export function formatPlace({ position, rest }: Place): string {
  const start = formatCursor(position)
  return rest ? `${start}~${formatCursor(rest.until)}~${rest.txid}.${rest.id}` : start
}

/** Null for an invalid cursor. */
export function parsePlace(text: string): Place | null {
  const [start = '', end, within, ...more] = text.split('~', 4)
  const position = parsePosition(start)
  if (!position || more.length > 0) return null
  if (end === undefined) return { position, rest: null }
  const until = parsePosition(end)
  const [, txid, id] = WITHIN.exec(within ?? '') ?? []
  if (!until || txid === undefined || id === undefined) return null
  return { position, rest: { until, txid: BigInt(txid), id: BigInt(id) } }
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

/** Whether the first position can only come from another database, or from this one before it was restored. */
export function isAhead(position: Position, now: Position): boolean {
  return position.xmax > now.xmax
}

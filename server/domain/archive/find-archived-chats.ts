import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { type ArchiveFilter, archivedChats } from './archive-filter.ts'
import { type ArchiveMatch, matchArchive } from './match-archive.ts'
import { searchWords } from './search-words.ts'

export interface ArchiveSearch {
  viewer: Viewer
  filter: ArchiveFilter
  search?: string | null | undefined
}

export interface ArchivePage {
  limit: number
  /** The chat before the first of the page, in the direction in which it is read. */
  afterChatId?: string | undefined
  /** The chat that was closed first comes first. */
  oldestFirst?: boolean
}

export interface FoundChat {
  chatId: string
  closedAt: Date
}

/** Of more chats than these a page is found sooner by going through the archive from its newest. */
const FEW_CHATS = 5_000

/**
 * One page of closed chats, the one that was closed last first. A search finds a chat by every word that begins a word
 * in its messages or its visitor's data, by a part of its visitor's name, e-mail, phone or id (three characters or
 * more), or by its number.
 */
export async function findArchivedChats(
  { pool }: Pick<Services, 'pool'>,
  { viewer, filter, search }: ArchiveSearch,
  page: ArchivePage,
): Promise<FoundChat[]> {
  const where = archivedChats(viewer, filter)
  const read = <Row extends object>(statement: Prisma.Sql) =>
    queryDirect<Row>(pool, statement, { replan: true })
  if (!search?.trim()) return read<FoundChat>(walk(viewer, where, page))
  const match = matchArchive(viewer, searchWords(search))
  if (!match) return []
  const few = await read<LookedUp>(lookUp({ viewer, where, match }, page))
  if (few[0]?.isMany) return read<FoundChat>(walk(viewer, Prisma.sql`${where} AND ${match.condition}`, page))
  return few.flatMap(({ chatId, closedAt }) => (chatId && closedAt ? [{ chatId, closedAt }] : []))
}

/** A row of {@link lookUp}; when nothing is found, one without a chat. */
interface LookedUp {
  chatId: string | null
  closedAt: Date | null
  isMany: boolean
}

/** Goes through the archive in its order until the page is full. */
function walk(viewer: Viewer, where: Prisma.Sql, page: ArchivePage): Prisma.Sql {
  return Prisma.sql`SELECT "chatId", "closedAt" FROM "ArchivedChat"
    WHERE ${where} ${beyond(viewer, page)} ORDER BY ${orderOf(page)} LIMIT ${page.limit}`
}

interface LookUp {
  viewer: Viewer
  where: Prisma.Sql
  match: ArchiveMatch
}

/** Looks up all that is found and cuts the page from it; says `isMany` when that was too much. */
function lookUp({ viewer, where, match }: LookUp, page: ArchivePage): Prisma.Sql {
  const found = match.ways.map(
    (way) =>
      Prisma.sql`(SELECT "chatId", "closedAt" FROM "ArchivedChat" WHERE ${where} AND ${way} LIMIT ${FEW_CHATS + 1})`,
  )
  return Prisma.sql`
    WITH visitor AS MATERIALIZED (${match.visitors}),
    found AS MATERIALIZED (${Prisma.join(found, ' UNION ')}),
    page AS (SELECT * FROM found WHERE TRUE ${beyond(viewer, page)} ORDER BY ${orderOf(page)} LIMIT ${page.limit}),
    amount AS (SELECT (SELECT count(*) FROM found) > ${FEW_CHATS} OR ${match.tooManyVisitors} AS "isMany")
    SELECT page."chatId", page."closedAt", "isMany" FROM amount LEFT JOIN page ON NOT "isMany"
    ORDER BY ${orderOf(page)}`
}

function orderOf({ oldestFirst = false }: ArchivePage): Prisma.Sql {
  return oldestFirst ? Prisma.sql`"closedAt", "chatId"` : Prisma.sql`"closedAt" DESC, "chatId" DESC`
}

function beyond({ accountId }: Viewer, { afterChatId, oldestFirst = false }: ArchivePage): Prisma.Sql {
  if (!afterChatId) return Prisma.empty
  return Prisma.sql`AND ("closedAt", "chatId") ${Prisma.raw(oldestFirst ? '>' : '<')} (
    SELECT "closedAt", "chatId" FROM "ArchivedChat"
    WHERE "accountId" = ${accountId}::uuid AND "chatId" = ${afterChatId}::uuid)`
}

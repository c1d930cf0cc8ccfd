import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArchiveFilter } from '../../server/domain/archive/archive-filter.ts'
import { findArchivedChats } from '../../server/domain/archive/find-archived-chats.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { recordingPool } from '../support/recording-pool.ts'

const CHATS = 24_000
const PAGE = 40

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  await fill()
})
afterAll(() => app.close())

/**
 * Every twentieth was missed, and every fifteenth is of somebody called Crowd; an operator was in each of the others. The
 * oldest thousand are rated positive, and every seventieth of the others negative.
 */
async function fill(): Promise<void> {
  const { db, pool } = app.services
  await db.$executeRaw`
    WITH visitor AS (
      INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name)
      SELECT gen_random_uuid(), ${desk.account.id}::uuid, ${desk.channel.id}::uuid, 1000 + n, 'v' || n, '"k"',
        CASE WHEN n % 15 = 1 THEN 'Crowd' END
      FROM generate_series(1, ${CHATS}::int) AS n RETURNING *
    ), chat AS (
      INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "closedAt")
      SELECT gen_random_uuid(), number, "accountId", "channelId", id, 'CLOSED', now() - number * interval '1 minute'
      FROM visitor RETURNING *
    )
    INSERT INTO "ArchivedChat" ("chatId", "accountId", "channelId", "visitorId", "operatorIds", outcome, rating, "closedAt", document)
    SELECT id, "accountId", "channelId", "visitorId",
      CASE WHEN number % 20 = 0 OR (number - 1000) % 15 = 1 THEN '{}' ELSE ARRAY[${desk.operators[0].user.id}::uuid] END,
      (CASE WHEN number % 20 = 0 THEN 'MISSED' ELSE 'ANSWERED' END)::"ChatOutcome",
      (CASE WHEN number > ${CHATS}::int THEN 'POSITIVE' WHEN number % 70 = 0 THEN 'NEGATIVE' END)::"ChatRating", "closedAt",
      to_tsvector('simple', CASE WHEN (number - 1000) % 15 = 1 THEN 'Crowd' WHEN number % 20 = 0 THEN 'Topic ' || number
        ELSE 'Word ' || number END)
    FROM chat`
  await pool.query('VACUUM ANALYZE "ArchivedChat"')
  await pool.query('VACUUM ANALYZE "Visitor"')
}

/** A page of the archive, by which statements, and how many of its rows PostgreSQL looked at for them. */
async function find(filter: ArchiveFilter, search?: string, afterId?: string) {
  const { pool } = app.services
  const { asked, spy } = recordingPool(pool)
  const wanted = { viewer: desk.admin.viewer, filter, search }
  const ids = await findArchivedChats({ pool: spy }, wanted, { limit: PAGE, afterId })
  let looked = 0
  for (const { text, values } of asked) {
    const { rows } = await pool.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values })
    looked += rowsOf(rows[0]['QUERY PLAN'][0].Plan)
  }
  return { ids, looked, statements: asked.map(({ text }) => text) }
}

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

function rowsOf(node: Node): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)
  return (node['Relation Name'] === 'ArchivedChat' ? own : 0) + below
}

/** The ids of the chats of which this holds, newest first. */
async function idsWhere(condition: string): Promise<string[]> {
  const rows = await app.services.db.$queryRaw<{ id: string }[]>`
    SELECT "chatId" AS id FROM "ArchivedChat" JOIN "Chat" c ON c.id = "chatId"
    WHERE c."accountId" = ${desk.account.id}::uuid AND ${Prisma.raw(condition)}
    ORDER BY "ArchivedChat"."closedAt" DESC, "chatId" DESC`
  return rows.map(({ id }) => id)
}

const ofOperator = (): ArchiveFilter => ({ operatorIds: [desk.operators[0].user.id] })

describe('in an archive of many chats', () => {
  test('filters that exclude each other are found to do so without going through all', async () => {
    const { ids, looked } = await find({ ...ofOperator(), outcomes: ['MISSED'] })
    expect(ids).toEqual([])
    expect(looked).toBeLessThan(CHATS / 4)
  })

  test('a filter that only the oldest pass finds them page by page', async () => {
    const rated = await idsWhere(`"ArchivedChat".rating = 'POSITIVE'`)
    expect(rated).toHaveLength(1000)
    const first = await find({ ratings: ['POSITIVE'] })
    const second = await find({ ratings: ['POSITIVE'] }, undefined, first.ids.at(-1))
    expect([...first.ids, ...second.ids]).toEqual(rated.slice(0, 2 * PAGE))
    expect(first.looked).toBeLessThan(CHATS / 4)
  })

  test('a name of many visitors and a filter find what both leave, among the newest or the oldest, or nothing', async () => {
    const old = { ratings: ['POSITIVE' as const] }
    const both = await idsWhere(`"ArchivedChat".rating = 'POSITIVE' AND (c.number - 1000) % 15 = 1`)
    const { ids } = await find(old, 'crowd')
    expect(ids).toEqual(both.slice(0, PAGE))
    const none = await find(ofOperator(), 'crowd')
    expect(none.ids).toEqual([])
  })

  test('a word that most of the chats have is found among the newest, and not looked up in thousands', async () => {
    const { ids, looked } = await find({}, 'word')
    expect(ids).toEqual((await idsWhere("document @@ 'word'")).slice(0, PAGE))
    expect(looked).toBeLessThan(CHATS / 20)
  })

  test.each([
    ['word', { search: 'topic' }, "document @@ 'topic'"],
    ['filter', { ratings: ['NEGATIVE' as const] }, `"ArchivedChat".rating = 'NEGATIVE'`],
  ])(
    'a %s that some of the newest have is found among more of them, page by page',
    async (_, by, condition) => {
      const { search, ...filter }: ArchiveFilter & { search?: string } = by
      const first = await find(filter, search)
      const second = await find(filter, search, first.ids.at(-1))
      expect([...first.ids, ...second.ids]).toEqual((await idsWhere(condition)).slice(0, 2 * PAGE))
      // Neither looked up nor sorted, which is slow where there are many.
      expect(first.statements.join()).not.toMatch(/WITH found|OFFSET 0/)
    },
  )
})

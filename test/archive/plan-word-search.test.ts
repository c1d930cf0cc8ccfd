import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findArchivedChats } from '../../server/domain/archive/find-archived-chats.ts'
import { planWordSearch } from '../../server/domain/archive/plan-word-search.ts'
import { ARCHIVED_CHATS } from '../../server/domain/archive/record-tables.ts'
import { byDocument } from '../../server/domain/archive/search-conditions.ts'
import { searchWords } from '../../server/domain/archive/search-words.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'

const CHATS = 4_000

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

const plan = async (search: string) =>
  (await planWordSearch(app.services.pool, ARCHIVED_CHATS, searchWords(search))).lookedUp

test('all words are looked up as long as PostgreSQL does not know which are frequent', async () => {
  expect(await plan('customer.1a2b@mail.example.com')).toBe(
    searchWords('customer.1a2b@mail.example.com').tsquery,
  )
})

describe('among many chats with addresses of one domain', () => {
  /** Each has a number and an order of its own, and one in eight a word that the others lack. */
  beforeAll(async () => {
    const { db, pool } = app.services
    await db.$executeRaw`
      WITH visitor AS (
        INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
        SELECT gen_random_uuid(), ${desk.account.id}::uuid, ${desk.channel.id}::uuid, 1000 + n, 'v' || n, '"k"'
        FROM generate_series(1, ${CHATS}::int) AS n RETURNING *
      ), chat AS (
        INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "closedAt")
        SELECT gen_random_uuid(), number, "accountId", "channelId", id, 'CLOSED', now() - number * interval '1 minute'
        FROM visitor RETURNING *
      )
      INSERT INTO "ArchivedChat" ("chatId", "accountId", "channelId", "visitorId", "operatorIds", outcome, "closedAt", document)
      SELECT id, "accountId", "channelId", "visitorId", '{}', 'ANSWERED', "closedAt",
        to_tsvector('simple', searchable_words(concat_ws(' ', 'customer.' || number * 7919 || '@mail.example.com', 'order',
          'A' || md5(number::text), '東京', '駅' || chr(22000 + number), CASE WHEN number % 8 = 0 THEN 'complaint' END)))
      FROM chat`
    await pool.query('VACUUM ANALYZE "ArchivedChat"')
  })

  test.each([
    ['an address', 'customer.9122688@mail.example.com', "'9122688'"],
    ['an address that is not typed to its end', 'customer.9122688@mail.exa', "'9122688'"],
    ['a word that nobody wrote', 'order nowhere', "'nowhere':*"],
    ['a word of a script without spaces', '東京 駅嬨', "('駅' <-> '嬨')"],
    ['frequent words', 'order complaint', "'order':* & 'complaint':*"],
    ['the beginning of a frequent word', 'order compl', "'order':* & 'compl':*"],
    ['a beginning that many rare words have', 'complaint 912', "'complaint':* & '912':*"],
    ['a single word', '9122688', "'9122688':*"],
  ])('%s is looked up by its rare words', async (_, search, lookedUp) => {
    expect(await plan(search)).toBe(lookedUp)
  })

  test('the index reads the rare words only, and each row that they find is compared with all words', async () => {
    const { pool } = app.services
    const words = await planWordSearch(pool, ARCHIVED_CHATS, searchWords('9122688 mail.example.org'))
    const { text, values } = Prisma.sql`
      SELECT FROM "ArchivedChat" WHERE "accountId" = ${desk.account.id}::uuid AND ${Prisma.join(byDocument(words))}`
    const { rows } = await pool.query({ text: `EXPLAIN (ANALYZE, COSTS OFF) ${text}`, values })
    const lines: string[] = rows.map((row) => row['QUERY PLAN'])
    const lookedUp = lines.find((line) => line.includes('Index Cond')) ?? ''
    expect(lookedUp).toContain('9122688')
    expect(lookedUp).not.toContain('mail')
    expect(lines.join()).toContain('Rows Removed by Filter: 1')
  })

  test.each([
    'customer.9122688@mail.example.com',
    'customer.9122688@mail.example.org',
    'MAIL.example 9122688',
    'order complaint 9122688',
    'order compl',
    'customer.912',
    '東京 駅嬨',
    '東京 駅',
    'order nowhere',
  ])('“%s” finds what comparing all chats finds', async (search) => {
    const { tsquery } = searchWords(search)
    const expected = await app.services.db.$queryRaw<{ chatId: string }[]>`
      SELECT "chatId" FROM "ArchivedChat" WHERE "accountId" = ${desk.account.id}::uuid AND (document @@ ${tsquery}::tsquery) IS TRUE
      ORDER BY "closedAt" DESC LIMIT 50`
    const wanted = { viewer: desk.admin.viewer, filter: {}, search }
    expect(await findArchivedChats(app.services, wanted, { limit: 50 })).toEqual(
      expected.map(({ chatId }) => chatId),
    )
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isIndexed, visitorsMatching } from '../../server/domain/visitors/match-visitors.ts'
import { planVisitorSearch } from '../../server/domain/visitors/plan-visitor-search.ts'
import { rareTrigrams, trigramsOf } from '../../server/domain/visitors/rare-trigrams.ts'
import { Prisma } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'

const VISITORS = 20_000

let app: TestApp
let desk: Desk
/** Thousands with addresses of one domain and one first name in twenty; the names and numbers of the others are their own. */
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  await app.services.db.$executeRaw`
    INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name, email)
    SELECT gen_random_uuid(), ${desk.account.id}::uuid, ${desk.channel.id}::uuid, 1000 + n, 'k' || n, '"k"',
      CASE WHEN n % 20 = 0 THEN 'Crowd 100%' ELSE md5(n::text) END, 'customer.' || md5('m' || n) || '@mail.example.com'
    FROM generate_series(1, ${VISITORS}::int) AS n`
  await app.services.db.$executeRaw`VACUUM ANALYZE "Visitor"`
})
afterAll(() => app?.close())

const plan = (words: string, { admin: { viewer } } = desk) =>
  planVisitorSearch(app.services.pool, { viewer, words })

async function found(condition: Prisma.Sql, { account } = desk): Promise<string[]> {
  const rows = await app.services.db.$queryRaw<{ key: string }[]>`
    SELECT key FROM "Visitor" WHERE "accountId" = ${account.id}::uuid AND ${condition} ORDER BY number`
  return rows.map(({ key }) => key)
}

test('an address is looked up by what is rare in it, and not by the domain that all have', async () => {
  const { db, pool } = app.services
  const { email } = await db.visitor.findFirstOrThrow({ where: { accountId: desk.account.id, key: 'k777' } })
  const { areMany, condition } = await plan(email ?? '')
  expect(areMany).toBe(false)
  expect(await found(condition)).toEqual(['k777'])
  const { text, values } = Prisma.sql`
    SELECT FROM "Visitor" WHERE "accountId" = ${desk.account.id}::uuid AND ${condition}`
  const { rows } = await pool.query({ text: `EXPLAIN (ANALYZE, COSTS OFF) ${text}`, values })
  const lines: string[] = rows.map((row) => row['QUERY PLAN'])
  const lookedUp = lines.find((line) => line.includes('Index Cond')) ?? ''
  expect(lookedUp).toContain('search ~~')
  expect(lookedUp).not.toMatch(/customer|exa|ample|mail/)
  const compared = lines.map((line) => Number(/Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0))
  expect(Math.max(...compared)).toBeLessThan(VISITORS / 100)
})

test('every part of a name, an address or an id finds whom comparing all visitors finds, whatever its case', async () => {
  const { db } = app.services
  const some = await db.visitor.findMany({
    where: { accountId: desk.account.id, key: { in: ['k1', 'k20', 'k4321'] } },
  })
  const parts = some.flatMap(({ name, email, key }) =>
    [name, email, key].flatMap((field) => [
      field ?? '',
      ...[2, 5, 9, 14].map((length, n) => field?.slice(n * 3, n * 3 + length).toUpperCase() ?? ''),
    ]),
  )
  for (const words of [
    ...parts,
    '100%',
    '_',
    'nobody@mail.example.com',
    `${some[0]?.email}x`,
    '王伟 abcdef',
  ]) {
    if (words.trim() === '') continue
    const { condition } = await plan(words)
    expect(await found(condition), words).toEqual(await found(visitorsMatching(words)))
  }
})

describe('a name that is not all ASCII', () => {
  const NAMES = [
    'Владимир Кузнецов',
    'Μαρία Παπαδοπούλου',
    'محمد العلي',
    '王小明',
    '김민수',
    'Zoë',
    'Ђорђе-2',
    'Åsa',
  ]
  const PARTS = ['ДИМИР куз', 'παπαδοπ', 'العلي', '小明', '민수', 'ZOË', 'ђорђе-2', 'åsa']

  let abroad: Desk
  /** They are among visitors whose names have the same letters in other places. */
  beforeAll(async () => {
    abroad = await openDesk(app)
    const { account, channel } = abroad
    await app.services.db.$executeRaw`
      INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name)
      SELECT gen_random_uuid(), ${account.id}::uuid, ${channel.id}::uuid, 100 + 10 * n + place, 'name ' || place || '.' || n,
        '"n"', CASE n WHEN 0 THEN name ELSE (
          SELECT string_agg(substr(letters, abs(hashint4(n * 977 + place::int * 97 + at)) % length(letters) + 1, 1), '')
          FROM generate_series(1, length(name)) AS at) END
      FROM unnest(${NAMES}::text[]) WITH ORDINALITY AS named(name, place), generate_series(0, 2000) AS n,
        (SELECT ${NAMES.join('')}::text) AS all_names(letters)`
    await app.services.db.$executeRaw`VACUUM ANALYZE "Visitor"`
  })

  test.each(PARTS.map((part, n) => [part, n + 1] as const))('is looked up by “%s”', async (part, place) => {
    const { condition } = await plan(part, abroad)
    const keys = await found(condition, abroad)
    expect(keys).toContain(`name ${place}.0`)
    expect(keys).toEqual(await found(visitorsMatching(part), abroad))
    const { text, values } = Prisma.sql`SELECT FROM "Visitor" WHERE ${condition}`
    const { rows } = await app.services.pool.query({ text: `EXPLAIN (COSTS OFF) ${text}`, values })
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('Visitor_letters_idx')
  })

  test('is not looked up when many of the newest visitors have it', async () => {
    const { account, channel } = abroad
    const common = { accountId: account.id, channelId: channel.id, externalId: 'many', name: 'Анна' }
    const data = Array.from({ length: 10 }, (_, n) => ({ ...common, key: `many ${n}`, number: 100_000 + n }))
    await app.services.db.visitor.createMany({ data })
    expect(await plan('АННА', abroad)).toEqual({ areMany: true, condition: visitorsMatching('АННА') })
  })

  test('has what the database looks it up by exactly if it is known to be indexed', async () => {
    const letters = ['a', 'Z', '7', 'é', 'Я', 'ع', 'ß', 'ก', '王', 'か', '한', '👍', ' ', '-', '–', '、']
    const pairs = letters.flatMap((one) => letters.map((other) => one + other))
    const phrases = [...letters, ...pairs, ...pairs.flatMap((pair) => letters.map((letter) => pair + letter))]
    const { rows } = await app.services.pool.query<{ phrase: string; hasGroups: boolean }>(
      `SELECT phrase, letter_groups(lower(phrase)) <> '{}' AS "hasGroups" FROM unnest($1::text[]) AS phrase`,
      [phrases],
    )
    expect(rows).toHaveLength(phrases.length)
    const differing = rows.filter(
      ({ phrase, hasGroups }) => isIndexed(phrase) !== (hasGroups || trigramsOf(phrase).length > 0),
    )
    expect(differing).toEqual([])
  })
})

test('a name that many of the newest visitors have needs no looking up', async () => {
  expect((await plan('crowd')).areMany).toBe(true)
  expect((await plan('CROWD 100%')).areMany).toBe(true)
  expect((await plan('crowd 200')).areMany).toBe(false)
  const stranger = await openDesk(app)
  const ofStranger = await planVisitorSearch(app.services.pool, {
    viewer: stranger.admin.viewer,
    words: 'crowd',
  })
  expect(ofStranger.areMany).toBe(false)
})

test('an e-mail address finds those who have all of it, in any case, however long it is', async () => {
  const { db } = app.services
  const long = `${'a'.repeat(40)}@${'example-of-long-names.'.repeat(4)}com`
  const rows = [long, `${long}.example`].map((email, n) => ({ email, number: n + 1, key: `long ${n}` }))
  const common = { accountId: desk.account.id, channelId: desk.channel.id, externalId: 'long', name: 'Long' }
  await db.visitor.createMany({ data: rows.map((row) => ({ ...common, ...row })) })
  const find = async (email: string) => {
    const query = 'query($email: String) { visitors(email: $email, first: 5) { edges { node { email } } } }'
    const { data } = await desk.admin.execute(query, { email })
    const { edges } = (data as { visitors: { edges: { node: { email: string } }[] } }).visitors
    return edges.map(({ node }) => node.email)
  }
  expect(await find(long.toUpperCase())).toEqual([long])
  expect(await find(`${long}.example`)).toEqual([`${long}.example`])
  expect(await find(long.slice(0, -1))).toEqual([])
})

test('no trigram is left out unless those that remain leave few visitors to compare', () => {
  const words = 'Anna.Li@mail.example.com'
  const trigrams = trigramsOf(words)
  expect(trigrams).toEqual(['Ann', 'nna', ...['mai', 'ail', 'exa', 'xam', 'amp', 'mpl', 'ple', 'com']])
  const ofDomain = (values: number) => ({
    values,
    counts: trigrams.map((_, n) => (n < 2 ? 0 : values * 0.9)),
  })
  // “Ann” and “nna” say the same: one visitor in a hundred might be read.
  expect(rareTrigrams(words, trigrams, ofDomain(100))).toEqual([])
  expect(rareTrigrams(words, trigrams, ofDomain(1000))).toEqual(['Ann', 'nna'])
  expect(rareTrigrams(words, trigrams, { values: 0, counts: trigrams.map(() => 0) })).toEqual([])
})

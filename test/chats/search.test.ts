import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchChats } from '../../server/domain/chats/match-chats.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeChannel } from '../support/factories.ts'
import { recordingPool } from '../support/recording-pool.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Known {
  name?: string
  email?: string
  phone?: string
}

const SEARCH = `query ($view: ChatView!, $search: String, $first: Int, $after: String, $last: Int, $before: String) {
  chats(view: $view, search: $search, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { number visitor { name } } }
    pageInfo { hasNextPage endCursor }
  }
}`

interface Page {
  chats: {
    edges: { cursor: string; node: { number: number; visitor: { name: string } } }[]
    pageInfo: { hasNextPage: boolean; endCursor: string }
  }
}

async function read({ execute }: Person, variables: object): Promise<Page['chats']> {
  const { data, errors } = await execute(SEARCH, { view: 'ALL', ...variables })
  expect(errors).toBeUndefined()
  return (data as Page).chats
}

/** The names of the visitors whose chats are found. */
async function find(person: Person, search: string, view = 'ALL'): Promise<string[]> {
  const { edges } = await read(person, { search, view, first: 50 })
  return edges.map(({ node }) => node.visitor.name).sort()
}

async function enter(desk: Desk, id: string, known: Known): Promise<void> {
  const sender = { id, ...known }
  const response = await desk.post({ sender, message: { type: 'text', text: 'Hello' } })
  expect(response.status).toBe(200)
}

/** Visitors named “Visitor 1”, “Visitor 2” …, each with a waiting chat, the first waiting longest. */
async function fill({ account, channel }: Desk, count: number): Promise<void> {
  const { db } = app.services
  const visitors = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    accountId: account.id,
    channelId: channel.id,
    number: 1000 + n,
    key: `filled-${n}`,
    externalId: `filled-${n}`,
    name: `Visitor ${n + 1}`,
  }))
  await db.visitor.createMany({ data: visitors })
  await db.chat.createMany({
    data: visitors.map(({ id, accountId, channelId, number }) => {
      const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000)
      return {
        accountId,
        channelId,
        number,
        visitorId: id,
        status: 'QUEUED',
        queuedAt: at,
        lastActivityAt: at,
      }
    }),
  })
}

describe('a search', () => {
  let desk: Desk
  let operator: Person
  beforeAll(async () => {
    desk = await openDesk(app)
    operator = desk.operators[0]
    await enter(desk, 'Customer-77', {
      name: 'Jörg Müller',
      email: 'joerg@Example.org',
      phone: '+49 170 555',
    })
    await enter(desk, 'b', { name: '100% wool_shop \\o/', email: 'wool@shop.test' })
    await enter(desk, 'c', { name: '100 wool-shop o', email: 'other@shop.test' })
  })

  test('finds a part of the name, the e-mail, the phone and the id, in upper and lower case', async () => {
    for (const words of ['jörg', 'RG MÜ', 'müller', 'OERG@exam', '170 555', 'customer-7', ' Müller ']) {
      expect(await find(operator, words), words).toEqual(['Jörg Müller'])
    }
    expect(await find(operator, 'Muller')).toEqual([])
  })

  test('counts 100 characters, and cuts none of them in half', async () => {
    const name = `${'x'.repeat(99)}😀`
    await enter(desk, 'd', { name })
    expect(await find(operator, `${name} and more`)).toEqual([name])
  })

  test('takes the characters of a pattern for themselves', async () => {
    for (const words of ['100%', 'l_s', '\\o', '%', '_', '\\']) {
      expect(await find(operator, words), words).toEqual(['100% wool_shop \\o/'])
    }
    expect(await find(operator, '1%w')).toEqual([])
  })

  test('finds words of one and of two letters, in open chats and in all', async () => {
    const { execute } = operator
    const { data } = await execute(
      '{ chats(search: "MÜ", first: 5) { edges { node { visitor { name } } } } }',
      {},
    )
    expect((data as Page).chats.edges.map(({ node }) => node.visitor.name)).toEqual(['Jörg Müller'])
    expect(await find(operator, 'ö')).toEqual(['Jörg Müller'])
    expect(await find(operator, 'MÜ')).toEqual(['Jörg Müller'])
    expect(await find(operator, 'oo')).toEqual(['100 wool-shop o', '100% wool_shop \\o/'])
  })

  test('does not find what stands in two of the fields together', async () => {
    expect(await find(operator, 'Müllerjoerg')).toEqual([])
  })

  test('finds a chat by its number', async () => {
    const { number } = await desk.chatOf('b')
    expect(await find(operator, `#${number}`)).toEqual(['100% wool_shop \\o/'])
    expect(await find(operator, `${number}`)).toContain('100% wool_shop \\o/')
  })

  test('stays within the view', async () => {
    expect(await find(operator, 'müller', 'WAITING')).toEqual(['Jörg Müller'])
    expect(await find(operator, 'müller', 'MINE')).toEqual([])
    expect(await find(operator, 'müller', 'CLOSED')).toEqual([])
  })

  test('finds nothing of another account', async () => {
    const stranger = await openDesk(app)
    const { number } = await desk.chatOf('b')
    for (const words of ['müller', 'wool', 'oo', `#${number}`]) {
      expect(await find(stranger.admin, words), words).toEqual([])
      expect(await find(stranger.operators[0], words), words).toEqual([])
    }
  })

  test('finds for an operator only what is in a channel of theirs', async () => {
    const other = await openDesk(app)
    const hidden = await makeChannel(app.services, { accountId: other.account.id })
    await enter({ ...other, channel: hidden, post: postTo(hidden.path) }, 'h', { name: 'Hidden Müller' })
    const { number } = await app.services.db.chat.findFirstOrThrow({ where: { channelId: hidden.id } })
    for (const words of ['hidden', 'ü', `#${number}`]) {
      expect(await find(other.operators[0], words), words).toEqual([])
      expect(await find(other.admin, words), words).toEqual(['Hidden Müller'])
    }
  })

  test('knows a visitor by what they are called now', async () => {
    const renamed = await openDesk(app)
    await enter(renamed, 'r', { name: 'Before' })
    await enter(renamed, 'r', { name: 'After' })
    expect(await find(renamed.admin, 'before')).toEqual([])
    expect(await find(renamed.admin, 'after')).toEqual(['After'])
  })
})

function postTo(path: string): Desk['post'] {
  return (body) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
}

describe('among 1,500 waiting chats', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(app)
    await fill(desk, 1500)
  })

  test.each([
    ['WAITING', 'Visitor', (n: number) => n],
    ['ALL', 'Visitor', (n: number) => 1501 - n],
    ['WAITING', 'Visitor 12', (n: number) => [12, 120, 121, 122, 123][n - 1]],
    ['ALL', 'or 12', (n: number) => [1299, 1298, 1297, 1296, 1295][n - 1]],
  ])('the view %s, searched for “%s”, goes on page by page in its order', async (view, search, nth) => {
    const names: string[] = []
    let after: string | null = null
    for (const first of [2, 3]) {
      const { edges, pageInfo } = await read(desk.operators[0], { view, search, first, after })
      expect(pageInfo.hasNextPage).toBe(true)
      names.push(...edges.map(({ node }) => node.visitor.name))
      after = pageInfo.endCursor
    }
    expect(names).toEqual([1, 2, 3, 4, 5].map((n) => `Visitor ${nth(n)}`))
    const back = await read(desk.operators[0], { view, search, last: 2, before: after })
    expect(back.edges.map(({ node }) => node.visitor.name)).toEqual(names.slice(2, 4))
  })
})

test('a word is looked up in the index of trigrams, and one of two letters compared with the visitors of the open chats alone', async () => {
  const { account, channel, operators } = await openDesk(app)
  const { db, pool } = app.services
  await db.$executeRaw`
    INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name)
    SELECT gen_random_uuid(), ${account.id}::uuid, ${channel.id}::uuid, n, 'k' || n, '"k"', md5(n::text)
    FROM generate_series(1, 10000) AS n`
  // Also empties the list of new entries, which the planner counts as a cost of the index.
  await db.$executeRaw`VACUUM ANALYZE "Visitor"`
  const plansFor = async (search: string, areOpen: boolean) => {
    const { asked, spy } = recordingPool(pool)
    await matchChats({ pool: spy }, { viewer: operators[0].viewer, search, areOpen })
    const plans = asked.map(({ text, values }) => pool.query({ text: `EXPLAIN (COSTS OFF) ${text}`, values }))
    return (await Promise.all(plans)).map(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  for (const areOpen of [true, false])
    expect((await plansFor('visitor 777', areOpen)).at(-1)).toContain('Visitor_accountId_search_idx')
  expect(await plansFor('xq', true)).toEqual([])
  expect((await plansFor('xq', false)).at(-1)).not.toContain('Visitor_accountId_search_idx')
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportArchive } from '../../server/domain/archive/export-archive.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { tell } from './tell.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function download(headers: Record<string, string>, query: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${app.url}/archive/export?${query}`, { headers, ...(signal && { signal }) })
}

async function download200({ cookie }: Pick<Person, 'cookie'>, query: string): Promise<string> {
  const response = await download({ cookie }, query)
  expect(response.status).toBe(200)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
}

/** The cells of a CSV file, read as RFC 4180 says. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

describe('an export', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(app)
    await tell(desk, {
      visitor: '@evil',
      name: '=HYPERLINK("http://x","y")',
      email: '-1+1',
      phone: '+491701234',
      texts: ['a "quoted", text', 'two\nlines'],
      answer: 'Grüße 👋',
    })
    await tell(desk, { visitor: 'plain', texts: ['Hello'] })
  })

  test('as JSON is an array of chats with their messages, the last that was closed first', async () => {
    const chats = JSON.parse(await download200(desk.operators[0], 'format=json'))
    expect(chats).toMatchObject([
      {
        number: expect.any(Number),
        channel: desk.channel.name,
        outcome: 'MISSED',
        operators: [],
        visitor: { id: 'plain', name: null },
        messages: [{ seq: 1, author: 'VISITOR', operator: null, type: 'TEXT', text: 'Hello' }],
      },
      {
        outcome: 'ANSWERED',
        operators: [desk.operators[0].user.name],
        visitor: { id: '@evil', name: '=HYPERLINK("http://x","y")' },
        messages: [
          { author: 'VISITOR', text: 'a "quoted", text' },
          { author: 'VISITOR', text: 'two\nlines' },
          { author: 'OPERATOR', operator: desk.operators[0].user.name, text: 'Grüße 👋' },
        ],
      },
    ])
    expect(chats[1].messages.length).toBe(3)
  })

  test('as CSV has one line for each chat, and no cell that a spreadsheet would run', async () => {
    const text = await download200(desk.admin, 'format=csv')
    expect(text.startsWith('\uFEFFnumber,')).toBe(true)
    const [head = [], plain = [], evil = []] = parseCsv(text.slice(1))
    const cell = (row: string[], name: string) => row[head.indexOf(name)]
    expect(cell(plain, 'visitor_id')).toBe('plain')
    expect(cell(plain, 'visitor_name')).toBe('')
    expect(cell(evil, 'visitor_id')).toBe("'@evil")
    expect(cell(evil, 'visitor_name')).toBe(`'=HYPERLINK("http://x","y")`)
    expect(cell(evil, 'visitor_email')).toBe("'-1+1")
    expect(cell(evil, 'visitor_phone')).toBe("'+491701234")
    expect(cell(evil, 'transcript')).toContain('a "quoted", text\n')
    expect(cell(evil, 'transcript')).toContain('Grüße 👋')
  })

  test('leaves what the parameters leave', async () => {
    const ids = async (query: string) =>
      JSON.parse(await download200(desk.admin, `format=json&${query}`)).map(
        ({ visitor }: { visitor: { id: string } }) => visitor.id,
      )
    expect(await ids('search=quot')).toEqual(['@evil'])
    expect(await ids('outcome=MISSED&outcome=BOT')).toEqual(['plain'])
    expect(await ids(`operatorId=${globalId('Operator', desk.operators[0].user.id)}`)).toEqual(['@evil'])
    expect(await ids('closedBefore=2020-01-01T00:00:00Z')).toEqual([])
  })

  test('refuses parameters that it does not understand', async () => {
    for (const [query, field] of [
      ['', 'format'],
      ['format=pdf', 'format'],
      ['format=csv&channelId=x', 'channelId'],
      [`format=csv&channelId=${globalId('Chat', desk.channel.id)}`, 'channelId'],
      ['format=csv&closedFrom=yesterday', 'closedFrom'],
      ['format=csv&visitorNumber=x', 'visitorNumber'],
      ['format=csv&chanelId=x', 'chanelId'],
    ]) {
      const response = await download({ cookie: desk.admin.cookie }, query as string)
      expect([query, response.status, ((await response.json()) as never as Refusal).error.field]).toEqual([
        query,
        400,
        field,
      ])
    }
  })

  test('holds what the caller may see: a token and a session of theirs, nobody else', async () => {
    const { token } = await mutate(desk.operators[0].execute, 'createApiToken', { name: 'Export' }, 'token')
    const response = await download({ authorization: `Bearer ${token}` }, 'format=json')
    expect(JSON.parse(await response.text()).length).toBe(2)
    expect((await download({}, 'format=json')).status).toBe(401)
    const colleague = await makeUser(app.services, { accountId: desk.account.id })
    for (const person of [await signedIn(app.services, colleague.id), (await openDesk(app)).admin]) {
      expect(JSON.parse(await download200(person, 'format=json'))).toEqual([])
    }
  })
})

interface Refusal {
  error: { field: string }
}

/** Closed chats with ten kilobytes each. */
async function fill(desk: Desk, chats: number): Promise<void> {
  const { db } = app.services
  await db.$executeRaw`
    WITH visitor AS (
      INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
      SELECT gen_random_uuid(), ${desk.account.id}::uuid, ${desk.channel.id}::uuid, 1000 + n, 'v' || n, '"k"'
      FROM generate_series(1, ${chats}::int) AS n RETURNING *
    ), chat AS (
      INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status, "closedAt")
      SELECT gen_random_uuid(), number, "accountId", "channelId", id, 'CLOSED', '2026-01-01'::timestamptz + number * interval '1 minute'
      FROM visitor RETURNING *
    )
    INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text)
    SELECT gen_random_uuid(), "accountId", id, seq, 'VISITOR', 'TEXT', repeat('0123456789', 85) || seq
    FROM chat, generate_series(1, 12) AS seq`
  await db.$executeRaw`
    SELECT archive_chats(ARRAY(SELECT id FROM "Chat" WHERE "channelId" = ${desk.channel.id}::uuid), false)`
}

test('an export goes on when the chat up to which it has come is erased meanwhile', async () => {
  const desk = await openDesk(app)
  await fill(desk, 250)
  const exported: string[] = []
  for await (const piece of exportArchive(app.services, { viewer: desk.admin.viewer, filter: {} })) {
    if (!('chat' in piece)) continue
    exported.push(piece.chat.id)
    if (exported.length === 100) await app.services.db.chat.delete({ where: { id: piece.chat.id } })
  }
  expect(new Set(exported).size).toBe(250)
})

describe('an export of many chats', () => {
  const CHATS = 2_000
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(app)
    await fill(desk, CHATS)
  })

  test('has every chat and every message once, in order', async () => {
    const chats = JSON.parse(await download200(desk.admin, 'format=json'))
    expect(chats.map(({ visitor }: { visitor: { id: string } }) => visitor.id)).toEqual(
      Array.from({ length: CHATS }, (_, n) => `v${CHATS - n}`),
    )
    const all = Array.from({ length: 12 }, (_, n) => n + 1)
    for (const { messages } of chats) {
      expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual(all)
    }
  })

  test('reads no more than its client takes, and stops when the client is gone', async () => {
    const abort = new AbortController()
    const statements = await recordStatements(async () => {
      const headers = { cookie: desk.operators[0].cookie }
      const running = [
        await download(headers, 'format=json', abort.signal),
        await download(headers, 'format=json', abort.signal),
      ]
      expect(running.map(({ status }) => status)).toEqual([200, 200])
      const third = await download(headers, 'format=json')
      expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10'])
      abort.abort()
      // Of each minute's ten exports three are used.
      const again = async () => {
        const answer = await download(headers, 'format=json&search=nothing')
        await answer.text()
        return answer.status
      }
      await expect.poll(again, { timeout: 9_000, interval: 1_500 }).toBe(200)
    })
    const batches = statements.filter((sql) => sql.includes('"ArchivedChat" WHERE')).length
    expect(batches).toBeLessThan((2 * CHATS) / 100 - 4)
  })
})

test('a chat longer than what is read at a time is whole', async () => {
  const desk = await openDesk(app)
  const id = await tell(desk, { visitor: 'long' })
  await tell(desk, { visitor: 'short' })
  const { db } = app.services
  await db.$executeRaw`
    INSERT INTO "Message" (id, "accountId", "chatId", seq, author, type, text)
    SELECT gen_random_uuid(), ${desk.account.id}::uuid, ${id}::uuid, 100 + n, 'VISITOR', 'TEXT', 'm' || n
    FROM generate_series(1, 2500) AS n`
  const chats = JSON.parse(await download200(desk.admin, 'format=json'))
  expect(chats.map(({ messages }: { messages: unknown[] }) => messages.length)).toEqual([1, 2501])
})

import { randomInt, randomUUID } from 'node:crypto'
import { print } from 'graphql'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventsSubscription } from '../../operator-app/src/graphql/events.ts'
import { REPLAY_LIMIT } from '../../server/events/follow.ts'
import { LOG_DAYS } from '../../server/events/position.ts'
import { connectPostgres } from '../../server/stores/connect-postgres.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { type EventFeed, openFeed } from '../support/event-feed.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { type Data, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { until } from '../support/until.ts'

let app: TestApp
beforeAll(async () => {
  // A storm of one channel's visitors is not what these tests are about.
  const variables = { CHANNEL_RATE_LIMIT: '100000', VISITOR_RATE_LIMIT: '100000' }
  app = await startTestApp({ variables, presenceGraceMs: 50, accessCheckMs: 3_600_000 })
})
afterAll(() => app.close())

const open: EventFeed[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((feed) => feed.close()))
})

function follow({ cookie }: { cookie: string }, after: string | null = '0'): EventFeed {
  const feed = openFeed(app.url, { cookie, after })
  open.push(feed)
  return feed
}

const ofMessage = (uuid: string) => (event: Data) =>
  event.kind === 'MESSAGE_CREATED' && event.message?.uuid === uuid
const idsOf = ({ events }: EventFeed) =>
  events.flatMap(({ id, kind }) => (id && kind !== 'RESYNC_REQUIRED' ? id : []))
const uuidsOf = ({ events }: EventFeed) =>
  events.filter(({ kind }) => kind === 'MESSAGE_CREATED').map(({ message }) => message.uuid)

async function cursorOf({ execute }: Person): Promise<string> {
  return (await execute('{ viewer { eventCursor } }')).data.viewer.eventCursor
}

async function statusOf({ channel }: Desk): Promise<string> {
  return (await fetch(`${app.url}${channel.path}/status`)).text()
}

describe('a screen that was away', () => {
  test('gets what came after its cursor, then what is live, each once', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    const first = await desk.say('a', 'seen')
    const seen = follow(operator)
    await seen.waitFor(ofMessage(first))
    seen.cut()
    const missed = await Promise.all(['b', 'c', 'd'].map((visitor) => desk.say(visitor, 'missed')))
    const back = follow(operator, seen.cursor)
    for (const id of missed) await back.waitFor(ofMessage(id))
    const live = await desk.say('a', 'live')
    await back.waitFor(ofMessage(live))
    expect(new Set(idsOf(back)).size).toBe(idsOf(back).length)
    expect(back.events.some(({ kind }) => kind === 'RESYNC_REQUIRED')).toBe(false)
  })

  test('gets what became visible later than its cursor although its id is lower', async () => {
    const desk = await openDesk(app)
    const { account, channel, operators } = desk
    const slow = await connectPostgres(app.stores.databaseUrl)
    try {
      await slow.query('BEGIN')
      const inserted = await slow.query(
        `INSERT INTO "Event" ("accountId", kind, "channelId", "subjectId") VALUES ($1, 'CHANNEL_UPDATED', $2, $2) RETURNING id`,
        [account.id, channel.id],
      )
      const lower = String(inserted.rows[0].id)
      const higher = await desk.say('a', 'committed first')
      const seen = follow(operators[0])
      await seen.waitFor(ofMessage(higher))
      expect(idsOf(seen)).not.toContain(lower)
      expect(BigInt(idsOf(seen).at(-1))).toBeGreaterThan(BigInt(lower))
      seen.cut()
      await slow.query('COMMIT')
      const back = follow(operators[0], seen.cursor)
      await back.waitFor(({ id }) => id === lower)
    } finally {
      await slow.end()
    }
  })

  test.each([
    ['is no number', 'abc'],
    ['was never given', '999999999999999'],
    ['is larger than any id', '9'.repeat(30)],
    ['is negative', '-1'],
    ['is empty', ''],
  ])('is refused when its cursor %s', async (_name, cursor) => {
    const desk = await openDesk(app)
    const feed = follow(desk.operators[0], cursor)
    await expect.poll(() => feed.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }])
    await follow(desk.operators[0]).waitFor(ofMessage(await desk.say('a', 'after')))
    expect(idsOf(feed)).toEqual([])
  })

  test('learns nothing of another account with a cursor of that account', async () => {
    const [desk, other] = [await openDesk(app), await openDesk(app)]
    const cursor = await cursorOf(other.operators[0])
    await other.say('a', 'theirs')
    const own = await desk.say('a', 'ours')
    const feed = follow(desk.operators[0], cursor)
    await feed.waitFor(ofMessage(own))
    expect(uuidsOf(feed)).toEqual([own])
  })

  test('is told to read everything again with a cursor from before the database was restored', async () => {
    const desk = await openDesk(app)
    const [at, xmax] = (await cursorOf(desk.operators[0])).split('.')
    const before = await desk.say('a', 'before')
    const feed = follow(desk.operators[0], `${at}.${Number(xmax) + 1_000_000}.`)
    await feed.waitFor(({ kind }) => kind === 'RESYNC_REQUIRED')
    await feed.waitFor(ofMessage(await desk.say('a', 'after')))
    expect(feed.events.filter(({ kind }) => kind === 'RESYNC_REQUIRED')).toHaveLength(1)
    expect(uuidsOf(feed)).not.toContain(before)
  })

  test('is told to read everything again with a cursor that is older than the log', async () => {
    const desk = await openDesk(app)
    const [at = '', ...rest] = (await cursorOf(desk.operators[0])).split('.')
    const old = Number.parseInt(at, 36) - LOG_DAYS * 24 * 3_600_000
    const feed = follow(desk.operators[0], [old.toString(36), ...rest].join('.'))
    await feed.waitFor(({ kind }) => kind === 'RESYNC_REQUIRED')
  })

  test('that missed more than can be replayed is told to read everything again', async () => {
    const desk = await openDesk(app)
    const { account, channel, operators } = desk
    await app.services.db.event.createMany({
      data: Array.from({ length: REPLAY_LIMIT + 1 }, () => ({
        accountId: account.id,
        kind: 'CHANNEL_UPDATED' as const,
        channelId: channel.id,
        subjectId: channel.id,
      })),
    })
    const feed = follow(operators[0])
    const { cursor } = await feed.waitFor(({ kind }) => kind === 'RESYNC_REQUIRED')
    expect(idsOf(feed)).toEqual([])
    const next = await desk.say('a', 'next')
    const back = follow(operators[0], cursor)
    await back.waitFor(ofMessage(next))
    expect(back.events.some(({ kind }) => kind === 'RESYNC_REQUIRED')).toBe(false)
  })

  test('sees nothing twice and misses nothing when it comes in the middle of a storm', async () => {
    const desk = await openDesk(app)
    const cursor = await cursorOf(desk.operators[0])
    const storm = Promise.all(Array.from({ length: 60 }, (_, n) => desk.say(`v${n % 6}`, `text ${n}`)))
    const feeds = Array.from({ length: 5 }, () => follow(desk.operators[0], cursor))
    const ids = await storm
    for (const feed of feeds) {
      await until(() => expect(new Set(uuidsOf(feed))).toEqual(new Set([...uuidsOf(feed), ...ids])))
      expect(new Set(idsOf(feed)).size).toBe(idsOf(feed).length)
    }
  })
})

describe('reconnecting after 1,200 messages in half a minute', () => {
  let desk: Desk
  let before: string
  beforeAll(async () => {
    desk = await openDesk(app)
    before = await cursorOf(desk.operators[0])
    const talk = async (visitor: number) => {
      for (let n = 0; n < 40; n++) await desk.say(`visitor ${visitor}`, `text ${n}`)
    }
    await Promise.all(Array.from({ length: 30 }, (_, visitor) => talk(visitor)))
  })

  test('ten screens that missed all of them get each once, and what they need is read once for all', async () => {
    let feeds: EventFeed[] = []
    let live = ''
    const statements = await recordStatements(async () => {
      feeds = Array.from({ length: 10 }, () => follow(desk.operators[0], before))
      await Promise.all(feeds.map((feed) => feed.waitFor(({ message }) => message !== null)))
      live = await desk.say('visitor 0', 'live')
      await Promise.all(feeds.map((feed) => feed.waitFor(ofMessage(live))))
    })
    for (const feed of feeds) {
      expect(new Set(idsOf(feed)).size).toBe(idsOf(feed).length)
      expect(uuidsOf(feed)).toHaveLength(1_201)
    }
    const reads = statements.filter((sql) => sql.includes('FROM "Message"')).length
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(60)
  })

  test('a screen that saw them gets nearly none of them again, however often it is cut', async () => {
    let { cursor } = follow(desk.operators[0], before)
    await until(async () => {
      const feed = follow(desk.operators[0], cursor)
      await feed.waitFor(ofMessage(await desk.say('visitor 0', 'again')))
      cursor = feed.cursor
      feed.cut()
      expect(feed.events.length).toBeLessThan(20)
    })
    for (let cut = 0; cut < 5; cut++) {
      const feed = follow(desk.operators[0], cursor)
      await feed.waitFor(ofMessage(await desk.say('visitor 0', 'again')))
      expect(feed.events.length).toBeLessThan(20)
      cursor = feed.cursor
      feed.cut()
    }
  })
})

/** What a screen keeps: it takes over what events tell and knows nothing else. */
class Screen {
  readonly texts = new Map<string, string>()
  readonly chats = new Map<string, { revision: number; status: string }>()
  #feed: EventFeed
  #taken = 0
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
    this.#feed = follow(person)
  }

  async cut(): Promise<void> {
    this.#feed.cut()
    await this.#feed.closed
    this.#take()
    this.#feed = follow(this.#person, this.#feed.cursor)
    this.#taken = 0
  }

  state() {
    this.#take()
    return {
      texts: Object.fromEntries([...this.texts].sort()),
      statuses: Object.fromEntries([...this.chats].map(([id, { status }]) => [id, status]).sort()),
    }
  }

  #take(): void {
    for (const { kind, message, chat } of this.#feed.events.slice(this.#taken)) {
      if (kind === 'RESYNC_REQUIRED') throw new Error('nothing was missed that could not be replayed')
      if (message) this.texts.set(message.uuid, `${message.seq} ${message.text}`)
      const known = chat && this.chats.get(chat.id)
      if (chat && (known?.revision ?? 0) <= chat.revision) this.chats.set(chat.id, chat)
    }
    this.#taken = this.#feed.events.length
  }
}

test('sockets that are cut at random during a storm: at the end each screen equals the database', async () => {
  const desk = await openDesk(app, { operators: 3 })
  const screens = desk.operators.map((operator) => new Screen(operator))
  const cuts = screens.map((screen) => ({ screen, after: randomInt(1, 10), done: Promise.resolve() }))
  let written = 0
  // Each screen is cut again after a few more writes, while the others go on.
  const wrote = () => {
    written += 1
    for (const cut of cuts.filter(({ after }) => after <= written)) {
      cut.after = written + randomInt(2, 15)
      cut.done = cut.done.then(() => cut.screen.cut())
    }
  }
  await Promise.all(
    Array.from({ length: 6 }, async (_, visitor) => {
      const operator = desk.operators[visitor % 3] as Person
      for (let round = 0; round < 8; round++) {
        await desk.say(`visitor ${visitor}`, `visitor ${visitor} says ${round}`)
        wrote()
        const { id } = await desk.chatOf(`visitor ${visitor}`)
        await reply(operator, id, `answer ${round}`)
        wrote()
        if (round === 4) await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
      }
    }),
  )
  await Promise.all(cuts.map(({ done }) => done))
  const messages = await app.services.db.message.findMany({ where: { accountId: desk.account.id } })
  const chats = await app.services.db.chat.findMany({ where: { accountId: desk.account.id } })
  const stored = {
    texts: Object.fromEntries(messages.map(({ id, seq, text }) => [id, `${seq} ${text}`]).sort()),
    statuses: Object.fromEntries(chats.map(({ id, status }) => [globalId('Chat', id), status]).sort()),
  }
  expect(chats).toHaveLength(12)
  for (const screen of screens) {
    await until(() => expect(screen.state()).toEqual(stored))
  }
})

test('one event costs the database the same for one screen and for fifty', async () => {
  const cost = async (screens: number) => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    await desk.say('a', 'Hello')
    const chat = await desk.chatOf('a')
    // Without the signals, such as who is connected, which can come at any time.
    const options = { cookie: operator.cookie, after: '0', query: print(eventsSubscription) }
    const feeds = Array.from({ length: screens }, () => openFeed(app.url, options))
    open.push(...feeds)
    await Promise.all(feeds.map((feed) => feed.waitFor(({ kind }) => kind === 'MESSAGE_CREATED')))
    const measure = async (work: () => Promise<unknown>, arrived: (event: Data) => boolean) => {
      const statements = await recordStatements(async () => {
        await work()
        await Promise.all(feeds.map((feed) => feed.waitFor(arrived)))
      })
      const isBehindRequests = (sql: string) => /pg_current_snapshot/.test(sql)
      return statements.filter((sql) => !isBehindRequests(sql)).length
    }
    const text = randomUUID()
    const message = await measure(
      () => desk.say('a', text),
      (event) => event.message?.text === text,
    )
    const accepted = await measure(
      () => mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', chat.id) }),
      (event) => event.chat?.status === 'ACTIVE',
    )
    return { message, accepted }
  }
  // Where a comparison with the log is quicker than the bus, it reads the event, for all screens together.
  await until(async () => expect(await cost(50)).toEqual(await cost(1)))
})

test('a message reaches every screen of the operator app without a read', async () => {
  const desk = await openDesk(app)
  const [{ cookie }] = desk.operators
  await desk.say('a', 'Hello')
  const after = await cursorOf(desk.operators[0])
  const query = print(eventsSubscription)
  const feeds = Array.from({ length: 3 }, () => openFeed(app.url, { cookie, after, query }))
  open.push(...feeds)
  await desk.say('a', 'first')
  await Promise.all(feeds.map((feed) => feed.waitFor(({ message }) => message?.text === 'first')))
  const statements = await recordStatements(async () => {
    await desk.say('a', 'second')
    await Promise.all(feeds.map((feed) => feed.waitFor(({ message }) => message?.text === 'second')))
  })
  const reads = statements.filter((sql) => /^\s*SELECT/i.test(sql) && !/pg_current_snapshot/.test(sql))
  expect(reads).toEqual([])
})

test('screens share a result only as far as they ask for the same, whatever their variables are called', async () => {
  const desk = await openDesk(app)
  const [{ cookie }] = desk.operators
  for (const text of ['One', 'Two', 'Three']) await desk.say('a', text)
  const start = await cursorOf(desk.operators[0])
  const id = globalId('Chat', (await desk.chatOf('a')).id)
  const pages = `query ($id: ID!) { chat(by: { id: $id }) { messages(first: 3) { edges { cursor } } } }`
  const { data } = await desk.operators[0].execute(pages, { id })
  const cursors: string[] = data.chat.messages.edges.map(({ cursor }: { cursor: string }) => cursor)
  const socket = openSocket(app.url, { cookie })
  const collect = (after: string | undefined) =>
    socket.collect(
      `subscription ($after: String, $start: String) { events(after: $start) {
        ... on ChatEvent { chat { messages(first: 1, after: $after) { nodes { text } } } }
      } }`,
      { start, after },
    )
  const screens = [collect(cursors[0]), collect(cursors[1])]
  await desk.say('a', 'Four')
  await until(() => {
    const texts = screens.map(([first]) => first?.events.chat.messages.nodes[0].text)
    expect(texts).toEqual(['Two', 'Three'])
  })
  await socket.close()
})

describe('walls', () => {
  test('an operator who is not on the channel and one of another account learn nothing of its chats', async () => {
    const [desk, other] = [await openDesk(app), await openDesk(app)]
    const stranger = await makeUser(app.services, { accountId: desk.account.id })
    const outsider = follow(await signedIn(app.services, stranger.id))
    const foreigner = follow(other.operators[0])
    const insider = follow(desk.operators[0])
    const boss = follow(desk.admin)
    // Something that everybody of an account may see comes first, so that all of them are live, …
    const tellAll = async ({ operators: [{ execute }] }: Desk, seenBy: EventFeed[], available: boolean) => {
      await mutate(execute, 'setAvailability', { available })
      const { id } = await app.services.db.event.findFirstOrThrow({ orderBy: { id: 'desc' } })
      await Promise.all(seenBy.map((feed) => feed.waitFor((event) => event.id === String(id))))
    }
    const everybody = [insider, boss, outsider]
    await tellAll(other, [foreigner], false)
    await tellAll(desk, everybody, false)
    const id = await desk.say('a', 'secret')
    await Promise.all([insider.waitFor(ofMessage(id)), boss.waitFor(ofMessage(id))])
    // … and after it, so that what was to come has come.
    await tellAll(desk, everybody, true)
    await foreigner.waitFor(ofMessage(await other.say('b', 'theirs')))
    const chatOfInsider = insider.events.find(({ chatId }) => chatId !== null)?.chatId
    for (const { events } of [outsider, foreigner]) {
      expect(JSON.stringify(events)).not.toContain('secret')
      expect(events.filter(({ chatId }) => chatId === chatOfInsider)).toEqual([])
    }
    expect(idsOf(foreigner)).not.toEqual(expect.arrayContaining(idsOf(insider)))
  })

  test('how far somebody has read is told to their own screens only', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const [reader, other] = desk.operators as [Person, Person]
    await desk.say('a', 'Hello')
    const chat = await desk.chatOf('a')
    const [own, elsewhere] = [follow(reader), follow(other)]
    await mutate(reader.execute, 'markChatRead', { chatId: globalId('Chat', chat.id), seq: 1 })
    const read = await own.waitFor(({ kind }) => kind === 'CHAT_READ')
    expect(read.lastReadSeq).toBe(1)
    await elsewhere.waitFor(ofMessage(await desk.say('a', 'next')))
    expect(elsewhere.events.some(({ kind }) => kind === 'CHAT_READ')).toBe(false)
  })

  test('how far somebody has read never decreases, and nobody is told that it did', async () => {
    const desk = await openDesk(app)
    const [reader] = desk.operators
    const feed = follow(reader)
    for (const text of ['one', 'two']) await desk.say('a', text)
    const chatId = globalId('Chat', (await desk.chatOf('a')).id)
    for (const seq of [2, 1, 2]) {
      const { chat } = await mutate(
        reader.execute,
        'markChatRead',
        { chatId, seq },
        'chat { viewerLastReadSeq }',
      )
      expect(chat.viewerLastReadSeq).toBe(2)
    }
    await feed.waitFor(ofMessage(await desk.say('a', 'three')))
    expect(feed.events.filter(({ kind }) => kind === 'CHAT_READ')).toMatchObject([{ lastReadSeq: 2 }])
  })

  test('who is taken off a channel loses the socket at once and sees nothing more of it', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const [stays, goes] = desk.operators as [Person, Person]
    const [staying, going] = [follow(stays), follow(goes)]
    const before = await desk.say('a', 'before')
    await Promise.all([staying.waitFor(ofMessage(before)), going.waitFor(ofMessage(before))])
    await mutate(desk.admin.execute, 'updateChannel', {
      id: globalId('Channel', desk.channel.id),
      operatorIds: [globalId('Operator', stays.user.id)],
    })
    expect(await going.closed).toBe(4403)
    const back = follow(goes)
    const after = await desk.say('a', 'after')
    await staying.waitFor(ofMessage(after))
    await mutate(stays.execute, 'setAvailability', { available: false })
    await back.waitFor(({ kind }) => kind === 'OPERATOR_UPDATED')
    expect(uuidsOf(back)).toEqual([])
  })

  test('who signs out loses the socket', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    const feed = follow(operator)
    await feed.waitFor(ofMessage(await desk.say('a', 'x')))
    await graphqlAs(app.url, operator)('mutation { signOut { userErrors { code } } }')
    expect(await feed.closed).toBe(4403)
    expect(await follow(operator).closed).toBe(4401)
  })

  test.each([
    ['without a cookie', { cookie: '' }],
    ['with a cookie that was made up', { cookie: `switchboard_session=${'A'.repeat(43)}` }],
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['from a page that hides its origin', { origin: 'null' }],
  ])('a socket %s is not let in', async (_name, change) => {
    const desk = await openDesk(app)
    const feed = openFeed(app.url, { cookie: desk.operators[0].cookie, ...change })
    open.push(feed)
    expect(await feed.closed).toBe(4401)
    expect(await statusOf(desk)).toBe('0')
  })
})

describe('presence', () => {
  const presenceOf = async ({ user, execute }: Person) => {
    const answer = await execute('query ($id: ID!) { node(id: $id) { ... on Operator { presence } } }', {
      id: globalId('Operator', user.id),
    })
    return answer.data.node.presence
  }

  test('follows the socket and the operator’s switch, and the channel’s status follows presence', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const [operator, colleague] = desk.operators as [Person, Person]
    const screen = follow(desk.admin)
    await screen.waitFor(ofMessage(await desk.say('a', 'x')))
    expect([await presenceOf(operator), await statusOf(desk)]).toEqual(['OFFLINE', '0'])
    const feeds = [follow(operator), follow(operator)]
    await expect.poll(() => presenceOf(operator)).toBe('ONLINE')
    await expect.poll(() => statusOf(desk)).toBe('1')
    const told = (presence: string) => (event: Data) =>
      event.operator?.id === globalId('Operator', operator.user.id) && event.operator.presence === presence
    await screen.waitFor(told('ONLINE'))
    await mutate(operator.execute, 'setAvailability', { available: false })
    expect([await presenceOf(operator), await statusOf(desk)]).toEqual(['AWAY', '0'])
    await screen.waitFor(told('AWAY'))
    await mutate(operator.execute, 'setAvailability', { available: true })
    expect([await presenceOf(operator), await statusOf(desk)]).toEqual(['ONLINE', '1'])
    feeds[0]?.cut()
    await feeds[0]?.closed
    expect(await statusOf(desk)).toBe('1')
    feeds[1]?.cut()
    await expect.poll(() => statusOf(desk)).toBe('0')
    expect(await presenceOf(operator)).toBe('OFFLINE')
    await screen.waitFor(told('OFFLINE'))
    expect(await presenceOf(colleague)).toBe('OFFLINE')
  })

  test('of an admin who is not the channel’s operator does not count for its status', async () => {
    const desk = await openDesk(app)
    follow(desk.admin)
    await expect.poll(() => presenceOf(desk.admin)).toBe('ONLINE')
    expect(await statusOf(desk)).toBe('0')
  })
})

test('a visitor’s typing is shown live and never replayed', async () => {
  const desk = await openDesk(app)
  await desk.say('a', 'x')
  const feed = follow(desk.operators[0])
  await feed.waitFor(({ kind }) => kind === 'MESSAGE_CREATED')
  const chat = globalId('Chat', (await desk.chatOf('a')).id)
  for (const [type, typing] of [
    ['typein', true],
    ['typeout', false],
  ] as const) {
    await desk.post({ sender: { id: 'a' }, message: { type } })
    const event = await feed.waitFor(({ kind, typing: now }) => kind === 'TYPING_CHANGED' && now === typing)
    expect(event).toMatchObject({ chatId: chat, actor: { __typename: 'Visitor' } })
  }
  const later = follow(desk.operators[0])
  await later.waitFor(({ kind }) => kind === 'MESSAGE_CREATED')
  expect(later.events.some(({ kind }) => kind === 'TYPING_CHANGED')).toBe(false)
})

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { topics } from '../../server/events/bus.ts'
import { readEventRows } from '../../server/events/event-rows.ts'
import { encodeLiveEvent, fromLog } from '../../server/events/live-event.ts'
import { type Event, Prisma } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type EventFeed, openFeed } from '../support/event-feed.ts'
import type { Data } from '../support/graphql-client.ts'
import { openVisitorFeed, visitorOf } from '../support/visitor-feed.ts'

/** A kind that only a later version knows. During an upgrade, it runs alongside. */
const LATER = 'FROM_TOMORROW'

let app: TestApp
let later: TestApp
beforeAll(async () => {
  app = await startTestApp()
  later = await startTestApp({ stores: app.stores })
  await app.services.db.$executeRawUnsafe(`ALTER TYPE "EventKind" ADD VALUE '${LATER}'`)
})
afterAll(async () => {
  await later.close()
  await app.close()
})

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((feed) => feed.close()))
})

/** What a later version writes: something in the visitor's chat that the visitor hears of, and something else. */
async function happenLater({ account, channel, chatOf }: Desk): Promise<Event> {
  const { id: chatId, visitorId } = await chatOf('a')
  const record = async (chat: { chatId: string | null; visitorId: string | null }) => {
    const [row] = await app.services.db.$queryRaw<{ id: bigint }[]>`
      INSERT INTO "Event" ("accountId", kind, "channelId", "chatId", "visitorId", "subjectId")
      VALUES (${account.id}::uuid, ${LATER}::"EventKind", ${channel.id}::uuid, ${chat.chatId}::uuid,
        ${chat.visitorId}::uuid, ${channel.id}::uuid)
      RETURNING id`
    const [event] = await readEventRows(app.services.pool, Prisma.sql`"Event" WHERE id = ${row?.id}`)
    return event as Event
  }
  await record({ chatId: null, visitorId: null })
  return record({ chatId, visitorId })
}

function follow(cookie: string, after: string | null = null): EventFeed {
  const feed = openFeed(app.url, { cookie, after })
  open.push(feed)
  return feed
}

const kindsOf = ({ events }: EventFeed) =>
  events.filter(({ kind }) => kind !== 'PRESENCE_CHANGED').map(({ kind }) => kind)
const PAGE = `query ($after: String, $types: [EventType!]) {
  events(after: $after, types: $types) { edges { node { __typename } } }
}`

test('what only a later version knows is a change of its chat, and without a chat nothing', async () => {
  const desk = await openDesk(app)
  const [{ execute, cookie }] = desk.operators
  await desk.say('a', 'Hello')
  const after = (await execute('{ viewer { eventCursor } }')).data.viewer.eventCursor
  const live = follow(cookie, after)
  const visitor = await openVisitorFeed(app.services, await visitorOf(app.services, desk, 'a'))
  open.push(visitor)

  await happenLater(desk)
  await live.waitFor(({ kind }) => kind === 'CHAT_UPDATED')
  await desk.say('a', 'goes on')
  await live.waitFor(({ kind }) => kind === 'MESSAGE_CREATED')
  const replayed = follow(cookie, after)
  await replayed.waitFor(({ kind }) => kind === 'MESSAGE_CREATED')
  const read = async (types?: string[]) => {
    const { data } = await execute(PAGE, { after, types })
    return (data as Data).events.edges.map(({ node }: Data) => node.__typename)
  }

  expect(live.errors).toEqual([])
  expect(kindsOf(live)).toEqual(['CHAT_UPDATED', 'MESSAGE_CREATED'])
  expect(kindsOf(replayed)).toEqual(['CHAT_UPDATED', 'MESSAGE_CREATED'])
  expect(visitor.kinds).toEqual(['CHAT_UPDATED', 'MESSAGE_CREATED'])
  expect(await read()).toEqual(['ChatUpdated', 'MessageCreated'])
  expect(await read(['CHAT_UPDATED'])).toEqual(['ChatUpdated'])
  expect(await read(['CHAT_CLOSED', 'MESSAGE_CREATED'])).toEqual(['MessageCreated'])
})

test('what a later version announces is read from the log', async () => {
  const desk = await openDesk(app)
  const [{ cookie }] = desk.operators
  await desk.say('a', 'Hello')
  const live = follow(cookie, '0')
  await live.waitFor(({ kind }) => kind === 'MESSAGE_CREATED')
  const row = await happenLater(desk)
  const event = encodeLiveEvent({ ...fromLog(row as never), kind: LATER as never })
  await later.services.bus.publish(topics.account(desk.account.id), event)
  await live.waitFor(({ kind }) => kind === 'CHAT_UPDATED')
  expect(live.errors).toEqual([])
})

import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChannelEntry } from '../../server/domain/channels/channel-directory.ts'
import { appendToOpenChat } from '../../server/domain/messages/append-to-open-chat.ts'
import { openFirstChat } from '../../server/domain/messages/open-first-chat.ts'
import { openOrContinueChat } from '../../server/domain/messages/open-or-continue-chat.ts'
import type { VisitorDraft, VisitorMessage } from '../../server/domain/messages/visitor-message.ts'
import type { LiveEvent } from '../../server/events/live-event.ts'
import type { Services } from '../../server/services.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { openDesk } from '../support/desk.ts'
import { until } from '../support/until.ts'

type Way = (services: Services, input: VisitorMessage) => Promise<string | null>

let app: TestApp
/** Channels of one account. */
let channels: Record<'people' | 'bot', ChannelEntry>
const announced: LiveEvent[] = []
let stop: () => void

beforeAll(async () => {
  app = await startTestApp()
  channels = { people: await openChannel(), bot: await openChannel({ withBot: true }) }
})
afterAll(async () => {
  stop()
  await app.close()
})

async function openChannel({ withBot = false } = {}): Promise<ChannelEntry> {
  const { services } = app
  const { account, channel } = await openDesk(app)
  if (withBot) {
    const { bot } = await makeBot(services, { accountId: account.id })
    await services.db.channel.update({ where: { id: channel.id }, data: { botId: bot.id } })
  }
  const previous = stop
  const unsubscribe = await services.hub.follow(
    { accountId: account.id },
    { tell: (event) => announced.push(event) },
  )
  stop = () => {
    previous?.()
    unsubscribe()
  }
  const entry = await services.channels.find(channel.publicId, channel.secret)
  if (!entry) throw new Error('The channel does not exist.')
  return entry
}

/** With another visitor's message, so that both are one statement. */
const appendWithAnother: Way = async (services, input) => {
  const profile = { externalId: randomInt(1_000_000_000) }
  const other = { ...input, profile, draft: { ...nothing, type: 'TEXT' as const, text: 'Hello' } }
  await openOrContinueChat(services, other)
  const [id, another] = await Promise.all([input, other].map((each) => appendToOpenChat(services, each)))
  return another ? (id ?? null) : null
}

const nothing = { text: null, media: null, invite: null, externalId: null }
const file = { file: 'https://example.com/a', fileName: 'a', fileSize: 3 }
const drafts: [string, VisitorDraft][] = [
  ['a text', { ...nothing, type: 'TEXT', text: 'Hello “you” 👋' }],
  ['a long text', { ...nothing, type: 'TEXT', text: 'x'.repeat(1000) }],
  ['a button that was pressed', { ...nothing, type: 'TEXT', text: 'Yes', buttonId: 'yes' }],
  ['an invitation’s answer', { ...nothing, type: 'TEXT', text: 'Yes?', invite: 'May I help?' }],
  ['an external id', { ...nothing, type: 'TEXT', text: 'Hi', externalId: 'client-7' }],
  ['a place', { ...nothing, type: 'LOCATION', media: { latitude: 1.5, longitude: -2 } }],
  ['a sticker', { ...nothing, type: 'STICKER', media: { ...file, emoji: '🙂', width: 3, height: 4 } }],
  [
    'a video',
    { ...nothing, type: 'VIDEO', text: 'Look', media: { ...file, duration: 7, thumb: 'https://x.y/z' } },
  ],
  ['an audio file', { ...nothing, type: 'AUDIO', media: { ...file, performer: 'A', title: 'B' } }],
  ['a voice message', { ...nothing, type: 'VOICE', media: { ...file, duration: 2 } }],
  ['a photo', { ...nothing, type: 'PHOTO', media: { ...file, width: 3, height: 4 } }],
  ['a document', { ...nothing, type: 'DOCUMENT', media: file, invite: 'Send it.', externalId: '9' }],
]
const cases = drafts.flatMap(([name, draft]) =>
  (['people', 'bot'] as const).map((channel) => ({ name, draft, channel })),
)

interface Case {
  draft: VisitorDraft
  channel: ChannelEntry
  /** Whether the visitor has an open chat already. */
  again: boolean
}

/** Everything that one way writes and announces for a new visitor's message, with names for ids. */
async function outcome(way: Way, { draft, channel, again }: Case): Promise<unknown> {
  const { services } = app
  const profile = {
    externalId: randomUUID(),
    name: 'Ann',
    email: 'ann@example.com',
    phone: '1',
    pageUrl: '/a',
  }
  const hello = { ...nothing, type: 'TEXT' as const, text: 'Hello' }
  const earlier = again && (await openOrContinueChat(services, { channel, profile, draft: hello }))
  const id = await way(services, { channel, profile, draft })
  if (!id) throw new Error('This way was not taken.')
  const message = await services.db.message.findUniqueOrThrow({ where: { id } })
  const { visitor, ...chat } = await services.db.chat.findUniqueOrThrow({
    where: { id: message.chatId },
    include: { visitor: true },
  })
  const where = { chatId: chat.id }
  const events = await services.db.event.findMany({ where, orderBy: { id: 'asc' } })
  const botEvents = await services.db.outboxItem.findMany({ where, orderBy: { position: 'asc' } })
  const live = () => announced.filter((event) => event.chatId === chat.id)
  await until(() => expect(live()).toHaveLength(events.length))
  const names = {
    [message.id]: 'message',
    [chat.id]: 'chat',
    [visitor.id]: 'visitor',
    [visitor.key]: 'key',
    ...(earlier && { [earlier]: 'earlier message' }),
  }
  return anonymous({ message, chat, visitor, events, botEvents, live: live() }, names)
}

/** Ids that are the case's own have names; times and what the database counts are not compared. */
function anonymous(value: unknown, names: Record<string, string>): unknown {
  if (value instanceof Date) return 'time'
  if (typeof value === 'bigint') return 'counted'
  if (typeof value === 'string') {
    return Object.entries(names).reduce((text, [id, name]) => text.replaceAll(id, name), value)
  }
  if (Array.isArray(value)) return value.map((one) => anonymous(one, names))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, one]) => {
    const isOwn = key === 'number' || (key === 'id' && !(one in names))
    return [key, isOwn ? 'counted' : anonymous(one, names)]
  })
  return Object.fromEntries(fields)
}

test.each(cases)('$name to $channel in an open chat is the same whatever way it takes', async (one) => {
  const given = { ...one, channel: channels[one.channel], again: true }
  const stored = await outcome(appendToOpenChat, given)
  expect(stored).toEqual(await outcome(openOrContinueChat, given))
  expect(stored).toEqual(await outcome(appendWithAnother, given))
  expect(stored).toMatchObject({ chat: { lastSeq: 2, lastVisitorSeq: 2 }, live: [{}, {}, {}] })
  expect(stored).toMatchObject({ botEvents: one.channel === 'bot' ? [{}, { messageId: 'message' }] : [] })
})

test.each(cases)('$name to $channel that opens a chat is the same whatever way it takes', async (one) => {
  const given = { ...one, channel: channels[one.channel], again: false }
  const stored = await outcome(openFirstChat, given)
  expect(stored).toEqual(await outcome(openOrContinueChat, given))
  expect(stored).toMatchObject({ chat: { lastSeq: 1, lastVisitorSeq: 1 }, live: [{}, {}] })
  expect(stored).toMatchObject({ botEvents: one.channel === 'bot' ? [{ messageId: 'message' }] : [] })
})

import { randomUUID } from 'node:crypto'
import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailUnseenReplies } from '../../server/domain/mail/replies/mail-unseen-replies.ts'
import { MINUTE_MS } from '../../server/durations.ts'
import { outboxConsumers } from '../../server/events/consumers.ts'
import { WebhookEvent } from '../../server/generated/prisma/enums.ts'
import { schema } from '../../server/graphql/schema.ts'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import type { TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { until } from '../support/until.ts'
import {
  type Browser,
  makeWidget,
  openBrowser,
  openWidgetFeed,
  pollEvents,
  write,
} from '../support/widget.ts'

let app: TestApp
let mails: MailServer
let outside: Receiver
beforeAll(async () => {
  mails = await startMailServer()
  outside = await startReceiver()
  app = await startSwitchboard({ variables: { SMTP_URL: mails.url, MAIL_FROM: 'support@example.com' } })
})
afterAll(async () => {
  await app.close()
  await Promise.all([mails.stop(), outside.stop()])
})

/** What every outbox kind sends of a chat here; a new kind has to say which, or that it is never about one. */
const SENT: Record<string, 'of a chat' | 'of a website' | 'of no chat'> = {
  CLIENT_REPLY: 'of a chat',
  BOT_EVENT: 'of a chat',
  WEBHOOK: 'of a chat',
  MAIL: 'of a chat',
  REPLY_MAIL: 'of a website',
  CALL_ORDER: 'of no chat',
  // Numbers alone.
  WEEKLY_REPORT: 'of no chat',
  // To the operators themselves.
  PUSH: 'of no chat',
}

/** When the walk below sends every event of webhooks; a new one has to say it, or that it is never about what is written. */
const EVENTS: Record<WebhookEvent, 'in the walk' | 'without messages'> = {
  CHAT_ACCEPTED: 'in the walk',
  CHAT_FINISHED: 'in the walk',
  CHAT_TAGGED: 'in the walk',
  CHAT_UPDATED: 'in the walk',
  CLIENT_UPDATED: 'in the walk',
  MESSAGE_CREATED: 'in the walk',
  CALL_EVENT: 'without messages',
  CHAT_ASSIGNED: 'without messages',
  CHAT_RATED: 'without messages',
  OFFLINE_MESSAGE: 'without messages',
}

type Field = GraphQLField<unknown, unknown>

/** The queries that visitors may make, each with everything that it can answer. */
function visitorQueries(): string[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  const open = fields.filter(({ extensions }) => extensions.forVisitors)
  const asked = open.filter(({ args }) => !args.some(isRequiredArgument))
  return asked.map((field) => `{ ${field.name} ${selectionOf(getNamedType(field.type))} }`)
}

function selectionOf(type: GraphQLNamedType, depth = 0): string {
  if (isLeafType(type)) return ''
  const types = isAbstractType(type) ? schema.getPossibleTypes(type) : [type]
  const parts = types.filter(isObjectType).map((each) => {
    const fields = Object.values(each.getFields()).filter((field) => isAsked(field, depth))
    return `... on ${each.name} { ${fields.map((field) => partOf(field, depth)).join(' ')} }`
  })
  return `{ __typename ${parts.join(' ')} }`
}

/** A cursor of events is a place in the log of all accounts. */
const isAsked = ({ name, args, type }: Field, depth: number) =>
  name !== 'eventCursor' && !args.some(isRequiredArgument) && (isLeafType(getNamedType(type)) || depth < 5)

const partOf = ({ name, type }: Field, depth: number) =>
  `${name} ${selectionOf(getNamedType(type), depth + 1)}`

interface Stage {
  desk: Desk
  dora: Person
  max: Person
}

async function openStage(): Promise<Stage> {
  const desk = await openDesk(app, { operators: 2, serverUrl: `${outside.url}/client` })
  const [dora, max] = desk.operators as [Person, Person]
  await mutate(
    desk.admin.execute,
    'createWebhookEndpoint',
    { name: 'CRM', url: `${outside.url}/hook`, events: Object.values(WebhookEvent) },
    'endpoint { id }',
  )
  await mutate(
    desk.admin.execute,
    'updateChatLogSettings',
    { addresses: [`${desk.account.id}@example.org`] },
    'account { id }',
  )
  return { desk, dora, max }
}

/**
 * Three notes, one as it is, one edited and one deleted, by somebody who is not in the chat, while an admin is in it
 * silently, who goes and comes back.
 */
async function writeNotes({ desk, max, dora }: Stage, chatId: string, secret: string): Promise<void> {
  const silently = (verb: string) =>
    mutate(desk.admin.execute, verb, { chatId: globalId('Chat', chatId) }, 'chat { observers { id } }')
  await silently('joinChatSilently')
  await silently('leaveChatSilently')
  await silently('joinChatSilently')
  const say = async (text: string): Promise<string> => {
    const mentionedIds = [globalId('Operator', dora.user.id)]
    const input = { idempotencyKey: randomUUID(), chatId: globalId('Chat', chatId), text, mentionedIds }
    const { note, userErrors } = await mutate(max.execute, 'writeNote', input, 'note { id }')
    expect(userErrors).toEqual([])
    return note.id
  }
  await say(`${secret} kept`)
  await mutate(
    max.execute,
    'editMessage',
    { id: await say(`${secret} first`), text: `${secret} edited` },
    'message { id }',
  )
  await mutate(max.execute, 'deleteMessage', { id: await say(`${secret} gone`) }, 'message { id }')
}

/** What webhooks tell of a chat besides what is said in it. */
async function changeEverything({ desk, dora }: Stage, chatId: string): Promise<void> {
  const { visitorId } = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
  const { tag } = await mutate(
    desk.admin.execute,
    'createTag',
    { name: 'Order', color: 'BLUE' },
    'tag { id }',
  )
  const chatIds = [globalId('Chat', chatId)]
  await mutate(dora.execute, 'tagChats', { chatIds, addTagIds: [tag.id] }, '__typename')
  const id = globalId('Visitor', visitorId)
  await mutate(dora.execute, 'updateVisitor', { id, name: 'Ann' }, 'visitor { id }')
}

async function nothingWaits(accountId: string): Promise<void> {
  const { db } = app.services
  await until(async () =>
    expect(await db.outboxItem.count({ where: { accountId, state: 'PENDING' } })).toBe(0),
  )
}

/** Whatever was or will be sent for the account, with the bodies. */
async function sentFor(accountId: string): Promise<{ kinds: Set<string>; bodies: string }> {
  const { db } = app.services
  const items = await db.outboxItem.findMany({ where: { accountId } })
  const written = await db.mail.findMany({ where: { accountId } })
  return {
    kinds: new Set(items.map(({ kind }) => kind)),
    bodies: JSON.stringify([
      items.map(withoutBigint),
      written.map(({ text, html, subject }) => [text, html, subject]),
    ]),
  }
}

const withoutBigint = (item: object) =>
  Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]),
  )

test('every kind of delivery is walked, and none is made for a note', async () => {
  expect(Object.keys(EVENTS).toSorted()).toEqual(Object.values(WebhookEvent).toSorted())
  expect(Object.keys(SENT).toSorted()).toEqual(outboxKinds.map(({ name }) => name).toSorted())
  const stage = await openStage()
  const { desk, dora } = stage
  const { bot } = await makeBot(app.services, {
    accountId: desk.account.id,
    endpointUrl: `${outside.url}/bot`,
    provider: { profile: 'CURRENT' },
  })
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const { id: chatId } = await desk.chatOf(visitor)
  await app.services.db.chat.update({ where: { id: chatId }, data: { botId: bot.id } })
  await reply(dora, chatId, 'Hi')
  await nothingWaits(desk.account.id)
  const { db } = app.services
  const before = await db.outboxItem.count({ where: { accountId: desk.account.id } })
  const secret = `secret-${randomUUID()}`
  await writeNotes(stage, chatId, secret)
  expect(await db.outboxItem.count({ where: { accountId: desk.account.id } })).toBe(before)

  await desk.say(visitor, 'Thanks')
  await reply(dora, chatId, 'Bye')
  await changeEverything(stage, chatId)
  await mutate(dora.execute, 'closeChat', { chatId: globalId('Chat', chatId) }, 'chat { id }')
  await writeNotes(stage, chatId, secret)
  await nothingWaits(desk.account.id)
  const { kinds, bodies } = await sentFor(desk.account.id)
  for (const [kind, what] of Object.entries(SENT)) if (what === 'of a chat') expect(kinds).toContain(kind)
  expect(bodies).not.toContain(secret)
  expect(bodies).toContain('Thanks')
  const received = outside.requests.map(({ text }) => text).join('\n')
  expect(received).not.toContain(secret)
  expect(bodies + received).not.toContain(desk.admin.user.name)
  const finished = outside.requests
    .map(({ json }) => json as Data)
    .find((json) => json?.event_name === 'chat_finished' && json.plain_messages.includes('Thanks'))
  expect(finished.chat.messages).toHaveLength(4)
  expect(finished.plain_messages.split('\n')).toHaveLength(4)
  const sent = new Set(outside.requests.map(({ json }) => (json as Data | null)?.event_name?.toUpperCase()))
  for (const [event, where] of Object.entries(EVENTS))
    if (where === 'in the walk') expect(sent).toContain(event)
  expect(finished.agents.map(({ name }: Data) => name)).toEqual([dora.user.name])
  for (const consumer of outboxConsumers) expect(consumer.takes).not.toContain('MESSAGE_EDITED')
})

test('nothing that a visitor of a website can ask for changes by a note', async () => {
  const stage = await openStage()
  const { desk, dora } = stage
  const widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: desk.operators.map(({ user }) => user.id),
  })
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Hello')
  await reply(dora, chatId, 'Hi')
  const feed = await openWidgetFeed(app.url, browser.token, { after: browser.started.visit.eventCursor })
  await feed.waitFor('VisitMessageCreated', ({ message }) => message.text === 'Hi')
  const { eventCursor } = (await browser.execute('{ visit { eventCursor } }')).data.visit
  const [queries, seen] = [visitorQueries(), () => answersOf(browser)]
  expect(queries.length).toBeGreaterThan(0)
  const before = await seen()
  const secret = `secret-${randomUUID()}`
  await writeNotes(stage, chatId, secret)
  expect(await seen()).toEqual(before)
  const polled = await pollEvents(browser, eventCursor)
  expect(polled.map(({ __typename }) => __typename)).toEqual(['WidgetStatusChanged'])

  await reply(dora, chatId, 'Bye')
  await feed.waitFor('VisitMessageCreated', ({ message }) => message.text === 'Bye')
  const texts = feed.events.flatMap(({ message }) => message?.text ?? [])
  expect(texts).toEqual(['Hello', 'Hi', 'Bye'])
  const shown = JSON.stringify([feed.events, await seen()])
  expect(shown).not.toContain(secret)
  expect(shown).not.toContain(desk.admin.user.name)
  expect(feed.errors).toEqual([])
  await feed.close()
})

async function answersOf({ execute }: Browser): Promise<Data[]> {
  return Promise.all(
    visitorQueries().map(async (query) => {
      const { data, errors } = await execute(query)
      expect([query, errors]).toEqual([query, undefined])
      return data
    }),
  )
}

test('how far a visitor and an operator have read does not tell that a note follows', async () => {
  const stage = await openStage()
  const { desk, dora } = stage
  const widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: desk.operators.map(({ user }) => user.id),
  })
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Hello')
  await reply(dora, chatId, 'Hi')
  const last = await app.services.db.message.findFirstOrThrow({ where: { chatId, text: 'Hi' } })
  const own = await app.services.db.message.findFirstOrThrow({ where: { chatId, text: 'Hello' } })
  await writeNotes(stage, chatId, 'secret')
  await mutate(browser.execute, 'markMessagesSeen', { chatId, seq: 2_000_000_000 }, '__typename')
  await mutate(
    dora.execute,
    'markChatRead',
    { chatId: globalId('Chat', chatId), seq: 2_000_000_000 },
    'chat { id }',
  )
  const { chat } = (await browser.execute('{ visit { chat { seenSeq lastReadByOperatorSeq } } }')).data.visit
  expect(chat).toEqual({ seenSeq: last.seq, lastReadByOperatorSeq: own.seq })
})

test('a mail with the replies that a visitor has not seen is the same with notes between them', async () => {
  const { desk, dora, max } = await openStage()
  const widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: desk.operators.map(({ user }) => user.id),
    settings: { mailsReplies: true, mailRepliesMinutes: 5 },
  })
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Hello')
  const email = `${randomUUID()}@example.org`
  await mutate(browser.execute, 'setContactInfo', { email })
  const secret = `secret-${randomUUID()}`
  await reply(dora, chatId, 'Hi')
  await writeNotes({ desk, dora, max }, chatId, secret)
  await reply(dora, chatId, 'Bye')
  await writeNotes({ desk, dora, max }, chatId, secret)
  await mailUnseenReplies(app.services, { betweenPagesMs: 0, now: new Date(Date.now() + 10 * MINUTE_MS) })
  const sent = await until(() => {
    const mail = mails.mails.find(({ to }) => to.includes(email))
    expect(mail).toBeDefined()
    return mail
  })
  const text = JSON.stringify(sent)
  expect([text.includes('Hi'), text.includes('Bye'), text.includes(secret)]).toEqual([true, true, false])
  expect((await sentFor(desk.account.id)).kinds).toContain('REPLY_MAIL')
})

test('what a client of a chat channel is told does not change by a note', async () => {
  const stage = await openStage()
  const { desk, max } = stage
  const visitor = randomUUID()
  const messageId = await desk.say(visitor, 'Hello')
  const { id: chatId } = await desk.chatOf(visitor)
  const receipt = async () => (await fetch(`${app.url}${desk.channel.path}/messages/${messageId}`)).json()
  const before = await receipt()
  await writeNotes(stage, chatId, 'secret')
  expect(await receipt()).toEqual(before)
  expect(max.user.id).not.toBe(desk.operators[0].user.id)
})

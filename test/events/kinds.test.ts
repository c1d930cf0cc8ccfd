import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handOffOrphans } from '../../server/domain/bots/handover/hand-off-orphans.ts'
import { closeOrphans } from '../../server/domain/chats/close-orphans.ts'
import { expireChatInvitations } from '../../server/domain/chats/expire-chat-invitations.ts'
import { createAdmin } from '../../server/domain/operators/create-admin.ts'
import type { Chat } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { type EventFeed, openFeed } from '../support/event-feed.ts'
import { makeChannel, PASSWORD } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'

let app: TestApp
let desk: Desk
let operator: Person
let colleague: Person
let feed: EventFeed
let departments = 100
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app, { operators: 2 })
  ;[operator, colleague] = desk.operators as [Person, Person]
  // Somebody who is not connected cannot be invited.
  feed = openFeed(app.url, { cookie: colleague.cookie })
  await until(async () => {
    expect(await app.services.presence.connectedUsers(desk.account.id)).toContain(colleague.user.id)
  })
})
afterAll(async () => {
  await feed.close()
  await app.close()
})

type Case = [verb: string, events: string[], act: () => Promise<() => Promise<unknown>>]

async function waitingChat(): Promise<Chat> {
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  return desk.chatOf(visitor)
}

/** A chat that the operator answers. */
async function activeChat(): Promise<Chat> {
  const chat = await waitingChat()
  await as(operator, 'acceptChat', { chatId: globalId('Chat', chat.id) })
  return chat
}

/** A chat that a bot holds, whose provider wants to hear everything. */
async function botChat(): Promise<Chat & { botId: string }> {
  const { db } = app.services
  const { bot } = await makeBot(app.services, {
    accountId: desk.account.id,
    provider: { profile: 'CURRENT' },
  })
  const { id } = await waitingChat()
  const data = { status: 'BOT', botId: bot.id, queuedAt: null } as const
  return { ...(await db.chat.update({ where: { id }, data })), botId: bot.id }
}

async function as({ execute }: Person, verb: string, input: Record<string, unknown>): Promise<void> {
  const { userErrors } = await mutate(execute, verb, input)
  expect(userErrors).toEqual([])
}

/** What was recorded meanwhile, without messages and notices, with the role of whoever did it. */
async function eventsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { db } = app.services
  const last = await db.event.findFirst({ orderBy: { id: 'desc' } })
  await work()
  const events = await db.event.findMany({
    where: { accountId: desk.account.id, id: { gt: last?.id ?? 0n }, kind: { not: 'MESSAGE_CREATED' } },
    orderBy: { id: 'asc' },
  })
  return events.map(({ kind, actorType, actorId }) => `${kind} by ${nameOf(actorType, actorId)}`)
}

function nameOf(type: string | null, id: string | null): string {
  if (id === operator.user.id) return 'operator'
  if (id === colleague.user.id) return 'colleague'
  if (id === desk.admin.user.id) return 'admin'
  return id === null ? String(type) : `a ${type}`
}

const chatId = ({ id }: Chat) => ({ chatId: globalId('Chat', id) })

async function invite(chat: Chat, verb: 'inviteToChat' | 'transferChat' = 'inviteToChat') {
  await as(operator, verb, { ...chatId(chat), operatorId: globalId('Operator', colleague.user.id) })
  const { id } = await app.services.db.chatInvitation.findFirstOrThrow({
    where: { chatId: chat.id, state: 'PENDING' },
  })
  return { id: globalId('ChatInvitation', id) }
}

async function department() {
  const { id } = await app.services.db.department.create({
    data: { accountId: desk.account.id, number: departments++, name: randomUUID() },
  })
  return globalId('Department', id)
}

async function channel() {
  const { id } = await makeChannel(app.services, { accountId: desk.account.id })
  return globalId('Channel', id)
}

const cases: Case[] = [
  ['a first message', ['CHAT_OPENED by a VISITOR'], async () => waitingChat],
  [
    'a message with a key',
    ['CHAT_OPENED by a VISITOR'],
    async () => () =>
      desk.post(
        { sender: { id: randomUUID() }, message: { type: 'text', text: 'x' } },
        { 'idempotency-key': randomUUID() },
      ),
  ],
  [
    'acceptChat of a chat that waits',
    ['CHAT_ACCEPTED by operator'],
    async () => {
      const chat = await waitingChat()
      return () => as(operator, 'acceptChat', chatId(chat))
    },
  ],
  [
    'sendMessage into a chat of a bot',
    ['CHAT_ACCEPTED by operator'],
    async () => {
      const chat = await botChat()
      return () => reply(operator, chat.id, 'Hi')
    },
  ],
  [
    'markChatRead',
    ['CHAT_READ by operator'],
    async () => {
      const chat = await waitingChat()
      return () => as(operator, 'markChatRead', { ...chatId(chat), seq: 1 })
    },
  ],
  [
    'markChatUnread',
    ['CHAT_MARKED_UNREAD by operator'],
    async () => {
      const chat = await waitingChat()
      return () => as(operator, 'markChatUnread', chatId(chat))
    },
  ],
  [
    'leaveChat',
    ['OPERATOR_LEFT by operator'],
    async () => {
      const chat = await activeChat()
      return () => as(operator, 'leaveChat', chatId(chat))
    },
  ],
  [
    'transferChat to a department',
    ['CHAT_INVITATION_CANCELLED by operator', 'CHAT_TRANSFERRED by operator'],
    async () => {
      const chat = await activeChat()
      await invite(chat)
      const departmentId = await department()
      return () => as(operator, 'transferChat', { ...chatId(chat), departmentId })
    },
  ],
  [
    'inviteToChat',
    ['CHAT_INVITATION_CREATED by operator'],
    async () => {
      const chat = await activeChat()
      return () => invite(chat)
    },
  ],
  [
    'acceptChatInvitation',
    ['CHAT_INVITATION_ACCEPTED by colleague', 'OPERATOR_JOINED by colleague'],
    async () => {
      const invitation = await invite(await activeChat())
      return () => as(colleague, 'acceptChatInvitation', invitation)
    },
  ],
  [
    'acceptChatInvitation of a transfer',
    [
      'CHAT_INVITATION_ACCEPTED by colleague',
      'OPERATOR_JOINED by colleague',
      'OPERATOR_LEFT by operator',
      'CHAT_TRANSFERRED by operator',
    ],
    async () => {
      const invitation = await invite(await activeChat(), 'transferChat')
      return () => as(colleague, 'acceptChatInvitation', invitation)
    },
  ],
  [
    'declineChatInvitation',
    ['CHAT_INVITATION_DECLINED by colleague'],
    async () => {
      const invitation = await invite(await activeChat())
      return () => as(colleague, 'declineChatInvitation', invitation)
    },
  ],
  [
    'an invitation that nobody answers',
    ['CHAT_INVITATION_EXPIRED by SYSTEM'],
    async () => {
      const { id } = await activeChat()
      await invite({ id } as Chat)
      const where = { chatId: id }
      await app.services.db.chatInvitation.updateMany({ where, data: { expiresAt: new Date() } })
      return () => expireChatInvitations(app.services)
    },
  ],
  [
    'handBackToBot',
    ['CHAT_HANDED_BACK by operator'],
    async () => {
      const chat = await activeChat()
      const { bot } = await makeBot(app.services, { accountId: desk.account.id })
      const { db } = app.services
      await db.channel.update({ where: { id: desk.channel.id }, data: { botId: bot.id } })
      return async () => {
        await as(operator, 'handBackToBot', chatId(chat))
        await db.channel.update({ where: { id: desk.channel.id }, data: { botId: null } })
      }
    },
  ],
  [
    'a bot that is switched off',
    ['CHAT_HANDED_OFF by SYSTEM'],
    async () => {
      const { botId: id } = await botChat()
      await app.services.db.bot.update({ where: { id }, data: { enabled: false } })
      return () => handOffOrphans(app.services, id)
    },
  ],
  [
    'disconnectBot',
    ['BOT_DISCONNECTED by admin'],
    async () => {
      const { bot } = await makeBot(app.services, { accountId: desk.account.id })
      return () => as(desk.admin, 'disconnectBot', { id: globalId('Bot', bot.id) })
    },
  ],
  [
    'updateBot',
    ['BOT_UPDATED by admin'],
    async () => {
      const { bot } = await makeBot(app.services, { accountId: desk.account.id })
      return () => as(desk.admin, 'updateBot', { id: globalId('Bot', bot.id), name: 'Hal' })
    },
  ],
  [
    'createDepartment',
    ['DEPARTMENT_CREATED by admin'],
    async () => () => as(desk.admin, 'createDepartment', { name: randomUUID(), memberIds: [] }),
  ],
  [
    'updateDepartment',
    ['DEPARTMENT_UPDATED by admin'],
    async () => {
      const id = await department()
      return () => as(desk.admin, 'updateDepartment', { id, name: randomUUID() })
    },
  ],
  [
    'deleteDepartment',
    ['DEPARTMENT_DELETED by admin'],
    async () => {
      const id = await department()
      return () => as(desk.admin, 'deleteDepartment', { id })
    },
  ],
  [
    'pauseChannel',
    ['CHANNEL_UPDATED by admin'],
    async () => {
      const id = await channel()
      return () => as(desk.admin, 'pauseChannel', { id })
    },
  ],
  [
    'deleteChannel',
    ['CHANNEL_DELETED by admin'],
    async () => {
      const id = await channel()
      return () => as(desk.admin, 'deleteChannel', { id })
    },
  ],
  [
    'setAvailability',
    ['OPERATOR_UPDATED by operator'],
    async () => () => as(operator, 'setAvailability', { available: true }),
  ],
  [
    'an admin made from the command line',
    ['OPERATOR_CREATED by SYSTEM'],
    async () => () =>
      createAdmin(app.services, {
        accountId: desk.account.id,
        name: 'New',
        email: `${randomUUID()}@example.com`,
        password: PASSWORD,
      }),
  ],
]

test.for(cases)('%s is recorded as %j', async ([, events, act]) => {
  const work = await act()
  expect(await eventsOf(work)).toEqual(events)
})

describe('however a chat is closed', () => {
  /** Each closes the chat; `by` is who did it. */
  const ways: [way: string, by: () => Person, close: (chat: Chat) => Promise<unknown>][] = [
    ['by its operator', () => operator, (chat) => as(operator, 'closeChat', chatId(chat))],
    ['by an admin', () => desk.admin, (chat) => as(desk.admin, 'closeChat', chatId(chat))],
    ['with its channel', () => desk.admin, (chat) => deleteChannelOf(chat)],
    [
      'by the sweep, after the process that deleted its channel died',
      () => desk.admin,
      async (chat) => {
        const { db } = app.services
        const data = { deletedAt: new Date() }
        await db.channel.update({ where: { id: chat.channelId }, data })
        await db.event.create({
          data: {
            accountId: desk.account.id,
            kind: 'CHANNEL_DELETED',
            channelId: chat.channelId,
            subjectId: chat.channelId,
            actorType: 'OPERATOR',
            actorId: desk.admin.user.id,
          },
        })
        await closeOrphans(app.services)
      },
    ],
  ]

  test.for(ways)('%s, it gets the same notice, event and event to its bot', async ([, by, close]) => {
    const { db } = app.services
    const chat = await heldChat()
    const lastSeq = (await db.chat.findUniqueOrThrow({ where: { id: chat.id } })).lastSeq
    await close(chat)
    const actor = { actorType: 'OPERATOR', actorId: by().user.id }
    expect(await db.chat.findUnique({ where: { id: chat.id } })).toMatchObject({
      status: 'CLOSED',
      closedAt: expect.any(Date),
      queuedAt: null,
      lastSeq: lastSeq + 1,
    })
    const notice = await db.message.findFirstOrThrow({ where: { chatId: chat.id, seq: lastSeq + 1 } })
    expect(notice).toMatchObject({
      author: 'SYSTEM',
      notice: { kind: 'CHAT_CLOSED', actorId: actor.actorId },
    })
    const events = await db.event.findMany({ where: { chatId: chat.id }, orderBy: { id: 'desc' }, take: 3 })
    expect(events).toMatchObject([
      { kind: 'CHAT_CLOSED', ...actor },
      { kind: 'MESSAGE_CREATED', messageId: notice.id, actorType: 'SYSTEM', actorId: null },
      { kind: 'CHAT_INVITATION_CANCELLED', ...actor },
    ])
    expect(await db.chatMember.count({ where: { chatId: chat.id, leftAt: null } })).toBe(0)
    const sent = await db.botEvent.findMany({ where: { chatId: chat.id, kind: 'CHAT_CLOSED' } })
    expect(sent).toMatchObject([{ direction: 'OUT', botId: chat.botId }])
  })

  /** A chat of a channel of its own, which its operator took from a bot, with a colleague invited. */
  async function heldChat(): Promise<Chat> {
    const { db } = app.services
    const { id: channelId } = await makeChannel(app.services, {
      accountId: desk.account.id,
      operatorIds: [operator.user.id, colleague.user.id],
    })
    const chat = await botChat()
    await db.visitor.update({ where: { id: chat.visitorId }, data: { channelId } })
    await db.chat.update({ where: { id: chat.id }, data: { channelId, status: 'ACTIVE' } })
    await db.chatMember.create({ data: { chatId: chat.id, userId: operator.user.id } })
    await db.chatInvitation.create({
      data: {
        accountId: desk.account.id,
        chatId: chat.id,
        kind: 'JOIN',
        fromUserId: operator.user.id,
        toUserId: colleague.user.id,
        expiresAt: new Date(Date.now() + 60_000),
      },
    })
    return { ...chat, channelId }
  }

  const deleteChannelOf = (chat: Chat) =>
    as(desk.admin, 'deleteChannel', { id: globalId('Channel', chat.channelId) })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { type Execute, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

interface Treasure {
  desk: Desk
  chatId: string
  /** Global ids of what belongs to the chat, by type. */
  ids: Record<'Chat' | 'Message' | 'Delivery' | 'Visitor' | 'File' | 'ChatInvitation' | 'Channel', string>
}

let app: TestApp
let treasure: Treasure
/** People who must not reach it: of another account, and of the same account but not on the channel. */
let strangers: [who: string, execute: Execute][]

beforeAll(async () => {
  app = await startTestApp()
  treasure = await hide()
  const other = await openDesk(app)
  const colleague = await makeUser(app.services, { accountId: treasure.desk.account.id })
  const { cookie } = await signedIn(app.services, colleague.id)
  strangers = [
    ['an operator of another account', other.operators[0].execute],
    ['an admin of another account', other.admin.execute],
    ['an operator who is not on the channel', graphqlAs(app.url, { cookie })],
  ]
})
afterAll(() => app.close())

async function hide(): Promise<Treasure> {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, invited] = desk.operators as [Person, Person]
  const name = `Treasure ${randomUUID()}`
  await desk.post({ sender: { id: 'owner', name }, message: { type: 'text', text: 'gold' } })
  const chat = await desk.chatOf('owner')
  const messageId = await reply(operator, chat.id, 'silver')
  const { db } = app.services
  const { id: itemId } = await db.outboxItem.findFirstOrThrow({ where: { messageId } })
  const delivery = await db.outboxItem.update({ where: { id: itemId }, data: { state: 'FAILED' } })
  const file = await db.file.create({
    data: {
      accountId: desk.account.id,
      ownerId: operator.user.id,
      key: randomUUID().replaceAll('-', '').repeat(2),
      name: 'map.png',
      contentType: 'image/png',
      mediaType: 'PHOTO',
      size: 1,
    },
  })
  const invitation = await db.chatInvitation.create({
    data: {
      accountId: desk.account.id,
      chatId: chat.id,
      kind: 'JOIN',
      fromUserId: operator.user.id,
      toUserId: invited.user.id,
      expiresAt: new Date(Date.now() + 60_000),
    },
  })
  return {
    desk,
    chatId: chat.id,
    ids: {
      Chat: globalId('Chat', chat.id),
      Message: globalId('Message', messageId),
      Delivery: globalId('Delivery', delivery.id),
      Visitor: globalId('Visitor', chat.visitorId),
      File: globalId('File', file.id),
      ChatInvitation: globalId('ChatInvitation', invitation.id),
      Channel: globalId('Channel', desk.channel.id),
    },
  }
}

/** Everything about the chat that a stranger might change. */
async function fingerprint({ chatId }: Treasure): Promise<string> {
  const chat = await app.services.db.chat.findUniqueOrThrow({
    where: { id: chatId },
    include: { messages: true, members: true, outbox: true, invitations: true, reads: true },
  })
  return JSON.stringify(chat, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
}

describe('who must not see a chat', () => {
  test('reads none of it by id, by list or by search', async () => {
    const { ids, desk } = treasure
    for (const [who, execute] of strangers) {
      for (const [type, id] of Object.entries(ids)) {
        const { data } = await execute('query ($id: ID!) { node(id: $id) { id } }', { id })
        expect([who, type, data?.node ?? null]).toEqual([who, type, null])
      }
      const { data } = await execute(
        `query ($chat: ID!, $channel: ID!, $search: String) {
          chat(by: { id: $chat }) { id }
          channel(id: $channel) { id }
          open: chats(view: ALL, search: $search) { edges { node { id } } }
          waiting: chats(view: WAITING) { edges { node { id } } }
          chatCounts { waiting mine all }
          channels { edges { node { id } } }
        }`,
        { chat: ids.Chat, channel: ids.Channel, search: 'Treasure' },
      )
      expect(data).toEqual({
        chat: null,
        channel: null,
        open: { edges: [] },
        waiting: { edges: [] },
        chatCounts: { waiting: 0, mine: 0, all: 0 },
        channels: who.includes('another') ? { edges: [{ node: { id: expect.any(String) } }] } : { edges: [] },
      })
      expect(JSON.stringify(data)).not.toContain(globalId('Channel', desk.channel.id))
    }
  })

  test('changes nothing of it: every mutation finds nothing', async () => {
    const { ids, desk } = treasure
    const before = await fingerprint(treasure)
    const operatorId = globalId('Operator', desk.operators[0].user.id)
    const attempts: [string, Record<string, unknown>][] = [
      ['acceptChat', { chatId: ids.Chat }],
      ['closeChat', { chatId: ids.Chat }],
      ['leaveChat', { chatId: ids.Chat }],
      ['markChatRead', { chatId: ids.Chat, seq: 1 }],
      ['markChatUnread', { chatId: ids.Chat }],
      ['saveDraft', { chatId: ids.Chat, kind: 'REPLY', text: 'x' }],
      ['setTyping', { chatId: ids.Chat, typing: true }],
      ['sendMessage', { idempotencyKey: randomUUID(), chatId: ids.Chat, text: 'x' }],
      ['transferChat', { chatId: ids.Chat, operatorId }],
      ['inviteToChat', { chatId: ids.Chat, operatorId }],
      ['acceptChatInvitation', { id: ids.ChatInvitation }],
      ['declineChatInvitation', { id: ids.ChatInvitation }],
      ['retryDelivery', { id: ids.Delivery }],
    ]
    for (const [who, execute] of strangers) {
      for (const [verb, input] of attempts) {
        const { userErrors } = await mutate(execute, verb, input)
        expect([who, verb, userErrors[0]?.code]).toEqual([who, verb, 'NOT_FOUND'])
      }
    }
    expect(await fingerprint(treasure)).toBe(before)
  })

  test('cannot send its files', async () => {
    const other = await openDesk(app)
    await other.say('visitor', 'Hello')
    const { userErrors } = await mutate(other.operators[0].execute, 'sendMessage', {
      idempotencyKey: randomUUID(),
      chatId: globalId('Chat', (await other.chatOf('visitor')).id),
      fileId: treasure.ids.File,
    })
    expect(userErrors[0].code).toBe('NOT_FOUND')
  })

  test('cannot bring in anybody else’s operators or departments', async () => {
    const other = await openDesk(app)
    await other.say('visitor', 'Hello')
    const chatId = globalId('Chat', (await other.chatOf('visitor')).id)
    await mutate(other.operators[0].execute, 'acceptChat', { chatId })
    const department = await app.services.db.department.create({
      data: { accountId: treasure.desk.account.id, number: 1, name: randomUUID() },
    })
    for (const target of [
      { operatorId: globalId('Operator', treasure.desk.operators[0].user.id) },
      { departmentId: globalId('Department', department.id) },
    ]) {
      const { userErrors } = await mutate(other.operators[0].execute, 'transferChat', { chatId, ...target })
      expect(userErrors[0].code).toBe('NOT_FOUND')
    }
  })
})

test('who may see it reads all of it', async () => {
  const { ids, desk } = treasure
  for (const { execute } of [desk.operators[0], desk.admin]) {
    const types = ['Chat', 'Message', 'Delivery', 'Visitor', 'Channel'] as const
    for (const type of types) {
      const { data } = await execute('query ($id: ID!) { node(id: $id) { id } }', { id: ids[type] })
      expect(data.node).toEqual({ id: ids[type] })
    }
    const { data } = await execute('{ chats(view: ALL, search: "treasure") { edges { node { id } } } }')
    expect(data.chats.edges).toEqual([{ node: { id: ids.Chat } }])
  }
})

test('nobody who is not signed in reads or changes anything', async () => {
  const nobody = graphqlAs(app.url)
  const { ids } = treasure
  for (const query of ['{ chats(view: ALL) { edges { node { id } } } }', '{ chatCounts { all } }']) {
    const { errors } = await nobody(query)
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
  }
  const { data, errors } = await nobody('query ($id: ID!) { node(id: $id) { id } }', { id: ids.Chat })
  expect(data?.node ?? null).toBeNull()
  expect(errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
  const before = await fingerprint(treasure)
  await expect(mutate(nobody, 'closeChat', { chatId: ids.Chat })).rejects.toThrow('UNAUTHENTICATED')
  expect(await fingerprint(treasure)).toBe(before)
})

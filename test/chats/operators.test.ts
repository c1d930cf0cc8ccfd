import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endChats } from '../../server/domain/chats/end-chats.ts'
import { expireChatInvitations } from '../../server/domain/chats/expire-chat-invitations.ts'
import { lockChat } from '../../server/domain/chats/lock-chat.ts'
import { actorOf } from '../../server/events/actor.ts'
import { transact } from '../../server/events/transact.ts'
import type { Chat } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { type EventFeed, openFeed } from '../support/event-feed.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { makeChats } from '../support/make-chats.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const CHAT = 'chat { status operators { name } }'

function act(person: Person, verb: string, chat: Chat, input: object = {}): Promise<Data> {
  return mutate(person.execute, verb, { chatId: globalId('Chat', chat.id), ...input }, CHAT)
}

async function waitingChat(desk: Desk): Promise<Chat> {
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  return desk.chatOf(visitor)
}

const statusOf = async ({ id }: Chat) =>
  (await app.services.db.chat.findUniqueOrThrow({ where: { id } })).status

const noticesOf = async ({ id }: Chat) => {
  const rows = await app.services.db.message.findMany({
    where: { chatId: id, type: 'NOTICE' },
    orderBy: { seq: 'asc' },
  })
  return rows.map(({ notice }) => (notice as { kind: string }).kind)
}

const membersOf = async ({ id }: Chat) => {
  const rows = await app.services.db.chatMember.findMany({ where: { chatId: id, leftAt: null } })
  return rows.map(({ userId }) => userId)
}

/** Numbers 1, 2, 3 … without a gap and without a double. */
async function expectNoGaps({ id }: Chat): Promise<number[]> {
  const rows = await app.services.db.message.findMany({ where: { chatId: id }, orderBy: { seq: 'asc' } })
  const numbers = rows.map(({ seq }) => seq)
  expect(numbers).toEqual(rows.map((_row, index) => index + 1))
  const chat = await app.services.db.chat.findUniqueOrThrow({ where: { id } })
  expect(chat.lastSeq).toBe(rows.length)
  expect(chat.lastVisitorSeq).toBe(rows.findLast(({ author }) => author === 'VISITOR')?.seq ?? 0)
  return numbers
}

describe('two operators at once', () => {
  test.each(['acceptChat', 'sendMessage'])(
    'press Reply (%s): one has the chat, the other is told by whom it is answered',
    async (verb) => {
      const desk = await openDesk(app, { operators: 2 })
      const race = async () => {
        const chat = await waitingChat(desk)
        const press = (person: Person) =>
          verb === 'acceptChat'
            ? act(person, verb, chat)
            : mutate(person.execute, verb, {
                idempotencyKey: randomUUID(),
                chatId: globalId('Chat', chat.id),
                text: 'Hello!',
              })
        const answers = await Promise.all(desk.operators.map(press))
        const winner = answers.findIndex(({ userErrors }) => userErrors.length === 0)
        const loser = answers.findIndex(({ userErrors }) => userErrors.length > 0)
        expect([winner, loser].sort()).toEqual([0, 1])
        expect(answers[loser].userErrors).toEqual([
          {
            code: 'CHAT_ACCEPTED_BY_OTHER',
            message: `It is being answered by ${desk.operators[winner]?.user.name}.`,
            field: ['input', 'chatId'],
          },
        ])
        expect(await membersOf(chat)).toEqual([desk.operators[winner]?.user.id])
        expect((await noticesOf(chat)).filter((kind) => kind === 'OPERATOR_JOINED')).toHaveLength(1)
      }
      await Promise.all(Array.from({ length: 20 }, race))
    },
  )

  test('accepting one’s own chat again changes nothing', async () => {
    const desk = await openDesk(app)
    const chat = await waitingChat(desk)
    await act(desk.operators[0], 'acceptChat', chat)
    const again = await act(desk.operators[0], 'acceptChat', chat)
    expect(again).toMatchObject({ chat: { status: 'ACTIVE' }, userErrors: [] })
    expect(await noticesOf(chat)).toEqual(['OPERATOR_JOINED'])
  })

  test('close and answer: what was answered stays, and a closed chat takes no answer', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const [closer, writer] = desk.operators as [Person, Person]
    const chat = await waitingChat(desk)
    await act(closer, 'closeChat', chat)
    await expect(reply(writer, chat.id, 'late')).rejects.toThrow('This chat is closed.')
  })

  test('close and answer: what is sent to one’s own chat while somebody closes it is refused', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const [writer] = desk.operators
    const chat = await waitingChat(desk)
    await act(writer, 'acceptChat', chat)
    const { late } = await transact(app.services, async (work) => {
      const locked = await lockChat(work.tx, desk.admin.viewer, chat.id)
      const late = reply(writer, chat.id, 'late').catch((error: Error) => error.message)
      await untilLocked(app.services.db, 'picked AS')
      await endChats(work, [locked], actorOf(desk.admin.viewer))
      return { late }
    })
    expect(await late).toContain('This chat is closed.')
    expect(await app.services.db.message.count({ where: { chatId: chat.id, text: 'late' } })).toBe(0)
  })
})

describe('a transfer to an operator', () => {
  let desk: Desk
  let from: Person
  let to: Person
  let screen: EventFeed
  beforeAll(async () => {
    desk = await openDesk(app, { operators: 2 })
    ;[from, to] = desk.operators as [Person, Person]
    screen = openFeed(app.url, { cookie: to.cookie, after: '0' })
    await until(async () => {
      const connected = await app.services.presence.connectedUsers(desk.account.id)
      expect(connected.has(to.user.id)).toBe(true)
    })
  })
  afterAll(() => screen.close())

  async function offer(): Promise<{ chat: Chat; id: string }> {
    const chat = await waitingChat(desk)
    await act(from, 'acceptChat', chat)
    const operatorId = globalId('Operator', to.user.id)
    const answer = await act(from, 'transferChat', chat, { operatorId, note: 'Knows invoices' })
    expect(answer.userErrors).toEqual([])
    expect(await membersOf(chat)).toEqual([from.user.id])
    const invitation = await app.services.db.chatInvitation.findFirstOrThrow({ where: { chatId: chat.id } })
    return { chat, id: invitation.id }
  }
  const answer = (person: Person, verb: string, id: string) =>
    mutate(person.execute, verb, { id: globalId('ChatInvitation', id) }, 'chatInvitation { state }')

  test('is told to the invited one at once', async () => {
    const { chat } = await offer()
    await screen.waitFor(
      ({ kind, chatId }) => kind === 'CHAT_INVITATION_CREATED' && chatId === globalId('Chat', chat.id),
    )
  })

  test('accepted: the invited one is in, the first has left', async () => {
    const { chat, id } = await offer()
    const accepted = await answer(to, 'acceptChatInvitation', id)
    expect(accepted).toMatchObject({ chatInvitation: { state: 'ACCEPTED' }, userErrors: [] })
    expect(await membersOf(chat)).toEqual([to.user.id])
    expect(await statusOf(chat)).toBe('ACTIVE')
    expect(await noticesOf(chat)).toEqual([
      'OPERATOR_JOINED',
      'TRANSFER_OFFERED',
      'OPERATOR_JOINED',
      'OPERATOR_LEFT',
    ])
  })

  test('declined: the chat stays where it was, and the conversation says so', async () => {
    const { chat, id } = await offer()
    await answer(to, 'declineChatInvitation', id)
    expect(await membersOf(chat)).toEqual([from.user.id])
    expect((await noticesOf(chat)).at(-1)).toBe('INVITATION_DECLINED')
    expect((await answer(to, 'acceptChatInvitation', id)).userErrors[0].code).toBe('INVITATION_ENDED')
  })

  test('not answered in 60 s: the chat stays, the first is told, and it is too late to accept', async () => {
    const { chat, id } = await offer()
    const { createdAt, expiresAt } = await app.services.db.chatInvitation.findUniqueOrThrow({ where: { id } })
    expect(Math.abs(expiresAt.getTime() - createdAt.getTime() - 60_000)).toBeLessThan(30_000)
    await expireChatInvitations(app.services)
    expect((await noticesOf(chat)).at(-1)).toBe('TRANSFER_OFFERED')
    await app.services.db.chatInvitation.update({ where: { id }, data: { expiresAt: new Date() } })
    await Promise.all([expireChatInvitations(app.services), expireChatInvitations(app.services)])
    expect((await noticesOf(chat)).filter((kind) => kind === 'INVITATION_EXPIRED')).toHaveLength(1)
    expect(await membersOf(chat)).toEqual([from.user.id])
    expect((await answer(to, 'acceptChatInvitation', id)).userErrors[0].code).toBe('INVITATION_ENDED')
    await expectNoGaps(chat)
  })

  test('is not accepted after 60 s, also when nobody has ended it yet', async () => {
    const { chat, id } = await offer()
    await app.services.db.chatInvitation.update({ where: { id }, data: { expiresAt: new Date() } })
    expect((await answer(to, 'acceptChatInvitation', id)).userErrors[0].code).toBe('INVITATION_ENDED')
    expect(await membersOf(chat)).toEqual([from.user.id])
  })

  test('is nobody else’s to answer', async () => {
    const { id } = await offer()
    for (const person of [from, desk.admin]) {
      expect((await answer(person, 'acceptChatInvitation', id)).userErrors[0].code).toBe('NOT_FOUND')
    }
  })

  test('ends with the rights of who offered it, and of who was asked', async () => {
    for (const leaver of ['from', 'to'] as const) {
      const own = await openDesk(app, { operators: 2 })
      const [sender, asked] = own.operators as [Person, Person]
      const feed = openFeed(app.url, { cookie: asked.cookie })
      await until(async () => {
        const connected = await app.services.presence.connectedUsers(own.account.id)
        expect(connected.has(asked.user.id)).toBe(true)
      })
      const chat = await waitingChat(own)
      await act(sender, 'acceptChat', chat)
      const operatorId = globalId('Operator', asked.user.id)
      expect((await act(sender, 'transferChat', chat, { operatorId })).userErrors).toEqual([])
      const { id } = await app.services.db.chatInvitation.findFirstOrThrow({ where: { chatId: chat.id } })
      const { user } = leaver === 'from' ? sender : asked
      await mutate(own.admin.execute, 'deactivateOperator', { id: globalId('Operator', user.id) })
      const ended = await app.services.db.chatInvitation.findUniqueOrThrow({ where: { id } })
      expect(ended.state).toBe('EXPIRED')
      const after = await app.services.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
      expect(after.status).toBe(leaver === 'from' ? 'QUEUED' : 'ACTIVE')
      if (leaver === 'from') {
        expect((await answer(asked, 'acceptChatInvitation', id)).userErrors[0].code).toBe('INVITATION_ENDED')
      }
      await feed.close()
    }
  })

  test('to somebody who is offline, or is not on the channel, is refused', async () => {
    const chat = await waitingChat(desk)
    await act(to, 'acceptChat', chat)
    const other = await openDesk(app)
    for (const [code, { user }] of [
      ['OPERATOR_OFFLINE', from],
      ['NOT_FOUND', other.operators[0]],
    ] as const) {
      const refused = await act(to, 'transferChat', chat, { operatorId: globalId('Operator', user.id) })
      expect(refused.userErrors[0]).toMatchObject({
        code,
        field: ['input', 'operatorId'],
      })
    }
  })
})

test('invitations that have expired all end, however many they are, those that have waited longest first', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const { db } = app.services
  const [from, to] = desk.operators as [Person, Person]
  const chats = await makeChats(db, desk, 201)
  await db.chatInvitation.createMany({
    data: chats.map(({ id: chatId }, n) => ({
      accountId: desk.account.id,
      chatId,
      kind: 'TRANSFER',
      fromUserId: from.user.id,
      toUserId: to.user.id,
      expiresAt: new Date(Date.now() - 1_000 * (n + 1)),
    })),
  })
  await expireChatInvitations(app.services)
  const ended = await db.event.findMany({
    where: { accountId: desk.account.id, kind: 'CHAT_INVITATION_EXPIRED' },
    orderBy: { id: 'asc' },
  })
  expect(ended.map(({ chatId }) => chatId)).toEqual(chats.map(({ id }) => id).reverse())
})

test('a transfer goes to an operator or to a department, not to both or to nobody', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const department = await app.services.db.department.create({
    data: { accountId: desk.account.id, number: 1, name: 'Sales' },
  })
  const chat = await waitingChat(desk)
  await act(operator, 'acceptChat', chat)
  const both = {
    operatorId: globalId('Operator', desk.admin.user.id),
    departmentId: globalId('Department', department.id),
  }
  for (const target of [both, {}])
    expect((await act(operator, 'transferChat', chat, target)).userErrors).toMatchObject([
      { code: 'INVALID', field: ['input', 'operatorId'] },
    ])
  expect(await membersOf(chat)).toEqual([operator.user.id])
})

describe('the way of a chat', () => {
  test('transferred to a department it waits there, without its operator', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    const { id } = await app.services.db.department.create({
      data: { accountId: desk.account.id, number: 1, name: 'Sales' },
    })
    const chat = await waitingChat(desk)
    await act(operator, 'acceptChat', chat)
    const answer = await act(operator, 'transferChat', chat, { departmentId: globalId('Department', id) })
    expect(answer).toMatchObject({ chat: { status: 'QUEUED', operators: [] }, userErrors: [] })
    const moved = await app.services.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
    expect(moved).toMatchObject({ status: 'QUEUED', departmentId: id })
  })

  test('it waits again after the last operator has left, not before', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const [first, second] = desk.operators as [Person, Person]
    const chat = await waitingChat(desk)
    await act(first, 'acceptChat', chat)
    await app.services.db.chatMember.create({ data: { chatId: chat.id, userId: second.user.id } })
    expect((await act(first, 'leaveChat', chat)).chat.status).toBe('ACTIVE')
    expect((await act(second, 'leaveChat', chat)).chat).toEqual({ status: 'QUEUED', operators: [] })
    expect((await act(first, 'acceptChat', chat)).chat.status).toBe('ACTIVE')
  })

  test('closed it is final, and the visitor’s next message opens a new one', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    await desk.say('visitor', 'Hello')
    const chat = await desk.chatOf('visitor')
    await act(operator, 'acceptChat', chat)
    expect((await act(operator, 'closeChat', chat)).chat.status).toBe('CLOSED')
    await expect(reply(operator, chat.id, 'x')).rejects.toThrow('CHAT_CLOSED')
    expect((await act(operator, 'acceptChat', chat)).userErrors[0].code).toBe('CHAT_CLOSED')
    await desk.say('visitor', 'Again')
    const next = await desk.chatOf('visitor')
    expect(next.id).not.toBe(chat.id)
    expect(next).toMatchObject({ status: 'QUEUED', visitorId: chat.visitorId, lastSeq: 1 })
    expect(await statusOf(chat)).toBe('CLOSED')
    await expectNoGaps(chat)
  })

  test('an operator closes nobody else’s active chat; an admin may', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const [mine, other] = desk.operators as [Person, Person]
    const chat = await waitingChat(desk)
    await act(mine, 'acceptChat', chat)
    expect((await act(other, 'closeChat', chat)).userErrors[0].code).toBe('NOT_IN_CHAT')
    expect((await act(desk.admin, 'closeChat', chat)).userErrors).toEqual([])
  })
})

describe('the sequence of a chat', () => {
  test('has no gaps after 50 messages at once of a visitor who is new', async () => {
    const desk = await openDesk(app)
    const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => desk.say('new', `text ${n}`)))
    expect(new Set(ids).size).toBe(50)
    expect(await app.services.db.chat.count({ where: { channelId: desk.channel.id } })).toBe(1)
    expect(await expectNoGaps(await desk.chatOf('new'))).toHaveLength(50)
  })

  test('has no gaps while visitor and operator write, the name changes and the chat changes hands', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    const chat = await waitingChat(desk)
    const { key } = await app.services.db.visitor.findUniqueOrThrow({ where: { id: chat.visitorId } })
    await act(operator, 'acceptChat', chat)
    const sender = (n: number) => ({ id: key, ...(n % 5 === 0 && { name: `Ann ${n}` }) })
    const bothWrite = async (n: number) => {
      const posted = desk.post({ sender: sender(n), message: { type: 'text', text: `visitor ${n}` } })
      await reply(operator, chat.id, `operator ${n}`)
      expect((await posted).status).toBe(200)
    }
    // Ten at a time: all wait for the same chat, and whoever waits for too long is refused.
    for (const first of [0, 10, 20]) {
      await Promise.all(Array.from({ length: 10 }, (_, n) => bothWrite(first + n)))
    }
    await expectNoGaps(chat)
    const rows = await app.services.db.message.groupBy({
      by: ['author'],
      where: { chatId: chat.id, type: 'TEXT' },
      _count: true,
    })
    expect(Object.fromEntries(rows.map(({ author, _count }) => [author, _count]))).toEqual({
      VISITOR: 31,
      OPERATOR: 30,
    })
  })
})

describe('sendMessage', () => {
  test('with the same id is one message and one delivery, also ten times at once', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    const chat = await waitingChat(desk)
    const id = randomUUID()
    await Promise.all(Array.from({ length: 10 }, () => reply(operator, chat.id, 'once', id)))
    await reply(operator, chat.id, 'once', id)
    expect(await app.services.db.message.count({ where: { chatId: chat.id, author: 'OPERATOR' } })).toBe(1)
    expect(await app.services.db.outboxItem.count({ where: { chatId: chat.id } })).toBe(1)
    await expectNoGaps(chat)
  })

  test('with an id that belongs to another message is refused', async () => {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    const [first, second] = [await waitingChat(desk), await waitingChat(desk)]
    const id = await reply(operator, first.id, 'one')
    await expect(reply(operator, second.id, 'two', id)).rejects.toThrow('IDEMPOTENCY_KEY_REUSED')
  })

  test('with an id of the same text is refused when a colleague wrote it, or when it quotes something else', async () => {
    const desk = await openDesk(app, { operators: 2 })
    const [writer, colleague] = desk.operators as [Person, Person]
    const chat = await waitingChat(desk)
    const [asked] = await app.services.db.message.findMany({ where: { chatId: chat.id } })
    const id = await reply(writer, chat.id, 'Yes')
    await act(colleague, 'joinChat', chat)
    await expect(reply(colleague, chat.id, 'Yes', id)).rejects.toThrow('IDEMPOTENCY_KEY_REUSED')
    const quoting = await mutate(writer.execute, 'sendMessage', {
      ...{ idempotencyKey: id, chatId: globalId('Chat', chat.id), text: 'Yes' },
      quotedMessageId: globalId('Message', asked?.id ?? ''),
    })
    expect(quoting.userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }])
  })

  test.each([
    ['nothing', { text: '  ' }, 'text', 'BLANK'],
    ['more than 4000 characters', { text: 'x'.repeat(4001) }, 'text', 'TOO_LONG'],
    ['a file that is not there', { fileId: globalId('File', randomUUID()) }, 'fileId', 'NOT_FOUND'],
  ])('of %s is refused and leaves the chat waiting', async (_name, input, field, code) => {
    const desk = await openDesk(app)
    const chat = await waitingChat(desk)
    const { userErrors } = await mutate(desk.operators[0].execute, 'sendMessage', {
      idempotencyKey: randomUUID(),
      chatId: globalId('Chat', chat.id),
      ...input,
    })
    expect(userErrors).toMatchObject([{ code, field: ['input', field] }])
    expect(await statusOf(chat)).toBe('QUEUED')
  })
})

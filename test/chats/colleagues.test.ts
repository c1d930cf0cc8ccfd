import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { returnLeftChats } from '../../server/domain/chats/return-left-chats.ts'
import type { Chat } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { makeChats } from '../support/make-chats.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const MINUTE = 60_000
const CHAT = 'chat { status leftAloneAt operators { name } }'

function act(person: Person, verb: string, chat: Chat, input: object = {}): Promise<Data> {
  return mutate(person.execute, verb, { chatId: globalId('Chat', chat.id), ...input }, CHAT)
}

async function answeredChat(desk: Desk): Promise<Chat> {
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const chat = await desk.chatOf(visitor)
  await reply(desk.operators[0], chat.id, 'Hi')
  return desk.chatOf(visitor)
}

const sayAgain = async (desk: Desk, { visitorId }: Chat) => {
  const { key } = await app.services.db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  await desk.say(key, 'Are you there?')
}

async function markRead(person: Person, { id }: Chat): Promise<void> {
  const { lastSeq } = await app.services.db.chat.findUniqueOrThrow({ where: { id } })
  await mutate(person.execute, 'markChatRead', { chatId: globalId('Chat', id), seq: lastSeq })
}

const chatNow = ({ id }: Chat) => app.services.db.chat.findUniqueOrThrow({ where: { id } })

async function membersOf({ id }: Chat): Promise<string[]> {
  const rows = await app.services.db.chatMember.findMany({ where: { chatId: id, leftAt: null } })
  return rows.map(({ userId }) => userId)
}

async function noticesOf({ id }: Chat): Promise<string[]> {
  const rows = await app.services.db.message.findMany({
    where: { chatId: id, type: 'NOTICE' },
    orderBy: { seq: 'asc' },
  })
  return rows.map(({ notice }) => (notice as { kind: string }).kind)
}

const auditOf = ({ id }: Chat) =>
  app.services.db.auditEntry.findMany({ where: { subjectType: 'Chat', subjectId: id } })

const untilConnected = ({ account }: Desk, { user }: Person) =>
  until(async () => expect(await app.services.presence.readConnectedUsers(account.id)).toContain(user.id))

/** As if the operator had gone, and last done something in the chat, so many minutes ago. */
async function goneFor(person: Person, chat: Chat, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * MINUTE)
  const { db } = app.services
  await db.user.update({ where: { id: person.user.id }, data: { goneAt: at } })
  await db.chatMember.updateMany({ where: { chatId: chat.id }, data: { joinedAt: at } })
  await db.message.updateMany({ where: { chatId: chat.id, author: 'OPERATOR' }, data: { createdAt: at } })
}

test('a colleague joins a chat beside the one who answers it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chat = await answeredChat(desk)
  expect((await act(max, 'joinChat', chat)).userErrors).toEqual([])
  expect((await act(max, 'joinChat', chat)).userErrors).toEqual([])
  expect((await membersOf(chat)).sort()).toEqual([dora.user.id, max.user.id].sort())
  expect(await noticesOf(chat)).toEqual(['OPERATOR_JOINED', 'OPERATOR_JOINED'])
  expect(await auditOf(chat)).toEqual([])
})

test('a colleague takes a chat over: the other leaves, with a notice and an entry in the audit log', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chat = await answeredChat(desk)
  const taken = await act(max, 'takeOverChat', chat, { operatorIds: [globalId('Operator', dora.user.id)] })
  expect(taken).toMatchObject({ chat: { status: 'ACTIVE' }, userErrors: [] })
  expect(await membersOf(chat)).toEqual([max.user.id])
  expect(await noticesOf(chat)).toEqual(['OPERATOR_JOINED', 'OPERATOR_JOINED', 'TAKEN_OVER'])
  expect(await auditOf(chat)).toMatchObject([{ action: 'CHAT_TAKEN_OVER', actorId: max.user.id }])
  await act(max, 'takeOverChat', chat)
  expect(await auditOf(chat)).toHaveLength(1)
  await expect(reply(dora, chat.id, 'late')).rejects.toThrow(`It is being answered by ${max.user.name}.`)
})

test('one takes over a chat that one shares, accepts one that waits, and changes nothing in one’s own', async () => {
  const desk = await openDesk(app, { operators: 3 })
  const [dora, max, ann] = desk.operators as [Person, Person, Person]
  const shared = await answeredChat(desk)
  const screen = openFeed(app.url, { cookie: ann.cookie, after: '0' })
  await untilConnected(desk, ann)
  const invite = (person: Person) =>
    act(person, 'inviteToChat', shared, { operatorId: globalId('Operator', ann.user.id) })
  const invitations = async () => {
    const rows = await app.services.db.chatInvitation.findMany({
      where: { chatId: shared.id },
      orderBy: { createdAt: 'asc' },
    })
    return rows.map(({ state }) => state)
  }
  await act(max, 'joinChat', shared)
  expect((await invite(dora)).userErrors).toEqual([])
  expect((await act(max, 'takeOverChat', shared)).userErrors).toEqual([])
  expect([await membersOf(shared), await invitations()]).toEqual([[max.user.id], ['EXPIRED']])
  // Dora and Max: nobody joins a second time.
  expect((await noticesOf(shared)).filter((kind) => kind === 'OPERATOR_JOINED')).toHaveLength(2)

  expect((await invite(max)).userErrors).toEqual([])
  expect((await act(max, 'takeOverChat', shared)).userErrors).toEqual([])
  expect(await invitations()).toEqual(['EXPIRED', 'PENDING'])

  await desk.say('waits', 'Hello')
  const waiting = await desk.chatOf('waits')
  const accepted = await act(max, 'takeOverChat', waiting)
  expect(accepted).toMatchObject({ chat: { status: 'ACTIVE' }, userErrors: [] })
  expect(await membersOf(waiting)).toEqual([max.user.id])
  expect(await auditOf(waiting)).toEqual([])
  await screen.close()
})

test('whoever shares a chat takes it over by naming only those whom they take it from', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chat = await answeredChat(desk)
  await act(max, 'joinChat', chat)
  const operatorIds = [globalId('Operator', dora.user.id)]
  expect((await act(max, 'takeOverChat', chat, { operatorIds })).userErrors).toEqual([])
  expect(await membersOf(chat)).toEqual([max.user.id])
})

test('an invitation replaces an earlier one, ends when its operator joins without it, and invites nobody who is in the chat', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, ann] = desk.operators as [Person, Person]
  const chat = await answeredChat(desk)
  const screen = openFeed(app.url, { cookie: ann.cookie, after: '0' })
  await untilConnected(desk, ann)
  const invite = async (more: object = {}) => {
    const operatorId = globalId('Operator', ann.user.id)
    return (await act(dora, 'inviteToChat', chat, { operatorId, ...more })).userErrors
  }
  const countNotices = () =>
    app.services.db.message.count({
      where: { chatId: chat.id, notice: { path: ['kind'], equals: 'INVITED' } },
    })
  const invitations = async () => {
    const where = { chatId: chat.id }
    const rows = await app.services.db.chatInvitation.findMany({ where, orderBy: { createdAt: 'asc' } })
    return rows.map(({ state }) => state)
  }
  expect([await invite(), await invite()]).toEqual([[], []])
  expect(await invitations()).toEqual(['EXPIRED', 'PENDING'])
  expect(await countNotices()).toBe(1)
  expect(await invite({ note: 'It is about the refund' })).toEqual([])
  expect(await countNotices()).toBe(2)
  // Nobody has ended it yet.
  await app.services.db.chatInvitation.updateMany({
    where: { chatId: chat.id, state: 'PENDING' },
    data: { expiresAt: new Date(0) },
  })
  expect(await invite({ note: 'It is about the refund' })).toEqual([])
  expect(await countNotices()).toBe(3)
  await act(ann, 'joinChat', chat)
  expect(await invitations()).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED', 'EXPIRED'])
  expect(await invite()).toMatchObject([{ code: 'INVALID', field: ['input', 'operatorId'] }])
  expect(await invitations()).toHaveLength(4)
  await screen.close()
})

test('the audit log leads to a chat that was taken over for as long as it exists', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [, max] = desk.operators as [Person, Person]
  const chat = await answeredChat(desk)
  await act(max, 'takeOverChat', chat)
  const ENTRIES = '{ auditEntries(first: 5) { nodes { action chat { id } } } }'
  const entries = async () => ((await desk.admin.execute(ENTRIES)).data as Data).auditEntries.nodes
  const { id } = chat
  expect(await entries()).toEqual([{ action: 'CHAT_TAKEN_OVER', chat: { id: globalId('Chat', id) } }])
  await app.services.db.chat.delete({ where: { id } })
  expect(await entries()).toEqual([{ action: 'CHAT_TAKEN_OVER', chat: null }])
})

test('of two who take a chat over at once, one has it and the other is told by whom', async () => {
  const desk = await openDesk(app, { operators: 3 })
  const [dora, ...others] = desk.operators as [Person, Person, Person]
  const chat = await answeredChat(desk)
  const operatorIds = [globalId('Operator', dora.user.id)]
  const answers = await Promise.all(
    others.map((person) => act(person, 'takeOverChat', chat, { operatorIds })),
  )
  const winner = answers.findIndex(({ userErrors }) => userErrors.length === 0)
  const refusals = answers.flatMap(({ userErrors }) => userErrors)
  expect(refusals).toMatchObject([
    {
      code: 'CHAT_ACCEPTED_BY_OTHER',
      message: `It is being answered by ${others[winner]?.user.name}.`,
    },
  ])
  expect(await membersOf(chat)).toEqual([others[winner]?.user.id])
})

test('a chat that is closed at the same moment is taken over by nobody', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chat = await answeredChat(desk)
  await Promise.all([act(dora, 'closeChat', chat), act(max, 'takeOverChat', chat)])
  const { status } = await chatNow(chat)
  expect(await membersOf(chat)).toEqual(status === 'CLOSED' ? [] : [max.user.id])
})

test('nobody joins a closed chat, takes it over, leaves it or types in it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chat = await answeredChat(desk)
  await act(dora, 'closeChat', chat)
  for (const verb of ['joinChat', 'takeOverChat', 'leaveChat'])
    expect((await act(max, verb, chat)).userErrors).toMatchObject([{ code: 'CHAT_CLOSED' }])
  const typing = { chatId: globalId('Chat', chat.id), typing: true }
  const typed = await mutate(dora.execute, 'setTyping', typing)
  expect(typed.userErrors).toMatchObject([{ code: 'CHAT_CLOSED' }])
  expect(await chatNow(chat)).toMatchObject({ status: 'CLOSED' })
  expect(await membersOf(chat)).toEqual([])
})

test('what the API says that one may do is what it lets one do', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [, max] = desk.operators as [Person, Person]
  const QUERY = '{ viewer { chatPermissions { status isInChat actions } } }'
  const mayClose = async (person: Person) => {
    const { viewer } = (await person.execute(QUERY)).data as Data
    const [entry] = viewer.chatPermissions.filter((each: Data) => each.status === 'ACTIVE' && !each.isInChat)
    return entry.actions.includes('CLOSE')
  }
  const chat = await answeredChat(desk)
  expect(await mayClose(max)).toBe(false)
  expect((await act(max, 'closeChat', chat)).userErrors).toMatchObject([{ code: 'NOT_IN_CHAT' }])
  expect(await mayClose(desk.admin)).toBe(true)
  expect((await act(desk.admin, 'closeChat', chat)).userErrors).toEqual([])
  expect(await auditOf(chat)).toMatchObject([{ action: 'CHAT_CLOSED' }])
})

test('who closes a chat that nobody answers takes it from nobody, so that the audit log has nothing of it', async () => {
  const desk = await openDesk(app)
  await desk.say('waits', 'Hello')
  const waiting = await desk.chatOf('waits')
  expect((await act(desk.admin, 'closeChat', waiting)).userErrors).toEqual([])
  expect(await auditOf(waiting)).toEqual([])
})

test('a chat whose operators are gone waits again once the visitor writes, at its old place', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chat = await answeredChat(desk)
  await goneFor(dora, chat, 4)
  await returnLeftChats(app.services)
  expect(await chatNow(chat)).toMatchObject({ status: 'ACTIVE' })
  await sayAgain(desk, chat)
  await Promise.all([returnLeftChats(app.services), returnLeftChats(app.services)])
  const returned = await chatNow(chat)
  expect(returned).toMatchObject({ status: 'QUEUED', queuedAt: chat.queuedAt })
  expect(returned.leftAloneAt).not.toBeNull()
  expect((await noticesOf(chat)).filter((kind) => kind === 'LEFT_ALONE')).toHaveLength(1)

  const LEFT = '{ viewer { leftChats { id } } }'
  const chatIds = [globalId('Chat', chat.id)]
  const leftChats = async () => ((await dora.execute(LEFT)).data as Data).viewer.leftChats
  expect(await leftChats()).toEqual([{ id: chatIds[0] }])
  const [otherScreen, colleagues] = [dora, max].map(({ cookie }) => openFeed(app.url, { cookie, after: '0' }))
  await mutate(dora.execute, 'acknowledgeLeftChats', { chatIds }, 'leftChats { id }')
  expect(await leftChats()).toEqual([])
  await otherScreen?.waitFor(({ kind }) => kind === 'LEFT_CHATS_ACKNOWLEDGED')
  await mutate(dora.execute, 'acknowledgeLeftChats', { chatIds }, 'leftChats { id }')

  await act(dora, 'acceptChat', chat)
  expect(await chatNow(chat)).toMatchObject({ status: 'ACTIVE', leftAloneAt: null })
  for (const feed of [otherScreen, colleagues]) await feed?.waitFor(({ kind }) => kind === 'CHAT_ACCEPTED')
  const heard = (feed = colleagues) =>
    feed?.events.filter(({ kind }) => kind === 'LEFT_CHATS_ACKNOWLEDGED').length
  expect([heard(otherScreen), heard()]).toEqual([1, 0])
  await Promise.all([otherScreen?.close(), colleagues?.close()])
})

test('hundreds of chats that one account’s operators left alone keep no other’s from waiting again', async () => {
  const desk = await openDesk(app)
  const chat = await answeredChat(desk)
  await sayAgain(desk, chat)
  await goneFor(desk.operators[0], chat, 4)
  const many = await openDesk(app)
  const [dora] = many.operators
  const left = await makeChats(app.services.db, many, 200)
  const { db } = app.services
  const goneAt = new Date(Date.now() - 4 * MINUTE)
  await db.chatMember.createMany({
    data: left.map(({ id: chatId }) => ({ chatId, userId: dora.user.id, joinedAt: goneAt })),
  })
  await db.user.update({ where: { id: dora.user.id }, data: { goneAt } })
  await returnLeftChats(app.services)
  expect((await chatNow(chat)).status).toBe('QUEUED')
})

test('a chat stays while somebody has been gone for less than the account says, or is there, or has answered', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chat = await answeredChat(desk)
  await sayAgain(desk, chat)
  await goneFor(dora, chat, 2)
  await returnLeftChats(app.services)
  expect((await chatNow(chat)).status).toBe('ACTIVE')

  const screen = openFeed(app.url, { cookie: max.cookie, after: '0' })
  await untilConnected(desk, max)
  await act(max, 'joinChat', chat)
  await goneFor(dora, chat, 4)
  await goneFor(max, chat, 4)
  await returnLeftChats(app.services)
  expect((await chatNow(chat)).status).toBe('ACTIVE')
  await screen.close()
})

test('a chat that was taken from somebody who was gone is told to them until they are in it again or cannot see it', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const [answered, other] = [await answeredChat(desk), await answeredChat(desk)]
  for (const chat of [answered, other]) {
    await sayAgain(desk, chat)
    await goneFor(dora, chat, 4)
  }
  await returnLeftChats(app.services)
  const leftChats = async () =>
    ((await dora.execute('{ viewer { leftChats { id } } }')).data as Data).viewer.leftChats
  expect(await leftChats()).toHaveLength(2)
  await act(dora, 'acceptChat', answered)
  expect(await leftChats()).toEqual([{ id: globalId('Chat', other.id) }])
  await app.services.db.channelOperator.deleteMany({ where: { userId: dora.user.id } })
  expect(await leftChats()).toEqual([])
})

test('a chat stays with somebody who has no screen, as a program, when they accepted it or wrote in it a moment ago', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const chat = await answeredChat(desk)
  const statusAfterSweep = async () => {
    await returnLeftChats(app.services)
    return (await chatNow(chat)).status
  }
  await act(dora, 'leaveChat', chat)
  await goneFor(dora, chat, 4)
  await act(dora, 'acceptChat', chat)
  await sayAgain(desk, chat)
  expect(await statusAfterSweep()).toBe('ACTIVE')

  await goneFor(dora, chat, 4)
  await reply(dora, chat.id, 'One moment')
  await sayAgain(desk, chat)
  expect(await statusAfterSweep()).toBe('ACTIVE')

  await goneFor(dora, chat, 4)
  expect(await statusAfterSweep()).toBe('QUEUED')
})

test('an account can choose the minutes, or never', async () => {
  const desk = await openDesk(app, { operators: 1 })
  const set = (leftAloneMinutes: number | null) =>
    mutate(
      desk.admin.execute,
      'updateChatSettings',
      { leftAloneMinutes },
      'chatSettings { leftAloneMinutes }',
    )
  expect((await set(61)).userErrors).toMatchObject([{ code: 'INVALID' }])
  expect((await set(0)).userErrors).toMatchObject([{ code: 'INVALID' }])
  const chat = await answeredChat(desk)
  await sayAgain(desk, chat)
  await goneFor(desk.operators[0], chat, 30)
  expect(await set(null)).toMatchObject({ chatSettings: { leftAloneMinutes: null }, userErrors: [] })
  await returnLeftChats(app.services)
  expect((await chatNow(chat)).status).toBe('ACTIVE')
  await set(29)
  await returnLeftChats(app.services)
  expect((await chatNow(chat)).status).toBe('QUEUED')
})

test('a chat whose operator has read it while the sweep waited stays; what others did in a chat keeps it from nobody', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const { db } = app.services
  const screen = openFeed(app.url, { cookie: max.cookie, after: '0' })
  await untilConnected(desk, max)
  const read = await answeredChat(desk)
  const left = await answeredChat(desk)
  await markRead(dora, left)
  for (const chat of [read, left]) await sayAgain(desk, chat)
  // The colleague who is there has read it, and was in it for a moment; another invitation to them is open.
  await markRead(max, left)
  await act(max, 'joinChat', left)
  await act(max, 'leaveChat', left)
  const toUserId = globalId('Operator', max.user.id)
  expect((await act(dora, 'inviteToChat', left, { operatorId: toUserId })).userErrors).toEqual([])
  for (const chat of [read, left]) await goneFor(dora, chat, 4)

  let sweep: Promise<void> | undefined
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM "Chat" WHERE id = ${read.id}::uuid FOR UPDATE`
    sweep = returnLeftChats(app.services)
    await untilLocked(db, 'FOR NO KEY UPDATE')
    const { lastSeq } = await tx.chat.findUniqueOrThrow({ where: { id: read.id } })
    const mark = { chatId: read.id, userId: dora.user.id, lastSeq }
    await tx.chatRead.upsert({
      where: { chatId_userId: { chatId: read.id, userId: dora.user.id } },
      create: mark,
      update: mark,
    })
  })
  await sweep
  expect(await chatNow(read)).toMatchObject({ status: 'ACTIVE', leftAloneAt: null })
  expect(await chatNow(left)).toMatchObject({ status: 'QUEUED' })
  const states = await db.chatInvitation.findMany({ where: { chatId: left.id } })
  expect(states.map(({ state }) => state)).toEqual(['EXPIRED'])
  await screen.close()
})

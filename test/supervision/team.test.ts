import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinChatSilently } from '../../server/domain/chats/observers/join-chat-silently.ts'
import type { Chat } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { type Data, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function enterSupervisor(desk: Desk): Promise<Person> {
  const user = await makeUser(app.services, { accountId: desk.account.id, role: 'SUPERVISOR' })
  await app.services.db.channelOperator.create({ data: { channelId: desk.channel.id, userId: user.id } })
  const { cookie, viewer } = await signedIn(app.services, user.id)
  return { user, viewer, cookie, execute: graphqlAs(app.url, { cookie }) }
}

async function answeredChat(desk: Desk): Promise<Chat> {
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const chat = await desk.chatOf(visitor)
  await reply(desk.operators[0], chat.id, 'Hi')
  return desk.chatOf(visitor)
}

const TEAM = `{ team(first: 10) { totalCount nodes { id workload {
  since chats longestWaitSince offers answeredToday firstReplySeconds } } } }`

test('the team is whom one looks after, with what they have to do and have done today', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const boss = await enterSupervisor(desk)
  const stranger = await makeUser(app.services, { accountId: desk.account.id })
  const { db } = app.services
  const [waiting, quick] = [await answeredChat(desk), await answeredChat(desk)]
  // In one chat the visitor waited for ten seconds, in the other for twenty.
  for (const [{ id: chatId }, seconds] of [[waiting, 10] as const, [quick, 20] as const]) {
    const answer = await db.message.findFirstOrThrow({ where: { chatId, author: 'OPERATOR' } })
    const createdAt = new Date(answer.createdAt.getTime() - seconds * 1_000)
    await db.message.updateMany({ where: { chatId, author: 'VISITOR' }, data: { createdAt } })
  }
  const { key } = await db.visitor.findUniqueOrThrow({ where: { id: waiting.visitorId } })
  await desk.say(key, 'And?')
  await db.chatInvitation.create({
    data: {
      ...{ accountId: desk.account.id, chatId: quick.id, kind: 'JOIN' },
      ...{ fromUserId: dora.user.id, toUserId: max.user.id, expiresAt: new Date(Date.now() + 60_000) },
    },
  })
  const { team } = (await boss.execute(TEAM)).data as Data
  const idsOf = (...users: { id: string }[]) => users.map(({ id }) => globalId('Operator', id)).sort()
  expect(team.nodes.map(({ id }: Data) => id).sort()).toEqual(idsOf(dora.user, max.user, boss.user))
  expect(team.totalCount).toBe(3)
  const workloadOf = ({ user }: Person) =>
    team.nodes.find(({ id }: Data) => id === globalId('Operator', user.id)).workload
  const { unansweredSince } = await db.chat.findUniqueOrThrow({ where: { id: waiting.id } })
  expect(workloadOf(dora)).toEqual({
    ...{ since: null, chats: 2, longestWaitSince: unansweredSince?.toISOString(), offers: 0 },
    ...{ answeredToday: 2, firstReplySeconds: 15 },
  })
  expect(workloadOf(max)).toEqual({
    ...{ since: null, chats: 0, longestWaitSince: null, offers: 1 },
    ...{ answeredToday: 0, firstReplySeconds: null },
  })
  expect(((await desk.admin.execute(TEAM)).data as Data).team.totalCount).toBe(5)
  expect((await dora.execute(TEAM)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  const WORKLOAD = 'query ($id: ID!) { node(id: $id) { ... on Operator { workload { chats } } } }'
  const see = async (person: Person, id: string) =>
    ((await person.execute(WORKLOAD, { id: globalId('Operator', id) })).data as Data).node.workload
  expect(await see(boss, stranger.id)).toBeNull()
  expect(await see(max, dora.user.id)).toBeNull()
  expect(await see(dora, dora.user.id)).toEqual({ chats: 2 })
})

test('a supervisor joins silently: its operators see it, nobody answers in their place, and joining ends it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const boss = await enterSupervisor(desk)
  const chat = await answeredChat(desk)
  const chatId = globalId('Chat', chat.id)
  const act = (person: Person, verb: string) =>
    mutate(person.execute, verb, { chatId }, 'chat { status operators { id } observers { id } }')
  const [bossId, doraId] = [boss, dora].map(({ user }) => ({ id: globalId('Operator', user.id) }))
  const screen = openFeed(app.url, { cookie: dora.cookie, after: '0' })
  expect((await act(max, 'joinChatSilently')).userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
  const silent = { status: 'ACTIVE', operators: [doraId], observers: [bossId] }
  expect((await act(boss, 'joinChatSilently')).chat).toEqual(silent)
  expect((await act(boss, 'joinChatSilently')).chat).toEqual(silent)
  await screen.waitFor(({ kind }) => kind === 'OBSERVER_JOINED')
  expect((await act(boss, 'leaveChatSilently')).chat).toMatchObject({ observers: [] })
  await screen.waitFor(({ kind }) => kind === 'OBSERVER_LEFT')
  await act(boss, 'joinChatSilently')
  const both = { operators: [doraId, bossId], observers: [] }
  expect((await act(boss, 'joinChat')).chat).toMatchObject(both)
  expect((await act(boss, 'joinChatSilently')).chat).toMatchObject(both)
  const notices = await app.services.db.message.findMany({
    where: { chatId: chat.id, type: 'NOTICE' },
    orderBy: { seq: 'asc' },
  })
  expect(notices.map(({ notice }) => (notice as Data).kind).slice(-4)).toEqual([
    'OBSERVER_JOINED',
    'OBSERVER_LEFT',
    'OBSERVER_JOINED',
    'OPERATOR_JOINED',
  ])
  await act(boss, 'leaveChat')
  await act(boss, 'joinChatSilently')
  await act(dora, 'closeChat')
  expect((await act(boss, 'joinChatSilently')).userErrors).toMatchObject([{ code: 'CHAT_CLOSED' }])
  await screen.close()
})

test('whoever accepts a chat, in which they were silently, is gone from it once they leave', async () => {
  const desk = await openDesk(app)
  const boss = await enterSupervisor(desk)
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const chatId = globalId('Chat', (await desk.chatOf(visitor)).id)
  const act = (verb: string) => mutate(boss.execute, verb, { chatId }, 'chat { status observers { id } }')
  await act('joinChatSilently')
  expect((await act('acceptChat')).chat).toEqual({ status: 'ACTIVE', observers: [] })
  expect((await act('leaveChat')).chat).toEqual({ status: 'QUEUED', observers: [] })
})

test('whoever no longer supervises, or no longer sees the channel, leaves silently too, and colleagues see it', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const { db } = app.services
  const screen = openFeed(app.url, { cookie: dora.cookie, after: '0' })
  const deprive = {
    demoted: (boss: Person) =>
      mutate(
        desk.admin.execute,
        'updateOperator',
        { id: globalId('Operator', boss.user.id), role: 'OPERATOR' },
        'operator { id }',
      ),
    deactivated: (boss: Person) =>
      mutate(
        desk.admin.execute,
        'deactivateOperator',
        { id: globalId('Operator', boss.user.id) },
        'operator { id }',
      ),
    unassigned: () =>
      mutate(
        desk.admin.execute,
        'updateChannel',
        { id: globalId('Channel', desk.channel.id), operatorIds: [globalId('Operator', dora.user.id)] },
        'channel { id }',
      ),
  }
  for (const [how, run] of Object.entries(deprive)) {
    const [boss, chat] = [await enterSupervisor(desk), await answeredChat(desk)]
    const own = openFeed(app.url, { cookie: boss.cookie, after: '0' })
    await own.waitFor(({ kind, chatId }) => kind === 'CHAT_ACCEPTED' && chatId === globalId('Chat', chat.id))
    const chatId = globalId('Chat', chat.id)
    await mutate(boss.execute, 'joinChatSilently', { chatId }, 'chat { id }')
    expect((await run(boss)).userErrors, how).toEqual([])
    await screen.waitFor(({ kind, chatId: id }) => kind === 'OBSERVER_LEFT' && id === chatId)
    expect(await db.chatObserver.count({ where: { userId: boss.user.id } }), how).toBe(0)
    expect(await db.chat.findUniqueOrThrow({ where: { id: chat.id } }), how).toMatchObject({
      ...{ status: 'ACTIVE', isObserved: false },
    })
    await own.close()
  }
  await screen.close()
})

test('a request that began before somebody stopped supervising no longer lets them in silently', async () => {
  const desk = await openDesk(app)
  const boss = await enterSupervisor(desk)
  const { id: chatId } = await answeredChat(desk)
  const { viewer } = boss
  const input = { id: globalId('Operator', boss.user.id), role: 'OPERATOR' }
  await mutate(desk.admin.execute, 'updateOperator', input, 'operator { id }')
  await expect(joinChatSilently(app.services, { viewer, chatId })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await app.services.db.chatObserver.count({ where: { chatId } })).toBe(0)
})

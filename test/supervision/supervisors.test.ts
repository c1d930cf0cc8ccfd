import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { topics } from '../../server/events/bus.ts'
import type { Chat } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { type Data, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function enter(desk: Desk, role: 'SUPERVISOR' | 'OPERATOR'): Promise<Person> {
  const user = await makeUser(app.services, { accountId: desk.account.id, role })
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

const act = (person: Person, verb: string, chat: Chat, input: object = {}): Promise<Data> =>
  mutate(person.execute, verb, { chatId: globalId('Chat', chat.id), ...input }, 'chat { id status }')

async function mayOpen({ execute }: Person, chat: Chat): Promise<boolean> {
  const { data } = await execute('query ($id: ID!) { chat(by: { id: $id }) { id } }', {
    id: globalId('Chat', chat.id),
  })
  return data?.chat !== null
}

const memberIds = (...people: Person[]) => people.map(({ user }) => globalId('Operator', user.id))

const makeDepartment = async (desk: Desk, ...people: Person[]): Promise<string> => {
  const input = { name: `Team ${randomUUID()}`, memberIds: memberIds(...people) }
  const made = await mutate(desk.admin.execute, 'createDepartment', input, 'department { id }')
  return made.department.id
}

test('a supervisor sees what their departments answer, and no longer once a department is not theirs', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const [supervisor, colleague] = [await enter(desk, 'SUPERVISOR'), await enter(desk, 'OPERATOR')]
  const chat = await answeredChat(desk)
  expect(await mayOpen(supervisor, chat)).toBe(false)

  const id = await makeDepartment(desk, dora, supervisor, colleague)
  expect(await mayOpen(supervisor, chat)).toBe(true)
  // The members of a department who do not supervise it see their own channels only.
  expect(await mayOpen(colleague, chat)).toBe(false)
  const feed = openFeed(app.url, { cookie: supervisor.cookie, after: '0' })
  await feed.waitFor(({ kind, chatId }) => kind === 'CHAT_ACCEPTED' && chatId === globalId('Chat', chat.id))
  await feed.close()
  expect((await act(supervisor, 'joinChat', chat)).userErrors).toEqual([])

  const without = { id, memberIds: memberIds(supervisor) }
  await mutate(desk.admin.execute, 'updateDepartment', without, 'department { id }')
  expect(await mayOpen(supervisor, chat)).toBe(false)
  const members = await app.services.db.chatMember.findMany({ where: { chatId: chat.id, leftAt: null } })
  expect(members.map(({ userId }) => userId)).toEqual([dora.user.id])
})

test('a supervisor sees the channels of whoever joins their department by an invitation, and their screens connect again', async () => {
  const desk = await openDesk(app)
  const supervisor = await enter(desk, 'SUPERVISOR')
  const departmentId = await makeDepartment(desk, supervisor)
  const invited = {
    email: `${randomUUID()}@example.com`,
    role: 'OPERATOR',
    channelIds: [globalId('Channel', desk.channel.id)],
    departmentIds: [departmentId],
  }
  const { link } = await mutate(desk.admin.execute, 'inviteOperator', invited, 'link')
  const announced: string[] = []
  const stop = await app.services.bus.subscribe(topics.access, (change) => announced.push(change))
  const { userErrors } = await mutate(
    graphqlAs(app.url, {}),
    'acceptOperatorInvitation',
    { token: link.split('/').at(-1), name: 'Sam', password: randomUUID() },
    'viewer { email }',
  )
  expect(userErrors).toEqual([])
  expect(announced.map((change) => JSON.parse(change).userIds)).toEqual([[supervisor.user.id]])
  stop()
  expect(await mayOpen(supervisor, await answeredChat(desk))).toBe(true)
})

test('two changes at once, each of which leaves the other’s way to a channel, take both ways', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const supervisor = await enter(desk, 'SUPERVISOR')
  const chat = await answeredChat(desk)
  const id = await makeDepartment(desk, dora, max, supervisor)
  expect((await act(supervisor, 'joinChat', chat)).userErrors).toEqual([])
  const { db } = app.services
  const changes = await db.$transaction(async (tx) => {
    // Both have done everything but write to the audit log, unless one of them waits for the other.
    await tx.$executeRaw`LOCK TABLE "AuditEntry" IN SHARE MODE`
    const running = [
      mutate(
        desk.admin.execute,
        'updateDepartment',
        { id, memberIds: memberIds(dora, supervisor) },
        'department { id }',
      ),
      mutate(
        desk.admin.execute,
        'updateChannel',
        { id: globalId('Channel', desk.channel.id), operatorIds: memberIds(max) },
        'channel { id }',
      ),
    ]
    await until(async () => {
      const [row] = await db.$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      expect(row?.waiting).toBe(2)
    })
    return running
  })
  expect((await Promise.all(changes)).flatMap(({ userErrors }) => userErrors)).toEqual([])
  expect(await mayOpen(supervisor, chat)).toBe(false)
  const where = { chatId: chat.id, userId: supervisor.user.id, leftAt: null }
  expect(await db.chatMember.count({ where })).toBe(0)
})

test('a supervisor takes over, transfers and closes what others answer, which the audit log tells', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const supervisor = await enter(desk, 'SUPERVISOR')
  const department = await makeDepartment(desk, dora, supervisor)
  const [taken, moved, closed] = [
    await answeredChat(desk),
    await answeredChat(desk),
    await answeredChat(desk),
  ]
  const outcomes = await Promise.all([
    act(supervisor, 'takeOverChat', taken),
    act(supervisor, 'transferChat', moved, { departmentId: department }),
    act(supervisor, 'closeChat', closed),
  ])
  expect(outcomes.flatMap(({ userErrors }) => userErrors)).toEqual([])
  const actions = await app.services.db.auditEntry.findMany({
    where: { accountId: desk.account.id, actorId: supervisor.user.id },
    select: { action: true },
  })
  expect(actions.map(({ action }) => action).sort()).toEqual([
    'CHAT_CLOSED',
    'CHAT_TAKEN_OVER',
    'CHAT_TRANSFERRED',
  ])
})

test('an admin makes somebody a supervisor, and nothing that the build before reads has a new value', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const other = await enter(desk, 'OPERATOR')
  await makeDepartment(desk, dora, other)
  const chat = await answeredChat(desk)
  const become = async (role: string) => {
    const input = { id: globalId('Operator', other.user.id), role }
    const { operator, userErrors } = await mutate(
      desk.admin.execute,
      'updateOperator',
      input,
      'operator { role }',
    )
    expect(userErrors).toEqual([])
    const { cookie } = await signedIn(app.services, other.user.id)
    const mayRead = await mayOpen({ ...other, execute: graphqlAs(app.url, { cookie }) }, chat)
    const { role: stored } = await app.services.db.user.findUniqueOrThrow({ where: { id: other.user.id } })
    return { role: operator.role, stored, mayRead }
  }
  expect(await become('SUPERVISOR')).toEqual({ role: 'SUPERVISOR', stored: 'OPERATOR', mayRead: true })
  expect(await become('ADMIN')).toEqual({ role: 'ADMIN', stored: 'ADMIN', mayRead: true })
  expect(await become('OPERATOR')).toEqual({ role: 'OPERATOR', stored: 'OPERATOR', mayRead: false })
  const audited = await app.services.db.auditEntry.findMany({
    where: { accountId: desk.account.id, action: 'OPERATOR_UPDATED' },
    orderBy: { createdAt: 'asc' },
  })
  expect(audited[0]?.changes).toMatchObject([{ field: 'role', before: 'OPERATOR', after: 'SUPERVISOR' }])

  const invited = { email: `${randomUUID()}@example.com`, role: 'SUPERVISOR' }
  const { link } = await mutate(desk.admin.execute, 'inviteOperator', invited, 'link')
  const accepted = await mutate(
    graphqlAs(app.url, {}),
    'acceptOperatorInvitation',
    { token: link.split('/').at(-1), name: 'Sam', password: randomUUID() },
    'viewer { operator { role } }',
  )
  expect(accepted.viewer.operator.role).toBe('SUPERVISOR')
})

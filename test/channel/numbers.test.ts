import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const closeAll = ({ account }: Desk) =>
  app.services.db.chat.updateMany({ where: { accountId: account.id }, data: { status: 'CLOSED' } })

async function numbersOf({ account }: Desk): Promise<number[]> {
  const chats = await app.services.db.chat.findMany({ where: { accountId: account.id } })
  return chats.map(({ number }) => number).toSorted((a, b) => a - b)
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('chats are numbered 1, 2, 3 … in each account, whoever else opens some at the same moment', async () => {
  const desks = [await openDesk(app), await openDesk(app)] as const
  const visitors = Array.from({ length: 15 }, () => randomUUID())
  await Promise.all(
    desks.flatMap((desk) => visitors.flatMap((id) => [desk.say(id, 'Hello'), desk.say(id, '?')])),
  )
  for (const desk of desks) expect(await numbersOf(desk)).toEqual(upTo(15))
})

test('the next chats of the same visitors go on from there, also next to those of new ones', async () => {
  const desk = await openDesk(app)
  const visitors = Array.from({ length: 10 }, () => randomUUID())
  await Promise.all(visitors.map((id) => desk.say(id, 'Hello')))
  await closeAll(desk)
  const others = Array.from({ length: 10 }, () => randomUUID())
  await Promise.all([...visitors, ...others].map((id) => desk.say(id, 'Hello again')))
  expect(await numbersOf(desk)).toEqual(upTo(30))
})

test('a visitor who goes on in an open chat does not wait for an account that is locked', async () => {
  const desk = await openDesk(app)
  await desk.say('known', 'Hello')
  let late: Promise<string> | undefined
  await app.services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Account" WHERE id = ${desk.account.id}::uuid FOR UPDATE`
    late = desk.say('new', 'Hello')
    await desk.say('known', 'Still here')
  })
  await late
  expect(await numbersOf(desk)).toEqual([1, 2])
})

test('departments are numbered in each account, too', async () => {
  for (const desk of [await openDesk(app), await openDesk(app)]) {
    for (const number of [1, 2]) {
      const input = { name: `Department ${number}`, memberIds: [] }
      const made = await mutate(desk.admin.execute, 'createDepartment', input, 'department { id number }')
      expect(made.department.number).toBe(number)
      await mutate(desk.admin.execute, 'deleteDepartment', { id: made.department.id })
    }
  }
})

test('a chat is found by its number in its own account only', async () => {
  const [desk, other] = [await openDesk(app), await openDesk(app)]
  for (const id of ['a', 'b']) await desk.say(id, 'Hello')
  await other.say('c', 'Hello')
  const find = async ({ admin }: Desk) =>
    (await admin.execute('{ chats(view: ALL, search: "#1") { nodes { id number } } }')).data.chats.nodes
  const idOf = async (desk: Desk, visitor: string) => globalId('Chat', (await desk.chatOf(visitor)).id)
  expect(await find(desk)).toEqual([{ id: await idOf(desk, 'a'), number: 1 }])
  expect(await find(other)).toEqual([{ id: await idOf(other, 'c'), number: 1 }])
})

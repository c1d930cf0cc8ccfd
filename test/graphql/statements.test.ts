import { print } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelsQuery } from '../../operator-app/src/graphql/channels.ts'
import { departmentsQuery } from '../../operator-app/src/graphql/people.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type RanStatement, recordRows } from '../support/count-statements.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { globalId } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Without what marks events as announced, and what the queue does: both come at a time of their own. */
async function recordWork(work: () => Promise<unknown>): Promise<RanStatement[]> {
  const statements = await recordRows(work)
  return statements.filter(({ sql }) => !/^--|bullmq/.test(sql))
}

/** What each statement does to which tables. */
async function tables(work: () => Promise<unknown>): Promise<string[]> {
  return (await recordWork(work)).map(({ sql }) => tablesOf(sql))
}

function tablesOf(sql: string): string {
  const names = [...sql.matchAll(/(?:FROM|INTO|UPDATE|JOIN) (?:"public"\.)?"(\w+)"/g)].map(([, name]) => name)
  return [sql.split(' ')[0], ...new Set(names)].join(' ')
}

const INBOX = `{
  viewer { eventCursor operator { name photoUrl presence } }
  chatCounts { waiting mine all }
  chats(view: ALL, first: 50) {
    edges { node {
      id status preview viewerLastReadSeq
      visitor { name } channel { name } department { name } operators { name photoUrl presence }
      invitations { id }
      messages(last: 1) { edges { node { seq } } }
    } }
  }
}`
const HISTORY = `query ($id: ID!) { chat(by: { id: $id }) { messages(last: 50) { edges { node {
  seq text operator { name photoUrl } delivery { state errorMessage }
} } } } }`

async function fill(desk: Desk, chats: number): Promise<string> {
  for (let n = 0; n < chats; n++) {
    await desk.say(n, 'Hello')
    const chat = await desk.chatOf(n)
    await reply(desk.operators[n % desk.operators.length] ?? desk.operators[0], chat.id, 'Hi')
  }
  return globalId('Chat', (await desk.chatOf(0)).id)
}

test('the inbox costs the same number of statements for 2 chats and for 20', async () => {
  const [small, large] = [await openDesk(app, { operators: 2 }), await openDesk(app, { operators: 2 })]
  await Promise.all([fill(small, 2), fill(large, 20)])
  const cost = async ({ operators }: Desk) => {
    await operators[0].execute('{ viewer { email } }')
    return tables(() => operators[0].execute(INBOX))
  }
  const statements = await cost(large)
  expect([...statements].sort()).toEqual((await cost(small)).sort())
  expect(statements.sort()).toMatchInlineSnapshot(`
    [
      "SELECT",
      "SELECT Channel",
      "SELECT ChannelOperator DepartmentMember Channel Session User",
      "SELECT Chat",
      "SELECT ChatInvitation",
      "SELECT ChatMember",
      "SELECT ChatRead",
      "SELECT Message",
      "SELECT User",
      "SELECT User",
      "SELECT Visitor",
      "WITH Chat ChatMember",
    ]
  `)
})

test('the inbox reads no more rows than it shows, however much was written', async () => {
  const desk = await openDesk(app)
  await fill(desk, 3)
  const chat = await desk.chatOf(0)
  await app.services.db.message.createMany({
    data: Array.from({ length: 500 }, (_, n) => ({
      accountId: desk.account.id,
      chatId: chat.id,
      seq: 1000 + n,
      author: 'VISITOR' as const,
      type: 'TEXT' as const,
    })),
  })
  const statements = await recordWork(() => desk.operators[0].execute(INBOX))
  expect(statements.map(({ sql, rows }) => `${tablesOf(sql)}: ${rows}`).sort()).toMatchInlineSnapshot(`
    [
      "SELECT Channel: 1",
      "SELECT ChannelOperator DepartmentMember Channel Session User: 1",
      "SELECT Chat: 3",
      "SELECT ChatInvitation: 0",
      "SELECT ChatMember: 3",
      "SELECT ChatRead: 0",
      "SELECT Message: 6",
      "SELECT User: 1",
      "SELECT Visitor: 3",
      "SELECT: 1",
      "WITH Chat ChatMember: 1",
    ]
  `)
})

test('the lists of channels and departments read nobody of those who work there', async () => {
  const { admin, account, channel, db } = { ...(await openDesk(app, { operators: 5 })), db: app.services.db }
  const users = await db.user.findMany({ where: { accountId: account.id } })
  await db.department.create({
    data: {
      ...{ accountId: account.id, number: 1, name: 'Sales' },
      members: { create: users.map(({ id: userId }) => ({ userId })) },
    },
  })
  const ask = async (query: string) => (await admin.execute(query, { first: 100 })).data
  let channels: { edges: unknown[] } | undefined
  const statements = await recordWork(async () => {
    channels = (await ask(print(channelsQuery))).channels
    await ask(print(departmentsQuery))
  })
  expect(channels?.edges).toMatchObject([{ node: { name: channel.name, operatorCount: 5 } }])
  expect(statements.filter(({ sql }) => /FROM "(public"\.")?User"/.test(sql))).toEqual([])
})

test('a history costs the same number of statements for 2 messages and for 40', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const id = await fill(desk, 1)
  const cost = () => tables(() => operator.execute(HISTORY, { id }))
  const before = await cost()
  const chat = await desk.chatOf(0)
  for (let n = 0; n < 20; n++) {
    await desk.say(0, `more ${n}`)
    await reply(operator, chat.id, `more ${n}`)
  }
  const after = await cost()
  expect(after).toEqual(before)
  expect(after).toMatchInlineSnapshot(`
    [
      "SELECT ChannelOperator DepartmentMember Channel Session User",
      "SELECT Chat",
      "SELECT Message",
      "SELECT User",
      "SELECT OutboxItem",
    ]
  `)
})

test('a visitor’s message to an open chat is one statement', async () => {
  const desk = await openDesk(app)
  await desk.say('a', 'Hello')
  expect(await tables(() => desk.say('a', 'again'))).toMatchInlineSnapshot(`
    [
      "WITH Visitor Chat Message Event OutboxItem WebhookEndpoint",
    ]
  `)
})

test('a channel’s status is answered from memory', async () => {
  const desk = await openDesk(app)
  const ask = () => fetch(`${app.url}${desk.channel.path}/status`)
  await ask()
  expect(await tables(ask)).toEqual([])
})

test('an operator’s message to a chat of their own is two statements', async () => {
  const desk = await openDesk(app)
  await fill(desk, 1)
  const chat = await desk.chatOf(0)
  expect(await tables(() => reply(desk.operators[0], chat.id, 'Hi'))).toMatchInlineSnapshot(`
    [
      "SELECT ChannelOperator DepartmentMember Channel Session User",
      "SELECT Chat ChatMember Message",
      "WITH Chat Message Event OutboxItem Bot BotProvider Channel WebhookEndpoint",
    ]
  `)
})

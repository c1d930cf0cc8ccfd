import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type Data, type Execute, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

type Case = [mutation: string, entity: string, input: () => Promise<Data> | Data]

const cases: Case[] = [
  ['createChannel', 'channel', () => ({ name: 'Website', operatorIds: [], settings: { widget: {} } })],
  ['createDepartment', 'department', () => ({ name: randomUUID(), memberIds: [] })],
  ['createTag', 'tag', () => ({ name: randomUUID() })],
  ['createSavedView', 'savedView', () => ({ name: 'Mine', filter: {} })],
  ['createBotProvider', 'botProvider', provider],
  ['connectBot', 'bot', bot],
  [
    'createWebhookEndpoint',
    'endpoint',
    () => ({ name: 'CRM', url: 'https://crm.example.com/', events: ['CHAT_FINISHED'] }),
  ],
  [
    'createCannedReply',
    'cannedReply',
    () => ({ shared: true, title: 'Hours', shortcut: `x${randomUUID().slice(0, 8)}`, text: 'At nine.' }),
  ],
]

function provider() {
  return { name: 'Bots', endpointUrl: 'https://bots.example.com/', profile: 'SEED' }
}

async function bot() {
  const { botProvider } = await mutate(
    desk.admin.execute,
    'createBotProvider',
    provider(),
    'botProvider { id }',
  )
  return { providerId: botProvider.id, name: 'Robo', token: randomUUID(), channelIds: [] }
}

describe.each(cases)('%s', (mutation, entity, input) => {
  const create = (execute: Execute, fields: Data) => mutate(execute, mutation, fields, `${entity} { id }`)

  test('creates one thing for one key, also when it is asked twice at once', async () => {
    const asked = { ...(await input()), idempotencyKey: randomUUID() }
    const [first, second] = await Promise.all([1, 2].map(() => create(desk.admin.execute, asked)))
    expect(first).toMatchObject({ [entity]: { id: expect.any(String) }, userErrors: [] })
    expect(second).toEqual(first)
    expect(await create(desk.admin.execute, asked)).toEqual(first)
  })

  test('refuses the key with another input, and when it was used for something else', async () => {
    const idempotencyKey = randomUUID()
    const asked = { ...(await input()), idempotencyKey }
    await create(desk.admin.execute, asked)
    const refusal = { code: 'IDEMPOTENCY_KEY_REUSED', field: ['input', 'idempotencyKey'] }
    const other = mutation === 'createCannedReply' ? { title: 'Other' } : { name: 'Other' }
    expect((await create(desk.admin.execute, { ...asked, ...other })).userErrors).toMatchObject([refusal])
    const token = await mutate(desk.admin.execute, 'createApiToken', { name: 'Reports', idempotencyKey })
    expect(token.userErrors).toMatchObject([refusal])
  })
})

test('a key is its owner’s: with the same one, colleagues and other accounts create their own', async () => {
  const other = await openDesk(app)
  const asked = { name: 'Mine', filter: {}, idempotencyKey: randomUUID() }
  const people = [desk.admin, ...desk.operators, other.admin]
  const made = await Promise.all(
    people.map(({ execute }) => mutate(execute, 'createSavedView', asked, 'savedView { id }')),
  )
  expect(new Set(made.map(({ savedView }) => savedView.id)).size).toBe(people.length)
})

test('what was deleted since is created again', async () => {
  const { execute } = desk.admin
  const asked = { name: randomUUID(), idempotencyKey: randomUUID() }
  const { tag } = await mutate(execute, 'createTag', asked, 'tag { id }')
  await mutate(execute, 'deleteTag', { id: tag.id })
  const again = await mutate(execute, 'createTag', asked, 'tag { id }')
  expect(again.tag.id).not.toBe(tag.id)
  expect(await mutate(execute, 'createTag', asked, 'tag { id }')).toEqual(again)
})

test('a key gives nobody what they may no longer create', async () => {
  const { admin } = await openDesk(app)
  const asked = { name: 'Sales', memberIds: [], idempotencyKey: randomUUID() }
  await mutate(admin.execute, 'createDepartment', asked)
  await app.services.db.user.update({ where: { id: admin.user.id }, data: { role: 'OPERATOR' } })
  const { userErrors } = await mutate(admin.execute, 'createDepartment', asked)
  expect(userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
})

test('an API token whose answer was lost is replaced by one that its owner gets', async () => {
  const { execute } = desk.admin
  const ask = { name: 'Reports', idempotencyKey: randomUUID() }
  const make = () => mutate(execute, 'createApiToken', ask, 'token apiToken { id }')
  const [lost, got] = [await make(), await make()]
  const nameOf = async (token: string) => (await graphqlAs(app.url, { token })('{ viewer { email } }')).data
  expect(await nameOf(got.token)).toEqual({ viewer: { email: desk.admin.user.email } })
  expect(await nameOf(lost.token)).toBeUndefined()
  const { data } = await execute('{ viewer { apiTokens { id } } }')
  expect(data.viewer.apiTokens).toEqual([{ id: got.apiToken.id }])
  const entries = await app.services.db.auditEntry.findMany({
    where: { accountId: desk.account.id, subjectType: 'ApiToken' },
    orderBy: { createdAt: 'asc' },
    select: { action: true },
  })
  expect(entries.map(({ action }) => action)).toEqual([
    'API_TOKEN_CREATED',
    'API_TOKEN_REVOKED',
    'API_TOKEN_CREATED',
  ])
})

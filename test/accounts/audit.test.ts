import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await openDesk(app)
})

const entriesOf = async (filter: object = {}, person = desk.admin) => {
  const { data, errors } = await person.execute(
    `query ($filter: AuditFilter) { auditEntries(filter: $filter) { nodes {
      action subjectType subjectId label note address userAgent actor { name } changes { field before after } } } }`,
    { filter },
  )
  expect(errors).toBeUndefined()
  return data.auditEntries.nodes
}

test('what an admin changes is told with who, what, before, after and from where', async () => {
  const id = globalId('Channel', desk.channel.id)
  const { userErrors } = await mutate(desk.admin.execute, 'updateChannel', {
    id,
    name: 'Renamed',
    operatorIds: [],
  })
  expect(userErrors).toEqual([])
  expect(await entriesOf()).toEqual([
    {
      action: 'CHANNEL_UPDATED',
      subjectType: 'CHANNEL',
      subjectId: id,
      label: 'Renamed',
      note: null,
      address: '127.0.0.1',
      userAgent: 'node',
      actor: { name: desk.admin.user.name },
      changes: [
        { field: 'name', before: desk.channel.name, after: 'Renamed' },
        {
          field: 'operators',
          before: JSON.stringify([{ userId: desk.operators[0].user.id }]),
          after: '[]',
        },
      ],
    },
  ])
})

test('a change that changes nothing is not told, and a refused one neither', async () => {
  const id = globalId('Channel', desk.channel.id)
  await mutate(desk.admin.execute, 'updateChannel', { id, name: desk.channel.name })
  await mutate(desk.admin.execute, 'updateChannel', { id, name: '' })
  await mutate(desk.operators[0].execute, 'updateChannel', { id, name: 'Mine' })
  expect(await entriesOf()).toEqual([])
})

test('no secret is in the log: of an address and a token only that they changed', async () => {
  const id = globalId('Channel', desk.channel.id)
  await mutate(desk.admin.execute, 'rotateChannelSecret', { id })
  const { token } = await mutate(desk.admin.execute, 'createApiToken', { name: 'Robot' }, 'token')
  const clientSecret = `very-${randomUUID()}`
  const { botProvider, userErrors } = await mutate(
    desk.admin.execute,
    'createBotProvider',
    {
      name: 'Bots',
      profile: 'SEED',
      endpointUrl: 'http://127.0.0.1:9/',
      tokenUrl: 'http://127.0.0.1:9/token',
      clientId: 'me',
      clientSecret,
    },
    'botProvider { id }',
  )
  expect(userErrors).toEqual([])
  const botToken = `bot-${randomUUID()}`
  await mutate(desk.admin.execute, 'connectBot', {
    providerId: botProvider.id,
    name: 'Bot',
    token: botToken,
    channelIds: [id],
  })
  const rows = await app.services.db.auditEntry.findMany({ where: { accountId: desk.account.id } })
  expect(rows.map(({ action }) => action).sort()).toEqual([
    'API_TOKEN_CREATED',
    'BOT_CONNECTED',
    'BOT_PROVIDER_CREATED',
    'CHANNEL_UPDATED',
  ])
  const told = JSON.stringify(rows)
  for (const secret of [token, clientSecret, botToken]) expect(told).not.toContain(secret)
  // Where the token is fetched is none.
  const provider = (await entriesOf({ actions: ['BOT_PROVIDER_CREATED'] }))[0].changes
  expect(provider).toEqual(
    expect.arrayContaining([
      { field: 'tokenUrl', before: null, after: 'http://127.0.0.1:9/token' },
      { field: 'clientSecretEncrypted', before: null, after: null },
    ]),
  )
  const rotated = (await entriesOf({ actions: ['CHANNEL_UPDATED'] }))[0].changes
  expect(rotated).toEqual(expect.arrayContaining([{ field: 'secretHash', before: null, after: null }]))
})

test('what is set for developers is told, and of secrets only that they changed', async () => {
  const set = async (name: string, input: Record<string, unknown>, payload?: string) => {
    const { userErrors, ...rest } = await mutate(desk.admin.execute, name, input, payload)
    expect(userErrors).toEqual([])
    return rest
  }
  const secret = `identity-${randomUUID()}`
  await set('updateDeveloperSettings', { safeUrls: ['crm.example.com'], identitySecret: secret })
  await set('updateDeveloperSettings', { safeUrls: ['crm.example.com'] })
  await set('updateChatLogSettings', { addresses: ['log@example.org'] })
  const input = { name: 'CRM', url: 'https://crm.example.com/', events: ['CHAT_ACCEPTED'] }
  const { endpoint } = await set('createWebhookEndpoint', input, 'endpoint { id secrets }')
  const { id } = endpoint
  await set('updateWebhookEndpoint', { id, enabled: false })
  await set('rotateWebhookSecret', { id })
  await set('deleteWebhookEndpoint', { id })
  const of = (action: string) => entriesOf({ actions: [action] })
  expect((await of('DEVELOPER_SETTINGS_UPDATED')).map(({ changes }: never) => changes)).toEqual([
    [
      { field: 'safeUrlHosts', before: '[]', after: '["crm.example.com"]' },
      { field: 'identitySecretEncrypted', before: null, after: null },
    ],
  ])
  expect(await of('CHAT_LOG_SETTINGS_UPDATED')).toMatchObject([
    { changes: [{ field: 'addresses', before: '[]', after: '["log@example.org"]' }] },
  ])
  const about = await entriesOf({ subjectId: id })
  expect(
    about.map(({ action, label, changes }: never) => [
      action,
      label,
      (changes as { field: string }[]).map(({ field }) => field),
    ]),
  ).toEqual([
    ['WEBHOOK_ENDPOINT_DELETED', 'CRM', []],
    ['WEBHOOK_ENDPOINT_UPDATED', 'CRM', ['secretEncrypted', 'oldSecretEncrypted']],
    ['WEBHOOK_ENDPOINT_UPDATED', 'CRM', ['enabled']],
    [
      'WEBHOOK_ENDPOINT_CREATED',
      'CRM',
      ['name', 'url', 'events', 'enabled', 'extraFields', 'allChannels', 'channelIds'],
    ],
  ])
  const rows = await app.services.db.auditEntry.findMany({ where: { accountId: desk.account.id } })
  for (const hidden of [secret, endpoint.secrets[0]]) expect(JSON.stringify(rows)).not.toContain(hidden)
})

test('filters leave what one operator did, to one thing, and when', async () => {
  const department = async (name: string) =>
    (await mutate(desk.admin.execute, 'createDepartment', { name, memberIds: [] }, 'department { id }'))
      .department.id
  const [sales, press] = [await department('Sales'), await department('Press')]
  await mutate(desk.admin.execute, 'deleteDepartment', { id: sales })
  await desk.say('v', 'Hello')
  const { visitorId } = await desk.chatOf('v')
  const [operator] = desk.operators
  await mutate(operator.execute, 'updateVisitor', { id: globalId('Visitor', visitorId), name: 'V' })
  const actions = async (filter: object) =>
    (await entriesOf(filter)).map(({ action, label }: { action: string; label: string }) => [action, label])
  expect(await actions({ subjectId: sales })).toEqual([
    ['DEPARTMENT_DELETED', 'Sales'],
    ['DEPARTMENT_CREATED', 'Sales'],
  ])
  expect(await actions({ subjectId: press })).toEqual([['DEPARTMENT_CREATED', 'Press']])
  const operatorId = globalId('Operator', operator.user.id)
  expect(await actions({ operatorId })).toEqual([['VISITOR_UPDATED', null]])
  expect(await actions({ createdAt: { until: '2020-01-01T00:00:00Z' } })).toEqual([])
  expect((await actions({ createdAt: { since: '2020-01-01T00:00:00Z' } })).length).toBe(4)
  expect(await entriesOf({}, (await openDesk(app)).admin)).toEqual([])
})

test('operators do not read the log, and see no addresses in a visitor’s history', async () => {
  const { data, errors } = await desk.operators[0].execute('{ auditEntries { nodes { id } } }')
  expect([data, errors?.[0]?.extensions?.code]).toEqual([{ auditEntries: null }, 'FORBIDDEN'])
  await desk.say('v', 'Hello')
  const id = globalId('Visitor', (await desk.chatOf('v')).visitorId)
  await mutate(desk.admin.execute, 'updateVisitor', { id, name: 'V' })
  const query = 'query ($id: ID!) { visitor(by: { id: $id }) { history { nodes { address userAgent } } } }'
  const read = async (person: Desk['admin']) =>
    (await person.execute(query, { id })).data.visitor.history.nodes
  expect(await read(desk.operators[0])).toEqual([{ address: null, userAgent: null }])
  expect(await read(desk.admin)).toEqual([{ address: '127.0.0.1', userAgent: 'node' }])
})

test('settings of calls are told with what they were, secrets only as changed', async () => {
  const channelIds = [globalId('Channel', desk.channel.id)]
  await mutate(desk.admin.execute, 'updateCallSettings', { enabled: true, balance: 5, channelIds })
  const { secret } = await mutate(desk.admin.execute, 'rotateCallSecret', undefined, 'secret')
  const { reportUrl } = await mutate(desk.admin.execute, 'rotateCallToken', undefined, 'reportUrl')
  await mutate(desk.admin.execute, 'updateCallSettings', { enabled: true })
  const entries = await entriesOf({ actions: ['CALL_SETTINGS_UPDATED'] })
  const changes = entries.map((entry: { changes: unknown[] }) => entry.changes)
  expect(changes).toEqual([
    [{ field: 'tokenHash', before: null, after: null }],
    expect.arrayContaining([{ field: 'secretEncrypted', before: null, after: null }]),
    [
      { field: 'enabled', before: 'false', after: 'true' },
      { field: 'balance', before: '0', after: '5' },
      { field: 'channelIds', before: '[]', after: JSON.stringify([desk.channel.id]) },
    ],
  ])
  const told = JSON.stringify(
    await app.services.db.auditEntry.findMany({ where: { accountId: desk.account.id } }),
  )
  for (const text of [secret, reportUrl.split('/').pop()]) expect(told).not.toContain(text)
})

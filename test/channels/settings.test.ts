import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelAddress } from '../../server/domain/channels/channel-address.ts'
import { topics } from '../../server/events/bus.ts'
import { loadEnv } from '../../server/process/env.ts'
import { createSecret } from '../../server/secrets.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeAccount, makeChannel, makeUser, signedIn } from '../support/factories.ts'
import { type Execute, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const CHANNEL =
  'channel { id kind name publicId paused operators { id } settings { ... on ChatApiSettings { serverUrl chunked acceptsAny2xx address } } }'
const chatApi = { serverUrl: 'https://client.example.com/in', chunked: true }
const input = { name: 'App', operatorIds: [] as string[], settings: { chatApi } }
const withServer = (serverUrl: string) => ({ ...input, settings: { chatApi: { ...chatApi, serverUrl } } })
const SERVER_URL = ['input', 'settings', 'chatApi', 'serverUrl']

async function asAdmin() {
  const { account, admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  return { account, admin, execute: graphqlAs(app.url, { cookie }) }
}

/** The address as the admin copies it, on the port where this test's server listens. */
function here(address: string): string {
  return address.replace(app.services.env.http.publicUrl, app.url)
}

function post(address: string, id: string = randomUUID()): Promise<Response> {
  const message = { type: 'text', text: 'hello' }
  return fetch(here(address), { method: 'POST', body: JSON.stringify({ sender: { id }, message }) })
}

async function statusOf(address: string): Promise<number> {
  return (await fetch(`${here(address)}/status`)).status
}

async function createChannel(execute: Execute, changes = {}) {
  const payload = await mutate(execute, 'createChannel', { ...input, ...changes }, CHANNEL)
  expect(payload.userErrors).toEqual([])
  return payload.channel
}

/** Runs `work` and gives the users whose access was said to have changed meanwhile. */
async function accessChanges(work: () => Promise<unknown>): Promise<string[]> {
  const told: string[] = []
  const stop = await app.services.bus.subscribe(topics.access, (message) => {
    told.push(...JSON.parse(message).userIds)
  })
  await work()
  // What was told before this mark has arrived when the mark has.
  await app.services.bus.publish(topics.access, JSON.stringify({ userIds: ['mark'], sessionIds: [] }))
  await expect.poll(() => told).toContain('mark')
  stop()
  return told.filter((id) => id !== 'mark')
}

test('an admin makes a channel and a client can write to its address at once', async () => {
  const { account, admin, execute } = await asAdmin()
  const operator = globalId('Operator', admin.id)
  const channel = await createChannel(execute, { operatorIds: [operator, operator] })
  expect(channel).toMatchObject({
    name: 'App',
    kind: 'CHAT_API',
    paused: false,
    settings: { ...chatApi, acceptsAny2xx: false },
    operators: [{ id: operator }],
  })
  const { address } = channel.settings
  expect(channel.publicId).toMatch(/^[a-z2-9]{10}$/)
  const { publicUrl } = app.services.env.http
  const [secret, publicId] = address.slice(`${publicUrl}/channel/`.length).split('/')
  // 256 bits; the contract's example has a random string against guessing, at least 128 are asked for.
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(publicId).toBe(channel.publicId)
  expect((await post(address)).status).toBe(200)
  const events = await app.services.db.event.findMany({
    where: { accountId: account.id },
    orderBy: { id: 'asc' },
  })
  expect(events[0]).toMatchObject({ kind: 'CHANNEL_CREATED', subjectId: events[0]?.channelId })
})

test('the random string is not in the database', async () => {
  const { execute } = await asAdmin()
  const { settings, publicId } = await createChannel(execute)
  const secret = settings.address.split('/').at(-2)
  const row = await app.services.db.chatApiSettings.findFirstOrThrow({ where: { channel: { publicId } } })
  for (const bytes of [row.secretHash, row.secretEncrypted]) {
    expect(Buffer.from(bytes).toString('latin1')).not.toContain(secret)
  }
})

test('without the key that it was encrypted with, the address is not shown and nothing breaks', async () => {
  const { execute } = await asAdmin()
  const { publicId } = await createChannel(execute)
  const row = await app.services.db.chatApiSettings.findFirstOrThrow({ where: { channel: { publicId } } })
  const key = Buffer.from(createSecret(), 'base64url').toString('base64')
  expect(channelAddress(loadEnv({ SECRET_KEY: key }), { publicId }, row)).toBeNull()
})

test('another random string or another public id: the old address answers 404 at once', async () => {
  const { execute } = await asAdmin()
  const first = await createChannel(execute)
  for (const name of ['rotateChannelSecret', 'rotateChannelPublicId']) {
    const read = await execute(
      `{ channel(id: "${first.id}") { settings { ... on ChatApiSettings { address } } } }`,
    )
    const before = read.data.channel.settings.address
    expect(await statusOf(before)).toBe(200)
    const { channel } = await mutate(execute, name, { id: first.id }, CHANNEL)
    const { address } = channel.settings
    expect(address).not.toBe(before)
    expect(channel.publicId === first.publicId).toBe(name === 'rotateChannelSecret')
    expect(await statusOf(before)).toBe(404)
    expect((await post(before)).status).toBe(404)
    expect(await statusOf(address)).toBe(200)
    expect((await post(address)).status).toBe(200)
  }
})

test('a paused channel is unavailable and asks for the message again later', async () => {
  const { execute } = await asAdmin()
  const { id, settings } = await createChannel(execute)
  const { address } = settings
  const paused = await mutate(execute, 'pauseChannel', { id }, CHANNEL)
  expect(paused.channel.paused).toBe(true)
  expect(await (await fetch(`${here(address)}/status`)).text()).toBe('0')
  const refused = await post(address)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  await mutate(execute, 'resumeChannel', { id }, CHANNEL)
  expect((await post(address)).status).toBe(200)
})

test('a channel with tens of thousands of open chats is deleted whole', async () => {
  const { account, execute } = await asAdmin()
  const channel = await makeChannel(app.services, { accountId: account.id })
  const { db } = app.services
  const count = 20_000
  await db.$executeRaw`
    INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId")
    SELECT gen_random_uuid(), ${account.id}::uuid, ${channel.id}::uuid, n, n::text, to_jsonb(n)
    FROM generate_series(1, ${count}::int) AS n`
  await db.$executeRaw`
    INSERT INTO "Chat" (id, number, "accountId", "channelId", "visitorId", status)
    SELECT gen_random_uuid(), number, "accountId", "channelId", id, 'QUEUED' FROM "Visitor" WHERE "channelId" = ${channel.id}::uuid`
  const { userErrors } = await mutate(execute, 'deleteChannel', { id: globalId('Channel', channel.id) })
  expect(userErrors).toEqual([])
  expect(await db.chat.count({ where: { channelId: channel.id, status: 'CLOSED' } })).toBe(count)
  expect(await db.event.count({ where: { channelId: channel.id, kind: 'CHAT_CLOSED' } })).toBe(count)
})

test('a deleted channel answers 404, is in no list, and its open chats are closed', async () => {
  const { account, admin, execute } = await asAdmin()
  const operator = await makeUser(app.services, { accountId: account.id })
  const { id, settings } = await createChannel(execute, { operatorIds: [globalId('Operator', operator.id)] })
  const { address } = settings
  await Promise.all([post(address), post(address)])
  const { db } = app.services
  const where = { accountId: account.id }
  const { id: chatId } = await db.chat.findFirstOrThrow({ where })
  await db.chatMember.create({ data: { chatId, userId: operator.id } })
  const users = { fromUserId: operator.id, toUserId: admin.id }
  const invitation = await db.chatInvitation.create({
    data: { ...where, ...users, chatId, kind: 'JOIN', expiresAt: new Date(Date.now() + 60_000) },
  })
  const told = await accessChanges(async () => {
    expect((await mutate(execute, 'deleteChannel', { id }, 'deletedId')).deletedId).toBe(id)
  })
  expect(told).toEqual([operator.id])
  expect(await statusOf(address)).toBe(404)
  expect((await post(address)).status).toBe(404)
  const { data } = await execute(`{ channel(id: "${id}") { id } channels { edges { node { id } } } }`)
  expect(data).toEqual({ channel: null, channels: { edges: [] } })
  const chats = await db.chat.findMany({ where })
  expect(chats).toHaveLength(2)
  for (const chat of chats) {
    expect(chat).toMatchObject({ status: 'CLOSED', closedAt: expect.any(Date) })
    const last = await db.event.findFirst({
      where: { chatId: chat.id },
      orderBy: { id: 'desc' },
    })
    expect(last?.kind).toBe('CHAT_CLOSED')
  }
  expect(await db.chatMember.count({ where: { chatId, leftAt: null } })).toBe(0)
  expect(await db.chatInvitation.findFirst({ where: { id: invitation.id } })).toMatchObject({
    state: 'EXPIRED',
  })
  expect(await db.event.findFirst({ where: { subjectId: invitation.id } })).toMatchObject({ chatId })
  expect((await mutate(execute, 'deleteChannel', { id })).userErrors[0].code).toBe('NOT_FOUND')
})

test('what is left out of a change stays as it was', async () => {
  const { admin, execute } = await asAdmin()
  const operatorIds = [globalId('Operator', admin.id)]
  const created = await createChannel(execute, { operatorIds })
  const { channel } = await mutate(execute, 'updateChannel', { id: created.id, name: 'New name' }, CHANNEL)
  expect(channel).toEqual({ ...created, name: 'New name' })
  const change = {
    id: created.id,
    operatorIds: [],
    settings: { chatApi: { serverUrl: 'https://other.example.com', chunked: false } },
  }
  const again = await mutate(execute, 'updateChannel', change, CHANNEL)
  expect(again.channel).toEqual({
    ...channel,
    operators: [],
    settings: { ...channel.settings, serverUrl: 'https://other.example.com/', chunked: false },
  })
})

test('the query string of the client endpoint, which may be a secret, is for admins only', async () => {
  const { admin, account, execute } = await asAdmin()
  const operator = await makeUser(app.services, { accountId: account.id })
  const operatorIds = [globalId('Operator', admin.id), globalId('Operator', operator.id)]
  const serverUrl = 'https://client.example.com/in?key=secret-of-the-client'
  const { channel } = await mutate(
    execute,
    'createChannel',
    { ...withServer(serverUrl), operatorIds },
    `channel { id settings { ... on ChatApiSettings { serverUrl replyUrl } } }`,
  )
  expect(channel.settings.serverUrl).toBe(serverUrl)
  expect(channel.settings.replyUrl).toContain('?key=secret-of-the-client')
  const asOperator = graphqlAs(app.url, await signedIn(app.services, operator.id))
  const seen = await asOperator(
    'query ($id: ID!) { node(id: $id) { ... on Channel { settings { ... on ChatApiSettings { serverUrl replyUrl } } } } }',
    { id: channel.id },
  )
  expect(seen.data?.node.settings.serverUrl).toBe('https://client.example.com/in')
  expect(JSON.stringify(seen)).not.toContain('secret-of-the-client')
})

test('"any 2xx counts as delivered" is chosen when a channel is made and can be changed', async () => {
  const { execute } = await asAdmin()
  const created = await createChannel(execute, { settings: { chatApi: { ...chatApi, acceptsAny2xx: true } } })
  expect(created.settings.acceptsAny2xx).toBe(true)
  const change = { id: created.id, settings: { chatApi: { acceptsAny2xx: false } } }
  const { channel } = await mutate(execute, 'updateChannel', change, CHANNEL)
  expect(channel).toEqual({ ...created, settings: { ...created.settings, acceptsAny2xx: false } })
})

test('a server address inside the network, or that is none, is refused', async () => {
  const { account, execute } = await asAdmin()
  const channel = await makeChannel(app.services, { accountId: account.id })
  const id = globalId('Channel', channel.id)
  const addresses = {
    PRIVATE_TARGET: ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::1]/'],
    BLANK: ['', ' '],
    INVALID: ['client', 'ftp://example.com/', 'https://a:b@example.com/'],
  }
  for (const [code, list] of Object.entries(addresses)) {
    for (const serverUrl of list) {
      const created = await mutate(execute, 'createChannel', withServer(serverUrl))
      expect(created.userErrors[0], serverUrl).toMatchObject({ code, field: SERVER_URL })
      const updated = await mutate(execute, 'updateChannel', { id, settings: { chatApi: { serverUrl } } })
      expect(updated.userErrors[0], serverUrl).toMatchObject({ code, field: SERVER_URL })
    }
  }
})

test('what an admin is told about addresses is what is allowed', async () => {
  const { account, execute } = await asAdmin()
  const read = async (run: Execute) =>
    (await run('{ viewer { account { targetRule } } }')).data.viewer.account.targetRule
  const rule = await read(execute)
  for (const allowed of app.services.env.outbound.allowPrivateTargets) expect(rule).toContain(allowed)
  const allowed = await mutate(execute, 'createChannel', withServer('http://127.0.0.1:8080/'))
  expect(allowed.userErrors).toEqual([])
  const refused = await mutate(execute, 'createChannel', withServer('http://10.0.0.1/'))
  expect(refused.userErrors).toMatchObject([
    { code: 'PRIVATE_TARGET', message: expect.stringContaining('10.0.0.1'), field: SERVER_URL },
  ])
  const operator = await makeUser(app.services, { accountId: account.id })
  const { cookie } = await signedIn(app.services, operator.id)
  expect(await read(graphqlAs(app.url, { cookie }))).toBeNull()
})

test('a channel needs a name of at most 100 characters', async () => {
  const { execute } = await asAdmin()
  for (const [code, name] of [
    ['BLANK', ' '],
    ['TOO_LONG', 'x'.repeat(101)],
    ['INVALID', 'NUL \u0000'],
  ] as const) {
    const payload = await mutate(execute, 'createChannel', { ...input, name })
    expect(payload.userErrors[0]).toMatchObject({ code, field: ['input', 'name'] })
  }
})

test('a deactivated person cannot be assigned, and one who is stays assigned unseen', async () => {
  const { account, execute } = await asAdmin()
  const gone = await makeUser(app.services, { accountId: account.id })
  const channel = await makeChannel(app.services, { accountId: account.id, operatorIds: [gone.id] })
  await app.services.db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } })
  const id = globalId('Channel', channel.id)
  const operatorIds = [globalId('Operator', gone.id)]
  const refused = await mutate(execute, 'updateChannel', { id, operatorIds })
  expect(refused.userErrors[0]).toMatchObject({ code: 'NOT_FOUND', field: ['input', 'operatorIds', '0'] })
  const changed = await mutate(execute, 'updateChannel', { id, operatorIds: [] }, CHANNEL)
  expect(changed.channel.operators).toEqual([])
  expect(await app.services.db.channelOperator.count({ where: { channelId: channel.id } })).toBe(1)
})

test('an operator sees the channels that they are assigned to, without the address', async () => {
  const { account } = await asAdmin()
  const operator = await makeUser(app.services, { accountId: account.id })
  const [mine] = await Promise.all([
    makeChannel(app.services, { accountId: account.id, operatorIds: [operator.id] }),
    makeChannel(app.services, { accountId: account.id }),
  ])
  const { cookie } = await signedIn(app.services, operator.id)
  const { data } = await graphqlAs(app.url, { cookie })(
    '{ channels { edges { node { id settings { ... on ChatApiSettings { address } } } } } }',
  )
  expect(data.channels.edges).toEqual([
    { node: { id: globalId('Channel', mine.id), settings: { address: null } } },
  ])
})

test('who is assigned or no longer assigned gets new sockets, and leaves the chats they cannot see', async () => {
  const { account, admin, execute } = await asAdmin()
  const [leaving, staying, coming] = await Promise.all(
    [1, 2, 3].map(() => makeUser(app.services, { accountId: account.id })),
  ).then((users) => users.map((user) => user.id) as [string, string, string])
  const channel = await makeChannel(app.services, { accountId: account.id, operatorIds: [leaving, staying] })
  expect((await post(app.url + channel.path)).status).toBe(200)
  const chat = await app.services.db.chat.findFirstOrThrow({ where: { channelId: channel.id } })
  const { cookie } = await signedIn(app.services, leaving)
  await mutate(graphqlAs(app.url, { cookie }), 'acceptChat', { chatId: globalId('Chat', chat.id) })

  const operatorIds = [staying, coming, admin.id].map((id) => globalId('Operator', id))
  const told = await accessChanges(() =>
    mutate(execute, 'updateChannel', { id: globalId('Channel', channel.id), operatorIds }),
  )
  expect(told.sort()).toEqual([leaving, coming].sort())
  const after = await app.services.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
  expect(after.status).toBe('QUEUED')
})

test('settings of no kind or with an empty kind make no channel, and those of a text with NUL none either', async () => {
  const { account, execute } = await asAdmin()
  const create =
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { userErrors { code field } } }'
  for (const settings of [{}, { chatApi: null }, null]) {
    const { errors } = await execute(create, { input: { ...input, settings } })
    expect(errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
  }
  const { userErrors } = await mutate(execute, 'createChannel', withServer('http://127.0.0.1:9/\u0000'))
  expect(userErrors).toMatchObject([{ code: 'INVALID', field: SERVER_URL }])
  expect(await app.services.db.channel.count({ where: { accountId: account.id } })).toBe(0)
})

test('a channel trusts the hosts that admins name, each once, and what each of two adds at once', async () => {
  const { account, execute } = await asAdmin()
  const { id } = await createChannel(execute)
  const trust = (hosts: string[], by = execute) =>
    mutate(by, 'trustMediaHosts', { id, hosts }, 'channel { mediaHosts }')
  expect((await trust([' Files.Example.com ', 'cdn.example.com:8443'])).channel.mediaHosts).toEqual([
    'files.example.com',
    'cdn.example.com:8443',
  ])
  await Promise.all([trust(['a.example.com', 'files.example.com']), trust(['b.example.com'])])
  const read = async () => {
    const { channel } = await mutate(execute, 'updateChannel', { id }, 'channel { mediaHosts }')
    return channel.mediaHosts.toSorted()
  }
  const all = ['a.example.com', 'b.example.com', 'cdn.example.com:8443', 'files.example.com']
  expect(await read()).toEqual(all)
  for (const host of ['', 'https://files.example.com', 'a/b', 'user@host', 'a b', `${'a'.repeat(300)}.com`])
    expect((await trust([host])).userErrors, host).not.toEqual([])
  const many = Array.from({ length: 47 }, (_, index) => `host-${index}.example.com`)
  expect((await trust(many)).userErrors).toMatchObject([{ code: 'TOO_LONG', field: ['input', 'hosts'] }])
  expect(await read()).toEqual(all)
  const operator = await makeUser(app.services, { accountId: account.id })
  const { cookie } = await signedIn(app.services, operator.id)
  const refused = await trust(['c.example.com'], graphqlAs(app.url, { cookie }))
  expect(refused.userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
  const emptied = await mutate(execute, 'updateChannel', { id, mediaHosts: [] }, 'channel { mediaHosts }')
  expect(emptied.channel.mediaHosts).toEqual([])
})

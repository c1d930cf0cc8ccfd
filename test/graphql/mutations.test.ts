import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GraphQLObjectType, getNamedType, getNullableType, isNonNullType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userErrorCodes } from '../../server/graphql/kit/error-codes.ts'
import { schema } from '../../server/graphql/schema.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { type Data, declaredCodes, globalId, mutate } from '../support/graphql-client.ts'
import { idFields, inputFields, sampleInput } from '../support/schema-inputs.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app, { operators: 2 })
})
afterAll(() => app.close())

const mutations = () => Object.values(schema.getMutationType()?.getFields() ?? {})
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

test('every mutation has the name of its verb, of the verb’s file and of its input and payload', async () => {
  const found = await readdir('server/domain', { recursive: true, withFileTypes: true })
  const files = new Map(found.map(({ name, parentPath }) => [name, join(parentPath, name)]))
  for (const { name, args, type } of mutations()) {
    const path = files.get(`${kebab(name)}.ts`)
    expect(path && (await readFile(path, 'utf8')), name).toMatch(
      new RegExp(`^export (async )?function ${name}\\(`, 'm'),
    )
    const typeName = name.charAt(0).toUpperCase() + name.slice(1)
    expect(String(type)).toBe(`${typeName}Payload`)
    expect(args.map((arg) => `${arg.name}: ${arg.type}`)).toEqual(
      args.length > 0 ? [`input: ${typeName}Input!`] : [],
    )
  }
})

test('every mutation is nullable, and all fields of its payload but `userErrors` are', () => {
  for (const { name, type } of mutations()) {
    expect(isNonNullType(type), name).toBe(false)
    const fields = Object.values((getNamedType(type) as GraphQLObjectType).getFields())
    const required = fields.filter((field) => isNonNullType(field.type))
    expect(required.map((field) => `${field.name}: ${field.type}`)).toEqual(['userErrors: [UserError!]!'])
  }
})

test('every code of a user error is named by a mutation that can return it', () => {
  const named = mutations().flatMap(({ name, description }) => {
    const codes = declaredCodes(name)
    expect(description).toMatch(codes.length > 0 ? `User errors: ${codes.join(', ')}.` : 'No user errors.')
    return codes
  })
  expect([...new Set(named)].sort()).toEqual(Object.keys(userErrorCodes).sort())
})

const strange: [name: string, id: string][] = [
  ['malformed', 'nothing'],
  ['empty', ''],
  ['of another type', globalId('Viewer', randomUUID())],
  ['with NUL', globalId('Chat', '\u0000')],
]
const takingIds = [...new Set(idFields().map((place) => place.split('.')[0] as string))]

describe.each(takingIds)('%s', (mutation) => {
  const fields = idsOf(mutation)

  test.each([...strange, ['unknown', null] as const])(
    'says of every id at once that it is NOT_FOUND when they are %s',
    async (_name, id) => {
      const unknown = () => globalId(typeNameOf(mutation), randomUUID())
      const bad = Object.fromEntries(
        fields.map(({ name }) => [
          name,
          name.endsWith('Ids') ? [id ?? unknown(), id ?? unknown()] : (id ?? unknown()),
        ]),
      )
      const { errors, data } = await desk.admin.execute(queryOf(mutation), {
        input: { ...sampleInput(mutation, unknown), ...bad },
      })
      expect(errors).toBeUndefined()
      // Where the whole request is refused, no chat is looked at.
      const looked = fields.filter(({ name }) => name !== 'chatIds' || data[mutation].results !== null)
      // One that is sent twice counts once.
      const indexesOf = (name: string) =>
        name === 'chatIds' && data[mutation].results && id !== null ? ['0'] : ['0', '1']
      const paths = looked.flatMap(({ name }) =>
        name.endsWith('Ids') ? indexesOf(name).map((index) => ['input', name, index]) : [['input', name]],
      )
      const expected = paths.map((field) => ({ code: 'NOT_FOUND', field }))
      expect(refusalsIn(data[mutation])).toEqual(expect.arrayContaining(expected))
    },
  )
})

describe.each(takingIds.filter((mutation) => textsOf(mutation).length > 0))('%s', (mutation) => {
  const fields = idsOf(mutation)
  const texts = textsOf(mutation)
  test('says of an unknown id and of NUL in its texts at once', async () => {
    const unknown = () => globalId(typeNameOf(mutation), randomUUID())
    const wrong = Object.fromEntries(texts.map(({ name }) => [name, 'a\u0000']))
    const { data } = await desk.admin.execute(queryOf(mutation), {
      input: { ...sampleInput(mutation, unknown), ...wrong },
    })
    const required = fields.filter(({ type, name }) => isNonNullType(type) && !name.endsWith('Ids'))
    const expected = [
      ...texts.map(({ name }) => ({ code: 'INVALID', field: ['input', name] })),
      ...required.map(({ name }) => ({ code: 'NOT_FOUND', field: ['input', name] })),
    ]
    expect(refusalsIn(data[mutation])).toEqual(expect.arrayContaining(expected))
  })
})

function idsOf(mutation: string) {
  return inputFields(mutation).filter(({ type }) => getNamedType(type).name === 'ID')
}

function textsOf(mutation: string) {
  return inputFields(mutation).filter(({ type }) => String(getNullableType(type)) === 'String')
}

function queryOf(mutation: string): string {
  const input = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`
  const results = isOfSeveral(mutation) ? 'results { userErrors { code field } }' : ''
  return `mutation ($input: ${input}) { ${mutation}(input: $input) { userErrors { code field } ${results} } }`
}

/** Whether the payload says of each of several chats what became of it. */
function isOfSeveral(mutation: string): boolean {
  const type = getNamedType(schema.getMutationType()?.getFields()[mutation]?.type)
  return 'results' in (type as GraphQLObjectType).getFields()
}

/** What was refused, of the whole request or of one of several chats. */
function refusalsIn({ userErrors, results }: Data): Data[] {
  return [...userErrors, ...(results ?? []).flatMap((result: Data) => result.userErrors)]
}

/** Some type; whichever it is, there is no row with the id. */
function typeNameOf(mutation: string): string {
  return mutation.includes('Chat') ? 'Chat' : 'Operator'
}

test('an id of another type is not taken for the row that has its UUID', async () => {
  await desk.say('typed', 'Hello')
  const chat = await desk.chatOf('typed')
  const { userErrors } = await mutate(desk.admin.execute, 'closeChat', {
    chatId: globalId('Channel', chat.id),
  })
  expect(userErrors).toMatchObject([{ code: 'NOT_FOUND', field: ['input', 'chatId'] }])
  expect((await desk.chatOf('typed')).status).toBe('QUEUED')
})

const long = 'x'.repeat(3_000)
const many = Array.from({ length: 1_001 }, () => globalId('Operator', randomUUID()))
const wrongAtOnce: [mutation: string, input: Record<string, unknown>, problems: string[]][] = [
  [
    'createChannel',
    {
      name: ' ',
      settings: { chatApi: { serverUrl: 'http://10.0.0.1/', chunked: false } },
      operatorIds: ['x', 'y'],
    },
    [
      'BLANK name',
      'NOT_FOUND operatorIds.0',
      'NOT_FOUND operatorIds.1',
      'PRIVATE_TARGET settings.chatApi.serverUrl',
    ],
  ],
  [
    'updateChannel',
    { id: 'x', name: long, settings: { chatApi: { serverUrl: '' } }, operatorIds: ['x'] },
    ['BLANK settings.chatApi.serverUrl', 'NOT_FOUND id', 'NOT_FOUND operatorIds.0', 'TOO_LONG name'],
  ],
  [
    'createBotProvider',
    { name: '', endpointUrl: 'ftp://x', profile: 'SEED', clientId: 'c' },
    ['BLANK clientSecret', 'BLANK name', 'BLANK tokenUrl', 'INVALID endpointUrl'],
  ],
  [
    'updateBotProvider',
    { id: 'x', name: 'a\nb', endpointUrl: long },
    ['INVALID name', 'NOT_FOUND id', 'TOO_LONG endpointUrl'],
  ],
  [
    'connectBot',
    { providerId: 'x', name: '', token: 'two words', channelIds: ['x'] },
    ['BLANK name', 'INVALID token', 'NOT_FOUND channelIds.0', 'NOT_FOUND providerId'],
  ],
  [
    'updateBot',
    { id: 'x', token: long, channelIds: ['x'] },
    ['NOT_FOUND channelIds.0', 'NOT_FOUND id', 'TOO_LONG token'],
  ],
  ['createDepartment', { name: '', memberIds: ['x'] }, ['BLANK name', 'NOT_FOUND memberIds.0']],
  [
    'updateDepartment',
    { id: 'x', name: '', memberIds: ['x'] },
    ['BLANK name', 'NOT_FOUND id', 'NOT_FOUND memberIds.0'],
  ],
  ['updateProfile', { name: '', photoFileId: 'x' }, ['BLANK name', 'NOT_FOUND photoFileId']],
  [
    'createApiToken',
    { name: '', expiresAt: '2020-01-01T00:00:00.000Z' },
    ['BLANK name', 'INVALID expiresAt'],
  ],
  [
    'changePassword',
    { currentPassword: '', newPassword: 'short' },
    ['BLANK currentPassword', 'INVALID newPassword'],
  ],
  [
    'acceptOperatorInvitation',
    { token: 'x', name: '', password: long },
    ['BLANK name', 'NOT_FOUND token', 'TOO_LONG password'],
  ],
  ['inviteOperator', { email: '', role: 'ADMIN' }, ['BLANK email']],
  [
    'sendMessage',
    {
      idempotencyKey: randomUUID(),
      chatId: 'x',
      fileId: 'y',
      text: 'x'.repeat(4_001),
      location: { latitude: 91, longitude: 181 },
      duration: 0,
    },
    [
      'INVALID duration',
      'INVALID location',
      'INVALID location.latitude',
      'INVALID location.longitude',
      'NOT_FOUND chatId',
      'NOT_FOUND fileId',
      'TOO_LONG text',
    ],
  ],
  [
    'sendMessage',
    { idempotencyKey: randomUUID(), chatId: 'x', fileId: 'y' },
    ['NOT_FOUND chatId', 'NOT_FOUND fileId'],
  ],
  ['transferChat', { chatId: 'x', note: long }, ['INVALID operatorId', 'NOT_FOUND chatId', 'TOO_LONG note']],
  [
    'inviteToChat',
    { chatId: 'x', operatorId: 'y', note: long },
    ['NOT_FOUND chatId', 'NOT_FOUND operatorId', 'TOO_LONG note'],
  ],
  ['blacklistVisitor', { id: 'x', reason: ' ' }, ['BLANK reason', 'NOT_FOUND id']],
  ['updateVisitor', { id: 'x', email: 'nobody' }, ['INVALID email', 'NOT_FOUND id']],
  ['inviteVisitor', { visitorId: 'x', text: '' }, ['BLANK text', 'NOT_FOUND visitorId']],
  ['answerOfflineMessage', { id: 'x', text: '' }, ['BLANK text', 'NOT_FOUND id']],
  ['startCall', { visitorId: 'x', phone: '' }, ['INVALID phone', 'NOT_FOUND visitorId']],
  ['failCall', { id: 'x', reason: '' }, ['BLANK reason', 'NOT_FOUND id']],
  ['sendChatLog', { chatId: 'x', to: '' }, ['BLANK to', 'NOT_FOUND chatId']],
  ['createDepartment', { name: 'a\u0000', memberIds: many }, ['INVALID name', 'TOO_LONG memberIds']],
  ['createDepartment', { name: '', memberIds: many }, ['BLANK name', 'TOO_LONG memberIds']],
  [
    'updateDepartment',
    { id: 'x', name: 'a\u0000', memberIds: ['x'] },
    ['INVALID name', 'NOT_FOUND id', 'NOT_FOUND memberIds.0'],
  ],
  [
    'createChannel',
    { name: '', settings: { chatApi: { serverUrl: '', chunked: false } }, operatorIds: many },
    ['BLANK name', 'BLANK settings.chatApi.serverUrl', 'TOO_LONG operatorIds'],
  ],
  [
    'updateChannel',
    { id: 'x', name: '\u0000', operatorIds: ['x'] },
    ['INVALID name', 'NOT_FOUND id', 'NOT_FOUND operatorIds.0'],
  ],
  [
    'connectBot',
    { providerId: 'x', name: '', token: 't', channelIds: many },
    ['BLANK name', 'NOT_FOUND providerId', 'TOO_LONG channelIds'],
  ],
  [
    'updateBot',
    { id: 'x', name: '', channelIds: many },
    ['BLANK name', 'NOT_FOUND id', 'TOO_LONG channelIds'],
  ],
  [
    'createWebhookEndpoint',
    { name: 'a\u0000', url: '', events: [] },
    ['BLANK url', 'INVALID events', 'INVALID name'],
  ],
  [
    'updateWebhookEndpoint',
    { id: 'x', name: 'a\u0000', url: '', events: [] },
    ['BLANK url', 'INVALID events', 'INVALID name', 'NOT_FOUND id'],
  ],
  [
    'updateCallSettings',
    { timeZone: 'Nowhere', channelIds: many },
    ['INVALID timeZone', 'TOO_LONG channelIds'],
  ],
  [
    'createBotProvider',
    { name: 'a\u0000', endpointUrl: 'ftp://x', profile: 'SEED' },
    ['INVALID endpointUrl', 'INVALID name'],
  ],
  [
    'updateDeveloperSettings',
    { safeUrls: ['https://'], identitySecret: `${'x'.repeat(16)}\u0000` },
    ['INVALID identitySecret', 'INVALID safeUrls.0'],
  ],
  [
    'changePassword',
    { currentPassword: 'a\u0000', newPassword: 'short' },
    ['INVALID currentPassword', 'INVALID newPassword'],
  ],
  [
    'acceptOperatorInvitation',
    { token: 'x', name: 'a\u0000', password: 'short' },
    ['INVALID name', 'INVALID password', 'NOT_FOUND token'],
  ],
  ['resetPassword', { token: 'x', password: 'a\u0000 and more' }, ['INVALID password', 'NOT_FOUND token']],
  [
    'createApiToken',
    { name: 'a\u0000', expiresAt: '2020-01-01T00:00:00.000Z' },
    ['INVALID expiresAt', 'INVALID name'],
  ],
  [
    'sendMessage',
    { idempotencyKey: randomUUID(), chatId: 'x', text: 'a\u0000', duration: 0 },
    ['INVALID duration', 'INVALID text', 'NOT_FOUND chatId'],
  ],
]

test.each(wrongAtOnce)('%s says everything that is wrong with %j', async (mutation, input, expected) => {
  const { userErrors } = await mutate(desk.admin.execute, mutation, input)
  const problems = userErrors.map(
    ({ code, field }: { code: string; field: string[] }) => `${code} ${field.slice(1).join('.')}`,
  )
  expect(problems.sort()).toEqual(expected)
})

test.each([
  ['createDepartment', 'memberIds', { name: 'All' }],
  ['updateDepartment', 'memberIds', { id: globalId('Department', randomUUID()) }],
  [
    'createChannel',
    'operatorIds',
    { name: 'All', settings: { chatApi: { serverUrl: 'http://127.0.0.1:9/', chunked: false } } },
  ],
  ['updateChannel', 'operatorIds', { id: globalId('Channel', randomUUID()) }],
  [
    'connectBot',
    'channelIds',
    { name: 'All', providerId: globalId('BotProvider', randomUUID()), token: 'x' },
  ],
  ['updateBot', 'channelIds', { id: globalId('Bot', randomUUID()) }],
])('%s takes at most 500 %s', async (mutation, field, input) => {
  const { userErrors } = await mutate(desk.admin.execute, mutation, { ...input, [field]: many })
  expect(userErrors[0]).toMatchObject({ code: 'TOO_LONG', field: ['input', field] })
})

test('a name or a token that is taken is told together with what else is wrong', async () => {
  const { admin, account } = desk
  const { execute } = admin
  await mutate(execute, 'createDepartment', { name: 'Sales', memberIds: [] })
  const department = await mutate(execute, 'createDepartment', { name: ' Sales ', memberIds: ['x'] })
  expect(department.userErrors).toMatchObject([
    { code: 'NOT_FOUND', field: ['input', 'memberIds', '0'] },
    { code: 'TAKEN', field: ['input', 'name'] },
  ])
  const provider = await app.services.db.botProvider.create({
    data: { accountId: account.id, name: 'Bots', publicId: randomUUID(), endpointUrl: 'http://127.0.0.1:9/' },
  })
  const providerId = globalId('BotProvider', provider.id)
  const connect = (input: object) =>
    mutate(execute, 'connectBot', { providerId, name: 'Bot', token: 'secret', channelIds: [], ...input })
  expect((await connect({})).userErrors).toEqual([])
  expect((await connect({ name: '' })).userErrors).toMatchObject([
    { code: 'BLANK', field: ['input', 'name'] },
    { code: 'TAKEN', field: ['input', 'token'] },
  ])
})

test('a mutation that fails is null and does not hide its neighbours', async () => {
  const broken = await startTestApp()
  try {
    const { admin } = await openDesk(broken)
    await broken.services.db.$executeRawUnsafe('ALTER TABLE "Department" RENAME TO "Hidden"')
    const { data, errors } = await admin.execute(`mutation {
      a: setAvailability(input: { available: false }) { operator { available } }
      b: createDepartment(input: { name: "x", memberIds: [] }) { userErrors { code } }
      c: setAvailability(input: { available: true }) { operator { available } }
    }`)
    expect(data).toEqual({
      a: { operator: { available: false } },
      b: null,
      c: { operator: { available: true } },
    })
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'INTERNAL_ERROR' } }])
  } finally {
    await broken.close()
  }
})

describe('sendMessage with an idempotency key that was used before', () => {
  const send = async (input: Record<string, unknown>) => {
    const selection = 'message { id text }'
    return mutate(desk.operators[0].execute, 'sendMessage', input, selection)
  }

  test('returns the message for the same input, and refuses another', async () => {
    await desk.say('first', 'Hello')
    await desk.say('second', 'Hello')
    const chatId = globalId('Chat', (await desk.chatOf('first')).id)
    const input = { idempotencyKey: randomUUID(), chatId, text: 'Hi' }
    const { message } = await send(input)
    expect(await send({ ...input, text: ' Hi ' })).toEqual({ message, userErrors: [] })
    const location = { latitude: 1, longitude: 2 }
    const others = [
      { text: 'Bye' },
      { text: 'Hi', location },
      { chatId: globalId('Chat', (await desk.chatOf('second')).id) },
    ]
    for (const other of others) {
      expect(await send({ ...input, ...other })).toMatchObject({
        message: null,
        userErrors: [{ code: 'IDEMPOTENCY_KEY_REUSED', field: ['input', 'idempotencyKey'] }],
      })
    }
    const place = { idempotencyKey: randomUUID(), chatId, location }
    const sent = await send(place)
    expect(sent.userErrors).toEqual([])
    expect(await send(place)).toEqual(sent)
    expect((await send({ ...place, location: { latitude: 1, longitude: 3 } })).userErrors[0].code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
  })

  test('refuses the key of somebody else’s message', async () => {
    await desk.say('third', 'Hello')
    const chat = await desk.chatOf('third')
    const key = await reply(desk.operators[0], chat.id, 'Hi')
    const input = { idempotencyKey: key, chatId: globalId('Chat', chat.id), text: 'Hi' }
    const { userErrors } = await mutate(desk.admin.execute, 'sendMessage', input)
    expect(userErrors[0].code).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

import { randomUUID } from 'node:crypto'
import { type GraphQLInputType, getNamedType, isInputObjectType, isListType, isNonNullType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVisitorToken } from '../../server/domain/visitors/visitor-token.ts'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { requestErrorCodes } from '../../server/graphql/kit/error-codes.ts'
import { schema } from '../../server/graphql/schema.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { signedIn } from '../support/factories.ts'
import { declaredCodes, type GraphQLAnswer, globalId } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import {
  inputFields,
  mutationNames,
  sampleInput,
  sampleObject,
  visitorMutationNames,
} from '../support/schema-inputs.ts'
import { makeWidget } from '../support/widget.ts'

let app: TestApp
let desk: Desk
/** Ids of what there is, by the start of a field's name. */
let known: Record<string, string>
let widget: Channel
/** No chat of the desk has a visitor with a number like this. */
let lastNumber = 1_000_000
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app, { operators: 2 })
  // The sample of every number is 1.
  await app.services.db.department.create({ data: { accountId: desk.account.id, number: 1, name: 'Sales' } })
  widget = await makeWidget(app.services, { accountId: desk.account.id })
  await desk.say('visitor', 'Hello')
  const chat = await desk.chatOf('visitor')
  await reply(desk.operators[0], chat.id, 'Hi')
  known = {
    chatId: globalId('Chat', chat.id),
    operatorId: globalId('Operator', desk.operators[1]?.user.id ?? ''),
    memberIds: globalId('Operator', desk.operators[0].user.id),
    channelIds: globalId('Channel', desk.channel.id),
    id: globalId('Channel', desk.channel.id),
  }
})
afterAll(() => app.close())

const base64 = (text: string) => Buffer.from(text).toString('base64')

const TEXTS = [
  '',
  '\u0000',
  'a\u0000b',
  '\udc00a\ud83d',
  'x'.repeat(100_000),
  '9'.repeat(400),
  '__proto__',
  'http://[::1',
]
const IDS = [
  '',
  '\u0000',
  globalId('Nothing', randomUUID()),
  base64(`Chat:${'0'.repeat(36)}`),
  base64('Chat:\u0000'),
]
const CURSORS = ['GPC:S:nothing', 'GPC:S:\u0000', 'GPC:N:1e400', 'GPC:D:nothing', 'GPC:J:[[[', 'GPC:'].map(
  base64,
)
const NUMBERS = [0, -1, 0.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 1e308]
/** Stands for a list of lists, 10,000 deep, which our own JSON.stringify could not write. */
const DEEP = '@@deep@@'
const OF_NO_TYPE: unknown[] = [null, { constructor: { a: 1 } }, DEEP]

const ODD: Record<string, unknown[]> = {
  String: [...TEXTS, 1, ...OF_NO_TYPE],
  ID: [...IDS, -1, ...OF_NO_TYPE],
  UUID: ['', '\u0000', `{${randomUUID()}}`, ...OF_NO_TYPE],
  DateTime: ['', 'never', '+275760-09-13T00:00:00.000Z', '-271821-04-20', 1e308, ...OF_NO_TYPE],
  Int: [...NUMBERS, 'x', ...OF_NO_TYPE],
  Float: [...NUMBERS, 'x', ...OF_NO_TYPE],
}

function oddValues(type: GraphQLInputType): unknown[] {
  const plain = isNonNullType(type) ? type.ofType : type
  const values = [...(ODD[getNamedType(type).name] ?? ['NOTHING', ...OF_NO_TYPE]), ...oddObjects(type)]
  return isListType(plain) ? [...values.map((value) => [value]), ...values] : values
}

/** Of an input within an input: objects of which one field is odd. */
function oddObjects(type: GraphQLInputType): unknown[] {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return []
  const sample = sampleObject(named)
  return Object.values(named.getFields()).flatMap((field) =>
    oddValues(field.type).map((value) =>
      named.isOneOf ? { [field.name]: value } : { ...sample, [field.name]: value },
    ),
  )
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 80)

/** The credentials of the admin, with a new session: some of what is tried ends the old one. */
async function asAdmin(): Promise<Record<string, string>> {
  return { cookie: (await signedIn(app.services, desk.admin.user.id)).cookie }
}

/** The credentials of a visitor of a widget who has not used up any limit yet. */
async function asVisitor(): Promise<Record<string, string>> {
  const { env, db } = app.services
  const [accountId, channelId] = [desk.account.id, widget.id]
  lastNumber += 1
  const { id: visitorId } = await db.visitor.create({
    data: { accountId, channelId, number: lastNumber, key: randomUUID(), externalId: 'x' },
  })
  const expiresAt = new Date(Date.now() + 3_600_000)
  return { authorization: `Bearer ${createVisitorToken(env.secretKey, { channelId, visitorId, expiresAt })}` }
}

/** Runs documents as whoever these credentials are. */
function runner(credentials: Record<string, string>) {
  return async (query: string, variables: Record<string, unknown>): Promise<GraphQLAnswer> => {
    const body = JSON.stringify({ query, variables })
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1', ...credentials },
      body: body.replace(JSON.stringify(DEEP), '['.repeat(10_000) + ']'.repeat(10_000)),
    })
    return { ...((await response.json()) as GraphQLAnswer), status: response.status }
  }
}

/** Neither a bug of ours nor a store that is away: what it says is about the request. */
function expectAnswer(place: string, { errors, status = 200 }: { errors?: unknown; status?: number }): void {
  const codes = ((errors ?? []) as { extensions?: { code?: string } }[]).map(
    ({ extensions }) => extensions?.code,
  )
  expect([
    place,
    status < 500,
    codes.filter((code) => !code || !(code in requestErrorCodes) || /INTERNAL|UNAVAILABLE/.test(code)),
  ]).toEqual([place, true, []])
}

const NESTED: Record<string, string> = {
  'Chat.messages': 'chats(view: ALL) { edges { node { FIELD } } }',
  'Visitor.history': 'chats(view: ALL) { edges { node { visitor { FIELD } } } }',
  'Visitor.messages': 'chats(view: ALL) { edges { node { visitor { FIELD } } } }',
  'Chat.calls': 'chats(view: ALL) { edges { node { FIELD } } }',
  'Visitor.calls': 'chats(view: ALL) { edges { node { visitor { FIELD } } } }',
  'Visitor.chats': 'chats(view: ALL) { edges { node { visitor { FIELD } } } }',
  'Channel.deliveries': 'channels { edges { node { FIELD } } }',
  'Bot.events': 'bots { edges { node { FIELD } } }',
  'Visit.history': 'visit { FIELD }',
  'WebhookEndpoint.deliveries': 'webhookEndpoints { edges { node { FIELD } } }',
  'CallSettings.orders': 'callSettings { FIELD }',
  'Report.rows': 'report(from: "2026-01-01", to: "2026-01-31") { FIELD }',
}

test('every place where arguments are taken is known to this test', () => {
  const places = Object.values(schema.getTypeMap()).flatMap((type) =>
    'getFields' in type && !type.name.startsWith('__') && 'getInterfaces' in type
      ? Object.values(type.getFields())
          .filter((field) => 'args' in field && field.args.length > 0)
          .map((field) => `${type.name}.${field.name}`)
      : [],
  )
  const nested = places.filter((place) => !/^(Query|Mutation|Subscription)\./.test(place))
  expect(nested.sort()).toEqual(Object.keys(NESTED).sort())
})

const REQUIRED: Record<string, unknown> = { view: 'ALL', id: 'x', ids: [], token: 'x' }

/** `name(arg: $value, …)` with what else the field needs, and a selection. */
function call(place: string, arg: string): { operation: string; type: GraphQLInputType } {
  const [typeName = '', name = ''] = place.split('.')
  const type = schema.getType(typeName)
  const field = type && 'getFields' in type ? type.getFields()[name] : undefined
  if (!field || !('args' in field)) throw new Error(`there is no ${place}`)
  const others = field.args
    .filter((other) => isNonNullType(other.type) && other.name !== arg)
    .map(
      (other) => `, ${other.name}: ${other.name === 'view' ? 'ALL' : JSON.stringify(REQUIRED[other.name])}`,
    )
  const selected = `${name}(${arg}: $value${others.join('')}) { __typename ${
    'getFields' in getNamedType(field.type) &&
    'edges' in (getNamedType(field.type) as never as { getFields(): object }).getFields()
      ? 'edges { cursor }'
      : ''
  } }`
  const argument = field.args.find((other) => other.name === arg)
  if (!argument) throw new Error(`there is no ${place}(${arg})`)
  return { operation: NESTED[place]?.replace('FIELD', selected) ?? selected, type: argument.type }
}

const queryArgs = [
  ...Object.keys(schema.getQueryType()?.getFields() ?? {}).map((name) => `Query.${name}`),
  ...Object.keys(NESTED),
].flatMap((place) => {
  const [typeName = '', name = ''] = place.split('.')
  const type = schema.getType(typeName)
  const field = type && 'getFields' in type ? type.getFields()[name] : undefined
  return field && 'args' in field ? field.args.map((arg) => [place, arg.name] as const) : []
})

test.each(queryArgs)('%s(%s:) answers whatever it is given', async (place, arg) => {
  const { operation, type } = call(place, arg)
  const query = `query ($value: ${String(type)}) { ${operation} }`
  const execute = runner(await asAdmin())
  const values = /^(after|before)$/.test(arg) ? ['', '\u0000', ...CURSORS] : oddValues(type)
  for (const value of values) {
    expectAnswer(`${place}(${arg}: ${shown(value)})`, await execute(query, { value }))
  }
})

test.each(mutationNames().filter((name) => inputFields(name).length > 0))(
  '%s answers whatever it is given',
  async (mutation) => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
    const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code message field } } }`
    const isForVisitors = visitorMutationNames().includes(mutation) && mutation !== 'startVisit'
    const admin = await asAdmin()
    // Visitors may do little in an hour.
    const run = async (input: unknown) => runner(isForVisitors ? await asVisitor() : admin)(query, { input })
    for (const field of inputFields(mutation)) {
      for (const value of oddValues(field.type)) {
        const sample = sampleInput(mutation, (name) => known[name] ?? globalId('Chat', randomUUID()))
        const answer = await run({ ...sample, [field.name]: value })
        const place = `${mutation}(${field.name}: ${shown(value)})`
        expectAnswer(place, answer)
        for (const error of answer.data?.[mutation]?.userErrors ?? []) expectUserError(place, mutation, error)
      }
    }
    for (const input of OF_NO_TYPE) expectAnswer(mutation, await run(input))
  },
)

/** One of the codes of the mutation, and a path that there is in its input. */
function expectUserError(
  place: string,
  mutation: string,
  { code, field }: { code: string; field: string[] | null },
): void {
  expect([place, declaredCodes(mutation)]).toEqual([place, expect.arrayContaining([code])])
  expect([place, field === null || hasPlace(mutation, field)]).toEqual([place, true])
}

function hasPlace(mutation: string, [argument, ...path]: string[]): boolean {
  let fields = inputFields(mutation)
  for (const part of path) {
    if (/^\d+$/.test(part)) continue
    const type = getNamedType(fields.find(({ name }) => name === part)?.type)
    if (!type) return false
    // What is in there, the schema does not say.
    if (type.name === 'JSON') break
    fields = isInputObjectType(type) ? Object.values(type.getFields()) : []
  }
  return argument === 'input'
}

test('the subscription answers whatever cursor it is given', async () => {
  for (const after of [...TEXTS, ...CURSORS]) {
    const socket = openSocket(app.url, desk.operators[0])
    const started = socket.execute('subscription ($after: String) { events(after: $after) { __typename } }', {
      after,
    })
    // It is refused, or it runs; either way the socket goes on.
    const { data } = await socket.execute('{ viewer { email } }')
    expect([shown(after), data?.viewer.email]).toEqual([shown(after), desk.operators[0].user.email])
    const answer = await Promise.race([started, socket.execute('{ viewer { email } }')])
    expectAnswer(`events(after: ${shown(after)})`, answer)
    await socket.close()
  }
})

test('and the server still answers', async () => {
  const { data } = await desk.admin.execute('{ viewer { email } chats(view: ALL) { edges { node { id } } } }')
  expect(data.viewer.email).toBe(desk.admin.user.email)
})

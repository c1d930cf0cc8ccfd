import { randomUUID } from 'node:crypto'
import {
  type GraphQLField,
  type GraphQLResolveInfo,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AnswerMeter } from '../../server/graphql/kit/answer-meter.ts'
import { schema } from '../../server/graphql/schema.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordRows } from '../support/count-statements.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { globalId } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  await desk.say('visitor', 'Hello')
})
afterAll(() => app.close())

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
const objects = types.filter(isObjectType)

test('every `id` of the type ID is that of a node or an event', () => {
  const ids = objects.filter((type) => getNamedType(type.getFields().id?.type)?.name === 'ID')
  expect(ids.length).toBeGreaterThan(10)
  const strangers = ids.filter(
    (type) => !type.getInterfaces().some(({ name }) => name === 'Node' || name === 'Event'),
  )
  expect(strangers.map(({ name }) => name)).toEqual([])
})

test('what is related is an object: an id stands alone only where its object is gone', () => {
  const bare = objects.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => getNamedType(field.type).name === 'ID' && field.name !== 'id')
      .map((field) => `${type.name}.${field.name}`),
  )
  // A filter names what may be hidden or gone, an event a canned reply that the viewer may not use; a file is only its owner's.
  // A chat that was refused is not shown. Only admins can read an endpoint. What an entry of the audit log is about may be gone, like a visitor who was erased.
  const allowed =
    /(Payload\.(deleted|erased)Id|(Deleted|Erased)\.\w+Id|\.endpointId|AuditEntry\.subjectId|ChatResult\.chatId|SavedViewFilter\.\w+Ids|NotificationSettings\.channelIds|CannedReply\w+\.cannedReplyId|CannedReplyFile\.fileId)$/
  expect(bare.filter((path) => !allowed.test(path))).toEqual([])
})

test('what a mutation takes as an id is named `id`, `…Id` or `…Ids`, and is of the type ID', () => {
  const odd = types.filter(isInputObjectType).flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ name, type: fieldType }) => {
        const ofId = getNamedType(fieldType).name === 'ID'
        return ofId !== /(^id|Ids?)$/.test(name)
      })
      .map(({ name }) => `${type.name}.${name}`),
  )
  // What visitors of widgets send has plain ids: nothing of theirs is a node.
  const ofVisitors =
    /^(StartVisit|SendVisitorMessage|RateVisit|MarkMessagesSeen|DismissVisitInvitation|CountTrigger)Input\./
  // These are ids of other systems.
  const foreign = ['BotProviderInput.clientId', 'VisitorExternalId.externalId', 'SendMessageInput.id']
  expect(
    odd.filter((path) => !ofVisitors.test(path) && !foreign.some((known) => path.endsWith(known))),
  ).toEqual([])
})

test('there is one word for whoever works in the account: operator', () => {
  const words = types.flatMap((type) => [
    type.name,
    ...('getFields' in type ? Object.keys(type.getFields()) : []),
  ])
  const others = words.filter((word) =>
    /user(?!Errors?$|Agent$|ErrorCode$)|agent|member(?!Ids$|s$)/i.test(word),
  )
  expect(others.filter((word) => !/^userAgent$|^UserError/.test(word))).toEqual([])
})

test('a relation of which only the id is asked costs no read', async () => {
  const chat = await desk.chatOf('visitor')
  const message = (selection: string) => `{ chat: node(id: "${globalId('Chat', chat.id)}") {
    ... on Chat { messages(first: 1) { nodes { chat { ${selection} } } } } } }`
  const reads = async (selection: string) => {
    let data: unknown
    const statements = await recordRows(async () => {
      ;({ data } = await desk.admin.execute(message(selection)))
    })
    expect(data).toMatchObject({
      chat: { messages: { nodes: [{ chat: { id: globalId('Chat', chat.id) } }] } },
    })
    // Nothing else that runs at the same time is counted.
    return statements.filter(({ sql }) => /FROM "(public"\.")?Chat"/.test(sql)).length
  }
  const without = await reads('__typename id')
  expect(await reads('id number')).toBe(without + 1)
  expect(await reads('id ... on Chat { number }')).toBe(without + 1)
})

test('the account is a node, and nobody else’s', async () => {
  const { data } = await desk.admin.execute('{ viewer { account { id name } } }')
  const read = `{ node(id: "${data.viewer.account.id}") { __typename id ... on Account { name } } }`
  expect((await desk.admin.execute(read)).data.node).toEqual({
    __typename: 'Account',
    ...data.viewer.account,
  })
  const stranger = await openDesk(app)
  expect((await stranger.admin.execute(read)).data.node).toBeNull()
})

test('the id of a node is there without waiting, as events and pages of nodes have many', () => {
  const nodes = objects.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
  expect(nodes.length).toBeGreaterThan(15)
  const id = randomUUID()
  const context = { viewer: { role: 'ADMIN' }, answer: new AnswerMeter() }
  const info = { path: { key: 'id' } } as GraphQLResolveInfo
  for (const type of nodes) {
    const { resolve } = type.getFields().id as GraphQLField<unknown, unknown>
    expect(resolve?.({ id }, {}, context, info), type.name).toBe(globalId(type.name, id))
  }
})

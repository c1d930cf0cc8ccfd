import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteTag } from '../../server/domain/tags/delete-tag.ts'
import { MOST_TAGS_OF_CHAT, tagChats } from '../../server/domain/tags/tag-chats.ts'
import { readGlobalId } from '../../server/graphql/kit/global-id.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { openDesk } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { makeChannel } from '../support/factories.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { chatWith, makeTag, tag, tagsOf } from './support.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const TAGS = '{ tags { nodes { name color description archived chatCount channels { id } } totalCount } }'

/** The id of the row behind a global id. */
const rowId = (id: string) => readGlobalId(id)?.id ?? ''

test('an admin makes tags, whose names are unique whatever their case is', async () => {
  const { admin, channel } = await openDesk(app)
  const channelIds = [globalId('Channel', channel.id)]
  await makeTag(admin, ' Straße ', { color: 'RED', description: 'In town', channelIds })
  await makeTag(admin, 'Order')
  expect((await admin.execute(TAGS)).data.tags).toEqual({
    nodes: [
      { name: 'Order', color: 'RED', description: '', archived: false, chatCount: 0, channels: [] },
      {
        ...{ name: 'Straße', color: 'RED', description: 'In town', archived: false, chatCount: 0 },
        channels: [{ id: channelIds[0] }],
      },
    ],
    totalCount: 2,
  })
  const refused = async (input: object) =>
    (await mutate(admin.execute, 'createTag', { name: 'Other', ...input })).userErrors
  expect(await refused({ name: 'STRAße' })).toMatchObject([{ code: 'TAKEN', field: ['input', 'name'] }])
  expect(await refused({ name: ' ' })).toMatchObject([{ code: 'BLANK' }])
  expect(await refused({ name: 'x'.repeat(51) })).toMatchObject([{ code: 'TOO_LONG' }])
  expect(await refused({ description: 'x'.repeat(201) })).toMatchObject([{ code: 'TOO_LONG' }])
  const unknown = [globalId('Channel', randomUUID())]
  expect(await refused({ channelIds: unknown })).toMatchObject([{ code: 'NOT_FOUND' }])
})

test('operators make tags in passing where the account allows it, and change none', async () => {
  const { admin, operators, channel } = await openDesk(app)
  const [operator] = operators
  const viewer = async () => (await operator.execute('{ viewer { mayCreateTags } }')).data.viewer
  expect(await viewer()).toEqual({ mayCreateTags: true })
  const id = await makeTag(operator, 'Order')
  const forbidden = [{ code: 'FORBIDDEN' }]
  const channelIds = [globalId('Channel', channel.id)]
  const { userErrors } = await mutate(operator.execute, 'createTag', { name: 'Return', channelIds })
  expect(userErrors).toMatchObject(forbidden)
  expect((await mutate(operator.execute, 'updateTag', { id, name: 'X' })).userErrors).toMatchObject(forbidden)
  expect((await mutate(operator.execute, 'deleteTag', { id })).userErrors).toMatchObject(forbidden)
  await mutate(admin.execute, 'updateChatSettings', { operatorsCreateTags: false })
  expect(await viewer()).toEqual({ mayCreateTags: false })
  expect((await mutate(operator.execute, 'createTag', { name: 'New' })).userErrors).toMatchObject(forbidden)
  await makeTag(admin, 'New')
})

test('tags are put on a chat and taken off it, once, and everybody who sees the chat learns of it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators
  const chatId = await chatWith(desk, 'v')
  const [order, refund] = [await makeTag(desk.admin, 'Order'), await makeTag(desk.admin, 'Refund')]
  const { viewer } = (await dora.execute('{ viewer { eventCursor } }')).data
  const feed = openFeed(app.url, { cookie: max?.cookie ?? '', after: viewer.eventCursor })
  expect(await tag(dora, [chatId], { add: [refund, order, refund] })).toMatchObject({
    results: [{ chatId, chat: { tags: [{ name: 'Refund' }, { name: 'Order' }] }, userErrors: [] }],
    userErrors: [],
  })
  await feed.waitFor(({ kind }) => kind === 'CHAT_TAGGED')
  await tag(dora, [chatId], { add: [order] })
  await tag(dora, [chatId], { add: [order], remove: [order, refund] })
  expect(await tagsOf(dora, chatId)).toEqual([])
  const events = await app.services.db.event.findMany({
    where: { chatId: rowId(chatId), kind: 'CHAT_TAGGED' },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ data, visitorId, actorId }) => ({ data, visitorId, actorId }))).toEqual([
    {
      data: {
        added: [rowId(refund), rowId(order)],
        removed: [],
        tagIds: [rowId(refund), rowId(order)],
        operatorId: dora.user.id,
      },
      visitorId: null,
      actorId: dora.user.id,
    },
    expect.objectContaining({
      data: expect.objectContaining({ added: [], removed: [rowId(refund), rowId(order)], tagIds: [] }),
    }),
  ])
  await feed.close()
})

test('the event of a change names the tags', async () => {
  const desk = await openDesk(app)
  const chatId = await chatWith(desk, 'v')
  await tag(desk.admin, [chatId], { add: [await makeTag(desk.admin, 'Order')] })
  const query = `{ events(first: 100, types: [CHAT_TAGGED]) { nodes {
    __typename ... on ChatTagged { chat { tags { name } } added { name } removed { name } } } } }`
  const { data, errors } = await desk.admin.execute(query)
  expect(errors).toBeUndefined()
  expect(data.events.nodes).toContainEqual({
    __typename: 'ChatTagged',
    chat: { tags: [{ name: 'Order' }] },
    added: [{ name: 'Order' }],
    removed: [],
  })
})

test('a closed chat is tagged, and found by its tags in the archive and in lists', async () => {
  const desk = await openDesk(app)
  const { execute } = desk.admin
  const [order, refund] = [await makeTag(desk.admin, 'Order'), await makeTag(desk.admin, 'Refund')]
  const before = await chatWith(desk, 'before')
  const after = await chatWith(desk, 'after')
  const open = await chatWith(desk, 'open')
  const none = await chatWith(desk, 'none')
  await tag(desk.admin, [before, open], { add: [order] })
  for (const chatId of [before, after, none]) await mutate(execute, 'closeChat', { chatId })
  await tag(desk.admin, [after], { add: [order, refund] })
  const archived = async (filter: object) => {
    const query =
      'query ($filter: ArchiveFilter) { archivedChats(filter: $filter) { nodes { chat { id } } } }'
    return (await execute(query, { filter })).data.archivedChats.nodes.map(({ chat }: Data) => chat.id)
  }
  const listed = async (filter: object) => {
    const query = 'query ($filter: ChatFilter) { chats(filter: $filter) { nodes { id } } }'
    return (await execute(query, { filter })).data.chats.nodes.map(({ id }: Data) => id)
  }
  expect(await archived({ tagIds: [order] })).toEqual([after, before])
  expect(await archived({ tagIds: [refund] })).toEqual([after])
  expect(await archived({ tagIds: [] })).toEqual([none])
  expect((await listed({ tagIds: [order] })).sort()).toEqual([after, before, open].sort())
  expect(await listed({ tagIds: [] })).toEqual([none])
  await tag(desk.admin, [after], { remove: [order] })
  expect(await archived({ tagIds: [order] })).toEqual([before])
  const csv = await fetch(`${app.url}/archive/export?format=csv&tagId=${refund}`, {
    headers: { cookie: desk.admin.cookie },
  })
  const [head, line, ...others] = (await csv.text()).trim().split('\r\n')
  expect(head).toContain(',tags,transcript')
  expect(line).toContain(',Refund,')
  expect(others.filter((text) => text.includes(',API'))).toEqual([])
})

test('a chat has at most 20 tags', async () => {
  const desk = await openDesk(app)
  const [full, other] = [await chatWith(desk, 'full'), await chatWith(desk, 'other')]
  const ids = []
  for (let n = 0; n <= MOST_TAGS_OF_CHAT; n += 1) ids.push(await makeTag(desk.admin, `Tag ${n}`))
  await tag(desk.admin, [full], { add: ids.slice(0, MOST_TAGS_OF_CHAT) })
  const more = await tag(desk.admin, [full, other], { add: ids.slice(MOST_TAGS_OF_CHAT) })
  expect(more.results).toMatchObject([
    { chat: null, userErrors: [{ code: 'LIMIT_REACHED', field: ['input', 'chatIds', '0'] }] },
    { chat: { tags: [{ name: 'Tag 20' }] }, userErrors: [] },
  ])
  await tag(desk.admin, [full], { add: ids.slice(MOST_TAGS_OF_CHAT), remove: ids.slice(0, 1) })
  expect(await tagsOf(desk.admin, full)).toHaveLength(MOST_TAGS_OF_CHAT)
})

test('a tag that chats have is archived, not deleted: it stays on them, and is put on no others', async () => {
  const desk = await openDesk(app)
  const { execute } = desk.admin
  const [tagged, other] = [await chatWith(desk, 'tagged'), await chatWith(desk, 'other')]
  const id = await makeTag(desk.admin, 'Order')
  await tag(desk.admin, [tagged], { add: [id] })
  expect((await execute(TAGS)).data.tags.nodes).toMatchObject([{ chatCount: 1 }])
  expect((await desk.operators[0].execute(TAGS)).data.tags.nodes).toMatchObject([{ chatCount: null }])
  expect((await mutate(execute, 'deleteTag', { id })).userErrors).toMatchObject([{ code: 'IN_USE' }])
  await mutate(execute, 'updateTag', { id, archived: true })
  expect((await tag(desk.admin, [other], { add: [id] })).userErrors).toMatchObject([
    { code: 'INVALID', message: 'The tag “Order” is archived.', field: ['input', 'addTagIds', '0'] },
  ])
  expect((await mutate(execute, 'createTag', { name: 'ORDER' })).userErrors).toMatchObject([
    { code: 'TAKEN', message: expect.stringContaining('archived') },
  ])
  expect(await tagsOf(desk.admin, tagged)).toEqual(['Order'])
  await tag(desk.admin, [tagged], { remove: [id] })
  expect((await mutate(execute, 'deleteTag', { id }, 'deletedId')).deletedId).toBe(id)
  const entries = await app.services.db.auditEntry.findMany({
    where: { accountId: desk.account.id, subjectType: 'Tag' },
    orderBy: { createdAt: 'asc' },
  })
  expect(entries.map(({ action }) => action)).toEqual(['TAG_CREATED', 'TAG_UPDATED', 'TAG_DELETED'])
})

test('a tag that is deleted at the same moment is on no chat', async () => {
  const desk = await openDesk(app)
  const { viewer } = desk.admin
  for (let n = 0; n < 5; n += 1) {
    const id = rowId(await makeTag(desk.admin, `Tag ${n}`))
    const chatIds = [rowId(await chatWith(desk, `v${n}`))]
    const input = { viewer, chatIds, addTagIds: [id], removeTagIds: [] }
    await Promise.allSettled([tagChats(app.services, input), deleteTag(app.services, { viewer, id })])
    const chat = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatIds[0] ?? '' } })
    const there = await app.services.db.tag.count({ where: { id } })
    expect(chat.tagIds).toHaveLength(there)
  }
})

test('tags and chats of others are told like those that do not exist', async () => {
  const [desk, other] = [await openDesk(app), await openDesk(app)]
  const chatId = await chatWith(desk, 'v')
  const id = await makeTag(desk.admin, 'Order')
  expect((await tag(other.admin, [chatId], {})).results).toMatchObject([
    { userErrors: [{ code: 'NOT_FOUND' }] },
  ])
  const foreign = await makeTag(other.admin, 'Order')
  const refused = [{ code: 'NOT_FOUND', field: ['input', 'addTagIds', '0'] }]
  expect((await tag(desk.admin, [chatId], { add: [foreign] })).userErrors).toMatchObject(refused)
  expect((await mutate(other.admin.execute, 'updateTag', { id, name: 'X' })).userErrors).toMatchObject([
    { code: 'NOT_FOUND' },
  ])
  expect((await mutate(other.admin.execute, 'deleteTag', { id })).userErrors).toMatchObject([
    { code: 'NOT_FOUND' },
  ])
  const channel = await makeChannel(app.services, { accountId: desk.account.id })
  const hidden = await makeTag(desk.admin, 'Hidden', { channelIds: [globalId('Channel', channel.id)] })
  const query = 'query ($id: ID!) { node(id: $id) { ... on Tag { name channels { id } } } }'
  expect((await desk.operators[0].execute(query, { id: hidden })).data.node).toEqual({
    name: 'Hidden',
    channels: [],
  })
  expect((await other.admin.execute(query, { id: hidden })).data.node).toBeNull()
})

test('chats without tags cost no statement more when their tags are asked for', async () => {
  const desk = await openDesk(app)
  await chatWith(desk, 'v')
  const { execute } = desk.operators[0]
  await execute('{ viewer { email } }')
  const count = async (query: string) => (await recordStatements(() => execute(query))).length
  const without = await count('{ chats(view: ALL) { nodes { id } } }')
  expect(await count('{ chats(view: ALL) { nodes { id tags { name } } } }')).toBe(without)
})

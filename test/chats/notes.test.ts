import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { signedIn } from '../support/factories.ts'
import { type Data, type Execute, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const query = async (execute: Execute, document: string): Promise<Data> => (await execute(document)).data

const NOTE = 'uuid seq author type text editedAt deletedAt editableUntil operator { name } mentions { name }'

function writeNote(
  { execute }: Person,
  chatId: string,
  text: string,
  { key = randomUUID(), mentioned = [] }: { key?: string; mentioned?: string[] } = {},
): Promise<Data> {
  const mentionedIds = mentioned.map((id) => globalId('Operator', id))
  const input = { idempotencyKey: key, chatId: globalId('Chat', chatId), text, mentionedIds }
  return mutate(execute, 'writeNote', input, `note { id ${NOTE} }`)
}

const edit = ({ execute }: Person, id: string, text: string, mentioned: string[] = []) =>
  mutate(
    execute,
    'editMessage',
    { id, text, mentionedIds: mentioned.map((user) => globalId('Operator', user)) },
    `message { ${NOTE} }`,
  )

const remove = ({ execute }: Person, id: string) =>
  mutate(execute, 'deleteMessage', { id }, `message { ${NOTE} }`)

async function waitingChat(desk: Desk): Promise<string> {
  const visitor = randomUUID()
  await desk.say(visitor, 'Where is my parcel?')
  return (await desk.chatOf(visitor)).id
}

const chatSeen = async ({ execute }: Person, chatId: string): Promise<Data> =>
  (
    await query(
      execute,
      `{ chat(by: { id: "${globalId('Chat', chatId)}" }) {
        status preview lastAuthor lastIsNote lastOperator { name } unansweredSince lastSeq
        operators { name } viewerLastReadSeq messages { nodes { ${NOTE} } } } }`,
    )
  ).chat

const unseenOf = async ({ execute }: Person): Promise<Data[]> =>
  (await query(execute, '{ viewer { unseenMentions { id seenAt message { text } chat { id } } } }')).viewer
    .unseenMentions

const mentionsOf = async ({ execute }: Person): Promise<Data[]> =>
  (await query(execute, '{ mentions(first: 10) { nodes { seenAt message { uuid } } } }')).mentions.nodes

test('a note in a chat that waits is written without joining, reading or accepting it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chatId = await waitingChat(desk)
  const { note, userErrors } = await writeNote(dora, chatId, '  Ask the carrier first.  ')
  expect(userErrors).toEqual([])
  expect(note).toMatchObject({
    seq: 2,
    author: 'OPERATOR',
    type: 'NOTE',
    text: 'Ask the carrier first.',
    operator: { name: dora.user.name },
    editedAt: null,
    deletedAt: null,
  })
  expect(await chatSeen(max, chatId)).toMatchObject({
    status: 'QUEUED',
    preview: 'Ask the carrier first.',
    lastAuthor: 'OPERATOR',
    lastIsNote: true,
    lastOperator: { name: dora.user.name },
    lastSeq: 2,
    operators: [],
    viewerLastReadSeq: 0,
  })
  expect((await chatSeen(dora, chatId)).viewerLastReadSeq).toBe(0)
})

test('a visitor who was not answered still waits after a note', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const { id } = await desk.chatOf(visitor)
  await reply(dora, id, 'Hi')
  await desk.say(visitor, 'And?')
  const asked = (await chatSeen(dora, id)).unansweredSince
  await writeNote(max, id, 'They wait for the refund.')
  expect(asked).not.toBeNull()
  expect(await chatSeen(dora, id)).toMatchObject({
    unansweredSince: asked,
    operators: [{ name: dora.user.name }],
  })
  await reply(dora, id, 'It is on its way.')
  expect((await chatSeen(dora, id)).unansweredSince).toBeNull()
})

test('the same key writes one note, and another text with it is refused', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const chatId = await waitingChat(desk)
  const key = randomUUID()
  const first = await writeNote(dora, chatId, 'Once', { key })
  const again = await writeNote(dora, chatId, 'Once', { key })
  expect(again.note.uuid).toBe(first.note.uuid)
  expect((await writeNote(dora, chatId, 'Twice', { key })).userErrors).toMatchObject([
    { code: 'IDEMPOTENCY_KEY_REUSED' },
  ])
  expect((await chatSeen(dora, chatId)).lastSeq).toBe(2)
})

test('a note is refused when it is blank, too long, or in a chat that its author cannot see', async () => {
  const [desk, other] = [await openDesk(app), await openDesk(app)]
  const [dora] = desk.operators
  const chatId = await waitingChat(desk)
  expect((await writeNote(dora, chatId, ' \n ')).userErrors).toMatchObject([{ code: 'BLANK' }])
  expect((await writeNote(dora, chatId, 'a'.repeat(4_001))).userErrors).toMatchObject([{ code: 'TOO_LONG' }])
  expect((await writeNote(other.admin, chatId, 'Hello')).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  expect((await chatSeen(dora, chatId)).lastSeq).toBe(1)
})

test('a colleague who is mentioned is told live, finds the mention, and it counts until they have seen it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chatId = await waitingChat(desk)
  const query = `subscription ($after: String) { events(after: $after) { __typename id cursor
    ... on OperatorMentioned { mention { message { text } } } ... on MentionsSeen { chat { id } } } }`
  const feeds = [max, dora].map(({ cookie }) => openFeed(app.url, { cookie, query, after: '0' }))
  const [ofMax, ofDora] = feeds as [(typeof feeds)[0], (typeof feeds)[0]]
  const mentioned = [max.user.id, dora.user.id]
  const { note } = await writeNote(dora, chatId, `@${max.user.name} please call them`, { mentioned })
  expect(note.mentions).toEqual([{ name: max.user.name }])
  const told = await ofMax.waitFor(({ kind }) => kind === 'OPERATOR_MENTIONED')
  expect(told.mention.message.text).toBe(`@${max.user.name} please call them`)
  expect(await unseenOf(max)).toMatchObject([{ seenAt: null, chat: { id: globalId('Chat', chatId) } }])
  expect(await unseenOf(dora)).toEqual([])

  const input = { chatId: globalId('Chat', chatId) }
  const seen = await mutate(max.execute, 'markMentionsSeen', input, 'unseenMentions { id }')
  expect(seen).toEqual({ unseenMentions: [], userErrors: [] })
  await ofMax.waitFor(({ kind }) => kind === 'MENTIONS_SEEN')
  expect(ofDora.events.map(({ kind }) => kind)).not.toContain('OPERATOR_MENTIONED')
  const listed = await mentionsOf(max)
  expect(listed).toMatchObject([{ message: { uuid: note.uuid } }])
  expect(listed[0]?.seenAt).not.toBeNull()
  await Promise.all(feeds.map((feed) => feed.close()))
})

test('what somebody has seen of one chat stays unseen for others, and in other chats', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const [chatId, other] = [await waitingChat(desk), await waitingChat(desk)]
  const mentioned = [max.user.id, desk.admin.user.id]
  for (const id of [chatId, other]) await writeNote(dora, id, 'Look', { mentioned })
  await mutate(max.execute, 'markMentionsSeen', { chatId: globalId('Chat', chatId) })
  expect(await unseenOf(max)).toMatchObject([{ chat: { id: globalId('Chat', other) } }])
  expect(await unseenOf(desk.admin)).toHaveLength(2)
})

test('only colleagues who can see the chat are mentioned', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const other = await openDesk(app)
  const [dora, max] = desk.operators as [Person, Person]
  await app.services.db.channelOperator.deleteMany({ where: { userId: max.user.id } })
  const chatId = await waitingChat(desk)
  const refused = await writeNote(dora, chatId, 'Look', { mentioned: [desk.admin.user.id, max.user.id] })
  expect(refused.userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'mentionedIds', '1'] }])
  const unknown = await writeNote(dora, chatId, 'Look', { mentioned: [other.admin.user.id] })
  expect(unknown.userErrors).toMatchObject([{ code: 'NOT_FOUND', field: ['input', 'mentionedIds', '0'] }])
  const many = Array.from({ length: 21 }, () => randomUUID())
  expect((await writeNote(dora, chatId, 'Look', { mentioned: many })).userErrors).toMatchObject([
    { code: 'TOO_LONG' },
  ])
  await writeNote(dora, chatId, 'Look', { mentioned: [desk.admin.user.id] })
  expect(await unseenOf(desk.admin)).toHaveLength(1)
})

test('whoever loses the channel loses the mention with it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chatId = await waitingChat(desk)
  await writeNote(dora, chatId, 'Look', { mentioned: [max.user.id] })
  expect(await unseenOf(max)).toHaveLength(1)
  await app.services.db.channelOperator.deleteMany({ where: { userId: max.user.id } })
  const { cookie } = await signedIn(app.services, max.user.id)
  const again = { ...max, execute: graphqlAs(app.url, { cookie }) }
  expect(await unseenOf(again)).toEqual([])
  expect(await mentionsOf(again)).toEqual([])
})

test('its author edits a note, also whom it mentions, and only those who are new are told', async () => {
  const desk = await openDesk(app, { operators: 3 })
  const [dora, max, ina] = desk.operators as [Person, Person, Person]
  const chatId = await waitingChat(desk)
  const { note } = await writeNote(dora, chatId, 'Cal them', { mentioned: [max.user.id] })
  const { message, userErrors } = await edit(dora, note.id, 'Call them', [ina.user.id])
  expect(userErrors).toEqual([])
  expect(message).toMatchObject({ seq: note.seq, text: 'Call them', mentions: [{ name: ina.user.name }] })
  expect(message.editedAt).not.toBeNull()
  expect(message.editableUntil).toBe(note.editableUntil)
  expect((await chatSeen(max, chatId)).preview).toBe('Call them')
  expect(await unseenOf(max)).toEqual([])
  expect(await unseenOf(ina)).toHaveLength(1)
  expect((await edit(max, note.id, 'No')).userErrors).toMatchObject([{ code: 'NOT_EDITABLE' }])
})

test('a deleted note keeps its place without text, and what was said before is the preview again', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chatId = await waitingChat(desk)
  const { note } = await writeNote(dora, chatId, 'Wrong chat', { mentioned: [max.user.id] })
  expect((await remove(max, note.id)).userErrors).toMatchObject([{ code: 'NOT_EDITABLE' }])
  const { message } = await remove(dora, note.id)
  expect(message).toMatchObject({ seq: 2, type: 'NOTE', text: null, editableUntil: null, mentions: [] })
  expect((await remove(dora, note.id)).message.deletedAt).toBe(message.deletedAt)
  const chat = await chatSeen(max, chatId)
  expect(chat).toMatchObject({ preview: 'Where is my parcel?', lastAuthor: 'VISITOR', lastIsNote: false })
  expect(chat.messages.nodes).toHaveLength(2)
  expect(await unseenOf(max)).toEqual([])
  expect((await edit(dora, note.id, 'Back')).userErrors).toMatchObject([{ code: 'NOT_EDITABLE' }])
})

test('after 15 minutes a note stays as it is', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const chatId = await waitingChat(desk)
  const { note } = await writeNote(dora, chatId, 'Settled')
  await app.services.db.message.update({
    where: { id: note.uuid },
    data: { createdAt: new Date(Date.now() - 15 * 60_000 - 1) },
  })
  expect((await edit(dora, note.id, 'Changed')).userErrors).toMatchObject([{ code: 'NOT_EDITABLE' }])
  expect((await remove(dora, note.id)).userErrors).toMatchObject([{ code: 'NOT_EDITABLE' }])
})

test('what was sent to a client’s server is not edited as notes are', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const chatId = await waitingChat(desk)
  const id = globalId('Message', await reply(dora, chatId, 'Hello'))
  expect((await edit(dora, id, 'Changed')).userErrors).toMatchObject([{ code: 'NOT_EDITABLE' }])
  expect((await remove(dora, id)).userErrors).toMatchObject([{ code: 'NOT_EDITABLE' }])
})

test('every screen learns of a note and of its changes', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const chatId = await waitingChat(desk)
  const query = `subscription ($after: String) { events(after: $after) { __typename id cursor actor { ... on Operator { name } }
    ... on MessageCreated { message { ${NOTE} } activity { lastSeq preview } }
    ... on MessageEdited { message { ${NOTE} } chat { preview } }
    ... on MessageDeleted { message { ${NOTE} } chat { preview } } } }`
  const feed = openFeed(app.url, { cookie: max.cookie, query, after: '0' })
  const { note } = await writeNote(dora, chatId, 'One')
  await edit(dora, note.id, 'Two')
  await remove(dora, note.id)
  const created = await feed.waitFor(({ message }) => message?.uuid === note.uuid)
  expect(created).toMatchObject({ actor: { name: dora.user.name }, activity: { lastSeq: 2 } })
  const edited = await feed.waitFor(({ kind }) => kind === 'MESSAGE_EDITED')
  expect(edited.message.editedAt).not.toBeNull()
  const deleted = await feed.waitFor(({ kind }) => kind === 'MESSAGE_DELETED')
  expect(deleted.message).toMatchObject({ text: null })
  await feed.close()
})

test('a note in a closed chat is kept, is found in the archive, and opens nothing', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const chatId = await waitingChat(desk)
  await reply(dora, chatId, 'It is there.')
  await mutate(dora.execute, 'closeChat', { chatId: globalId('Chat', chatId) }, 'chat { id }')
  const { note } = await writeNote(dora, chatId, 'Xylophone refunded')
  expect((await chatSeen(dora, chatId)).status).toBe('CLOSED')
  const find = async (search: string) =>
    (await query(dora.execute, `{ archivedChats(first: 5, search: "${search}") { nodes { chat { id } } } }`))
      .archivedChats.nodes
  expect(await find('xylophone')).toEqual([{ chat: { id: globalId('Chat', chatId) } }])
  await edit(dora, note.id, 'Marimba refunded')
  expect(await find('xylophone')).toEqual([])
  expect(await find('marimba')).toHaveLength(1)
  await remove(dora, note.id)
  expect(await find('marimba')).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexOpenChats } from '../../server/domain/search/index-open-chats.ts'
import { pruneOpenChatWords } from '../../server/domain/search/prune-open-chat-words.ts'
import { MOST_FOUND } from '../../server/domain/search/search-everywhere.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { makeUser, signedIn } from '../support/factories.ts'
import { type Data, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { untilLocked } from '../support/until-locked.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

const SEARCH = `query ($text: String!) {
  search(text: $text) {
    chats { chat { id number status visitor { name } } snippet { parts { text isMatch } } }
    visitors { name number }
  }
}`

async function search(text: string, { execute }: Pick<Person, 'execute'> = desk.operators[0]): Promise<Data> {
  const { data, errors } = await execute(SEARCH, { text })
  expect(errors).toBeUndefined()
  return (data as Data).search
}

/** A visitor of this name writes. The chat's number. */
async function write(name: string, text: string, at: Desk = desk): Promise<number> {
  const sender = { id: name, name, email: `${name.toLowerCase()}@example.com` }
  const response = await at.post({ sender, message: { type: 'text', text } })
  expect(response.status).toBe(200)
  return (await at.chatOf(name)).number
}

async function close(name: string): Promise<void> {
  const chatId = globalId('Chat', (await desk.chatOf(name)).id)
  const [{ execute }] = desk.operators
  await mutate(execute, 'acceptChat', { chatId })
  const { userErrors } = await mutate(execute, 'closeChat', { chatId })
  expect(userErrors).toEqual([])
}

const namesOf = ({ chats }: Data) => chats.map(({ chat }: Data) => chat.visitor.name)

test('what was said is found in open chats and in closed ones, open ones first, and shown', async () => {
  await write('Ottilie', 'Where is my periwinkle teapot?')
  await close('Ottilie')
  await write('Casimir', 'Do you sell Periwinkle paint?')
  const found = await search('periwinkle')
  expect(namesOf(found)).toEqual(['Casimir', 'Ottilie'])
  for (const { snippet } of found.chats)
    expect(snippet.parts.filter(({ isMatch }: Data) => isMatch)).toEqual([
      { text: expect.stringMatching(/^periwinkle$/i), isMatch: true },
    ])
  expect(namesOf(await search('periwinkle paint'))).toEqual(['Casimir'])
  expect(found.visitors).toEqual([])
})

test('an open chat is found by what was said long ago in it, and not by what was deleted', async () => {
  const { db } = app.services
  const number = await write('Philippa', 'I lost my astrolabe')
  const { id } = await desk.chatOf('Philippa')
  const [{ execute }] = desk.operators
  const chatId = globalId('Chat', id)
  const { note } = await mutate(
    execute,
    'writeNote',
    { chatId, idempotencyKey: randomUUID(), text: 'She means the sextant' },
    'note { id }',
  )
  for (let n = 0; n < 60; n++) await desk.say('Philippa', `Message ${n}`)
  const quietly = async () => {
    await db.chat.update({ where: { id }, data: { lastActivityAt: new Date(Date.now() - 60_000) } })
    await until(async () => {
      await indexOpenChats(app.services)
      const words = await db.openChatWords.findUnique({ where: { chatId: id } })
      expect(words?.seq).toBe((await desk.chatOf('Philippa')).lastSeq)
    })
  }
  await quietly()
  const found = await search('sextant astrolabe')
  expect(found.chats.map(({ chat }: Data) => chat.number)).toEqual([number])
  await desk.say('Philippa', 'And my octant')
  for (const text of ['octant', 'astrol']) expect(namesOf(await search(text))).toEqual(['Philippa'])
  await mutate(execute, 'deleteMessage', { id: note.id })
  expect(namesOf(await search('sextant'))).toEqual([])
  await quietly()
  expect(namesOf(await search('sextant'))).toEqual([])
  expect(namesOf(await search('astrolabe'))).toEqual(['Philippa'])
  await close('Philippa')
  expect(await db.openChatWords.findUnique({ where: { chatId: id } })).toBeNull()
})

test('words of an open chat that were made while a message was changed are not kept', async () => {
  const { db, pool } = app.services
  await write('Quirin', 'It is about the theodolite')
  const { id, accountId } = await desk.chatOf('Quirin')
  await db.chat.update({ where: { id }, data: { lastActivityAt: new Date(Date.now() - 60_000) } })
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      'INSERT INTO "OpenChatWords" ("chatId", "accountId", seq, changes) VALUES ($1, $2, 0, 1)',
      [id, accountId],
    )
    const indexed = indexOpenChats(app.services)
    await untilLocked(db, 'OpenChatWords')
    await client.query('COMMIT')
    await indexed
  } finally {
    client.release()
  }
  expect(await db.openChatWords.findUnique({ where: { chatId: id } })).toMatchObject({ seq: 0 })
})

test('words that were made while their chat was being closed do not stay', async () => {
  const { db } = app.services
  await write('Rosalind', 'It is about the barometer')
  await write('Sabine', 'It is about the barograph')
  const [closed, open] = [await desk.chatOf('Rosalind'), await desk.chatOf('Sabine')]
  await close('Rosalind')
  const data = [closed, open].map(({ id, accountId }) => ({ chatId: id, accountId, seq: 1 }))
  await db.openChatWords.createMany({ data })
  await pruneOpenChatWords(app.services)
  const left = await db.openChatWords.findMany({ where: { chatId: { in: [closed.id, open.id] } } })
  expect(left.map(({ chatId }) => chatId)).toEqual([open.id])
})

test('visitors are found by a part of their name or address, with their chats', async () => {
  await write('Bartholomew', 'Hello')
  for (const text of ['bartholo', 'LOMEW', 'bartholomew@exam', 'ew@example']) {
    const found = await search(text)
    expect(found.visitors.map(({ name }: Data) => name)).toEqual(['Bartholomew'])
    expect(namesOf(found)).toEqual(['Bartholomew'])
  }
})

test.each([
  ['Анастасия Ковальчук', 'НАСТ'],
  ['欧阳修', '阳'],
  ['Zoë', 'zoë'],
])('%s is found by “%s” among thousands of visitors who came later', async (name, part) => {
  const busy = await openDesk(app)
  await write(name, 'Hello', busy)
  await app.services.db.$executeRaw`
    INSERT INTO "Visitor" (id, "accountId", "channelId", number, key, "externalId", name)
    SELECT gen_random_uuid(), ${busy.account.id}::uuid, ${busy.channel.id}::uuid, 100 + n, 'k' || n, '"k"', 'Visitor ' || n
    FROM generate_series(1, 5000) AS n`
  const found = await search(part, busy.operators[0])
  expect(found.visitors.map((visitor: Data) => visitor.name)).toEqual([name])
  expect(namesOf(found)).toEqual([name])
})

test('a number finds the chat first, and the visitor with it', async () => {
  const number = await write('Numa', 'Hello')
  await write('Odo', `My order is ${number}`)
  const found = await search(`#${number}`)
  expect(found.chats[0].chat.number).toBe(number)
  expect(found.visitors.every((visitor: Data) => visitor.number === number)).toBe(true)
  expect(namesOf(await search(`${number}`))).toEqual(expect.arrayContaining(['Numa', 'Odo']))
})

test('a few of many are found', async () => {
  const word = `word${randomUUID().slice(0, 8)}`
  for (let n = 0; n < MOST_FOUND.chats + 2; n++) await write(`Many${n}`, `It is about ${word}`)
  expect((await search(word)).chats).toHaveLength(MOST_FOUND.chats)
  expect((await search('Many')).visitors).toHaveLength(MOST_FOUND.visitors)
  expect(await search('   ')).toEqual({ chats: [], visitors: [] })
})

test('nobody finds what is in channels that they do not answer, or in other accounts', async () => {
  const number = await write('Walpurga', 'The treasure is buried')
  const stranger = await makeUser(app.services, { accountId: desk.account.id })
  const { cookie } = await signedIn(app.services, stranger.id)
  const other = await openDesk(app)
  for (const person of [{ execute: graphqlAs(app.url, { cookie }) }, other.admin, other.operators[0]])
    for (const text of ['treasure', 'Walpurga', 'walp', String(number)])
      expect(await search(text, person)).toEqual({ chats: [], visitors: [] })
  expect(namesOf(await search('treasure', desk.admin))).toEqual(['Walpurga'])
})

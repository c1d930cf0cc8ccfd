import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPicture } from '../files/samples.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person } from '../support/desk.ts'
import { openFeed } from '../support/event-feed.ts'
import { makeChannel } from '../support/factories.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const FIELDS =
  'id title shortcut text shared useCount parts { text variable fallback } channels { name } departments { name } files { fileId name }'
const content = { title: 'Greeting', shortcut: 'hi', text: 'Hello!' }

const create = (person: Person, input: object = {}): Promise<Data> =>
  mutate(
    person.execute,
    'createCannedReply',
    { shared: false, ...content, ...input },
    `cannedReply { ${FIELDS} }`,
  )
const update = (person: Person, input: object): Promise<Data> =>
  mutate(person.execute, 'updateCannedReply', { ...input }, `cannedReply { ${FIELDS} }`)

async function made(person: Person, input: object = {}): Promise<Data> {
  const { cannedReply, userErrors } = await create(person, input)
  expect(userErrors).toEqual([])
  return cannedReply
}

async function shortcutsOf(person: Person): Promise<string[]> {
  const { data } = await person.execute('{ cannedReplies(first: 100) { edges { node { shortcut } } } }')
  return data.cannedReplies.edges.map(({ node }: Data) => node.shortcut)
}

const auditOf = ({ account }: Desk) =>
  app.services.db.auditEntry.findMany({ where: { accountId: account.id }, orderBy: { id: 'asc' } })

const send = async ({ execute }: Person, desk: Desk, input: object): Promise<Data> => {
  const chat = await desk.chatOf('visitor')
  const common = { idempotencyKey: randomUUID(), chatId: globalId('Chat', chat.id), ...input }
  return mutate(execute, 'sendMessage', common, 'message { type media { fileName } }')
}

test('admins share canned replies, and everyone keeps their own that nobody else sees', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  await made(desk.admin, { shared: true, shortcut: 'shared' })
  const own = await made(anna, { shortcut: 'own' })
  expect(await create(anna, { shared: true })).toMatchObject({ userErrors: [{ code: 'FORBIDDEN' }] })
  expect(await shortcutsOf(anna)).toEqual(['own', 'shared'])
  expect(await shortcutsOf(ben)).toEqual(['shared'])
  expect(await shortcutsOf(desk.admin)).toEqual(['shared'])
  for (const other of [ben, desk.admin]) {
    expect(await update(other, { id: own.id, title: 'Mine' })).toMatchObject({
      userErrors: [{ code: 'NOT_FOUND', field: ['input', 'id'] }],
    })
    expect(await mutate(other.execute, 'deleteCannedReply', { id: own.id })).toMatchObject({
      userErrors: [{ code: 'NOT_FOUND' }],
    })
    expect(
      (await other.execute('query ($id: ID!) { node(id: $id) { id } }', { id: own.id })).data.node,
    ).toBeNull()
  }
})

test('a shared one can be only for the chats of some channels and the members of some departments', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const { services } = app
  const accountId = desk.account.id
  const hers = await makeChannel(services, { accountId, operatorIds: [anna.user.id] })
  const { department } = await mutate(
    desk.admin.execute,
    'createDepartment',
    { name: 'Sales', memberIds: [globalId('Operator', ben.user.id)] },
    'department { id }',
  )
  await made(desk.admin, { shared: true, shortcut: 'channel', channelIds: [globalId('Channel', hers.id)] })
  const sales = await made(desk.admin, { shared: true, shortcut: 'sales', departmentIds: [department.id] })
  expect(await shortcutsOf(anna)).toEqual(['channel'])
  expect(await shortcutsOf(ben)).toEqual(['sales'])
  expect(await shortcutsOf(desk.admin)).toEqual(['channel', 'sales'])
  await mutate(desk.admin.execute, 'deleteDepartment', { id: department.id })
  await mutate(desk.admin.execute, 'deleteChannel', { id: globalId('Channel', hers.id) })
  // What was for some does not become one for everybody.
  expect(await shortcutsOf(ben)).toEqual([])
  expect(await shortcutsOf(anna)).toEqual([])
  expect((await update(desk.admin, { id: sales.id, departmentIds: null })).cannedReply.departments).toBeNull()
  expect(await shortcutsOf(ben)).toEqual(['sales'])
  expect(await create(anna, { channelIds: [globalId('Channel', desk.channel.id)] })).toMatchObject({
    userErrors: [{ code: 'INVALID', field: ['input', 'channelIds'] }],
  })
})

test('a text is given in pieces: texts and variables, with their fallbacks', async () => {
  const desk = await openDesk(app)
  const text = 'Hi {{visitor.name|there}}, this is {{ operator.name }}. {{channel.name|}}'
  expect((await made(desk.admin, { text })).parts).toEqual([
    { text: 'Hi ', variable: null, fallback: null },
    { text: null, variable: 'VISITOR_NAME', fallback: 'there' },
    { text: ', this is ', variable: null, fallback: null },
    { text: null, variable: 'OPERATOR_NAME', fallback: null },
    { text: '. ', variable: null, fallback: null },
    { text: null, variable: 'CHANNEL_NAME', fallback: '' },
  ])
})

test.for([
  ['a variable that does not exist', { text: 'Hi {{visitor.age}}' }, 'INVALID', 'text'],
  ['a variable that does not end', { text: 'Hi {{visitor.name' }, 'INVALID', 'text'],
  ['a text that is too long', { text: 'x'.repeat(1001) }, 'TOO_LONG', 'text'],
  ['no text', { text: ' ' }, 'BLANK', 'text'],
  ['no title', { title: '' }, 'BLANK', 'title'],
  ['a shortcut with a space', { shortcut: 'good day' }, 'INVALID', 'shortcut'],
  ['a shortcut that another has', { shortcut: '/HELLO' }, 'TAKEN', 'shortcut'],
] as const)('%s is refused, with its field', async ([, input, code, field]) => {
  const { admin } = await openDesk(app)
  const { id } = await made(admin)
  await made(admin, { shortcut: 'hello' })
  const refused = { userErrors: [{ code, field: ['input', field] }] }
  expect(await create(admin, { shortcut: 'other', ...input })).toMatchObject(refused)
  expect(await update(admin, { id, ...input })).toMatchObject(refused)
})

test('all that is wrong is told at once', async () => {
  const { admin } = await openDesk(app)
  const { userErrors } = await create(admin, {
    shared: true,
    title: '',
    text: '{{nothing}}',
    channelIds: [globalId('Channel', randomUUID())],
  })
  expect(userErrors.map(({ field }: Data) => field.join('.'))).toEqual([
    'input.title',
    'input.text',
    'input.channelIds.0',
  ])
})

test('one of one’s own may have the shortcut of a shared one', async () => {
  const { admin } = await openDesk(app)
  await made(admin, { shared: true })
  await made(admin)
  expect(await shortcutsOf(admin)).toEqual(['hi', 'hi'])
})

test('two who take the same shortcut at once: one has it', async () => {
  const desk = await openDesk(app)
  const answers = await Promise.all([1, 2, 3].map(() => create(desk.admin, { shared: true })))
  expect(answers.flatMap(({ userErrors }) => userErrors.map(({ code }: Data) => code))).toEqual([
    'TAKEN',
    'TAKEN',
  ])
})

test('screens hear of shared ones, and only their owner’s of personal ones; the audit log has the shared ones alone', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const feeds = [anna, ben].map(({ cookie }) => openFeed(app.url, { cookie, after: '0' }))
  const own = await made(anna)
  await update(anna, { id: own.id, title: 'Secret' })
  const shared = await made(desk.admin, { shared: true })
  await update(desk.admin, { id: shared.id, title: 'Welcome' })
  await mutate(desk.admin.execute, 'deleteCannedReply', { id: shared.id })
  const kindsOf = (feed: (typeof feeds)[number]) =>
    feed.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('CANNED'))
  for (const feed of feeds) await feed.waitFor(({ kind }) => kind === 'CANNED_REPLY_DELETED')
  const ofShared = ['CANNED_REPLY_CREATED', 'CANNED_REPLY_UPDATED', 'CANNED_REPLY_DELETED']
  expect(kindsOf(feeds[1] as never)).toEqual(ofShared)
  expect(kindsOf(feeds[0] as never)).toEqual(['CANNED_REPLY_CREATED', 'CANNED_REPLY_UPDATED', ...ofShared])
  expect((await auditOf(desk)).map(({ action, label }) => [action, label])).toEqual([
    ['CANNED_REPLY_CREATED', 'Greeting'],
    ['CANNED_REPLY_UPDATED', 'Welcome'],
    ['CANNED_REPLY_DELETED', 'Welcome'],
  ])
  expect(JSON.stringify(await auditOf(desk))).not.toContain('Secret')
})

test('each use counts once, by whoever can use it', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const shared = await made(desk.admin, { shared: true })
  const own = await made(ben)
  const use = ({ execute }: Person, { id }: Data) =>
    mutate(execute, 'useCannedReply', { id }, 'cannedReply { useCount }')
  const counts = await Promise.all([anna, ben, anna].map((person) => use(person, shared)))
  expect(counts.map(({ cannedReply }) => cannedReply.useCount).toSorted()).toEqual([1, 2, 3])
  expect(await use(anna, own)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
  expect(await use(ben, own)).toMatchObject({ cannedReply: { useCount: 1 } })
})

test('its files are sent by whoever can use it, and kept as long as it is', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await drawPicture(20, 20).png().toBuffer())]), 'map.png')
  const headers = { cookie: desk.admin.cookie, 'x-graphql-yoga-csrf': '1' }
  const file = await (await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })).json()
  const shared = await made(desk.admin, { shared: true, fileIds: [file.id] })
  expect(shared.files).toEqual([{ fileId: file.id, name: 'map.png' }])
  await desk.say('visitor', 'Where are you?')
  expect(await send(anna, desk, { fileId: file.id })).toMatchObject({
    message: { type: 'PHOTO', media: { fileName: 'map.png' } },
  })
  expect(await create(ben, { fileIds: [file.id] })).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
  await mutate(desk.admin.execute, 'deleteCannedReply', { id: shared.id })
  expect(await send(anna, desk, { fileId: file.id })).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
})

test('a file of a canned reply is sent by nobody who cannot use the reply', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const form = new FormData()
  form.append('file', new Blob(['Prices']), 'prices.txt')
  const headers = { cookie: anna.cookie, 'x-graphql-yoga-csrf': '1' }
  const file = await (await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })).json()
  await made(anna, { fileIds: [file.id] })
  await desk.say('visitor', 'How much is it?')
  expect(await send(ben, desk, { fileId: file.id })).toMatchObject({
    userErrors: [{ code: 'NOT_FOUND', field: ['input', 'fileId'] }],
  })
})

test('nobody reaches the canned replies of another account', async () => {
  const desk = await openDesk(app)
  const other = await openDesk(app)
  const { id } = await made(desk.admin, { shared: true })
  expect(await shortcutsOf(other.admin)).toEqual([])
  expect(await update(other.admin, { id, title: 'Stolen' })).toMatchObject({
    userErrors: [{ code: 'NOT_FOUND' }],
  })
  expect(await mutate(other.admin.execute, 'useCannedReply', { id })).toMatchObject({
    userErrors: [{ code: 'NOT_FOUND' }],
  })
})

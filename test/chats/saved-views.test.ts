import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_PINS } from '../../server/domain/saved-views/pin-saved-view.ts'
import { MAX_VIEWS } from '../../server/domain/saved-views/require-room.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const FIELDS = `savedView { id name order sharing pinned canEdit chatCount department { name } createdBy { id }
  filter { status channelIds operatorIds tagIds mine unansweredMinutes } }`

interface NewView {
  name?: string
  filter?: Data
  order?: string
  sharing?: string
  departmentId?: string
}

async function save({ execute }: Person, view: NewView = {}): Promise<Data> {
  const input = { name: 'A view', filter: {}, order: 'LATEST_ACTIVITY', ...view }
  return mutate(execute, 'createSavedView', input, FIELDS)
}

async function namesOf({ execute }: Person, pinned: boolean | null = null): Promise<string[]> {
  const { data } = await execute('query ($pinned: Boolean) { savedViews(pinned: $pinned) { name } }', {
    pinned,
  })
  return data.savedViews.map(({ name }: Data) => name)
}

async function listed({ execute }: Person, savedViewId: string): Promise<number[]> {
  const { data } = await execute(
    'query ($savedViewId: ID!) { chats(savedViewId: $savedViewId) { nodes { number } } }',
    {
      savedViewId,
    },
  )
  return data.chats.nodes.map(({ number }: Data) => number)
}

/** Two operators; the first has two chats and has answered one of them, and nobody has the third. */
async function openTeam() {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  for (const visitor of ['a', 'b', 'c']) await desk.say(visitor, 'Hello')
  for (const visitor of ['a', 'b']) await reply(anna, (await desk.chatOf(visitor)).id, 'Hi')
  await desk.say('b', 'And?')
  return { desk, anna, ben }
}

async function openDepartment({ admin }: Desk, members: Person[]): Promise<string> {
  const memberIds = members.map(({ user }) => globalId('Operator', user.id))
  const { department } = await mutate(
    admin.execute,
    'createDepartment',
    { name: 'Sales', memberIds },
    'department { id }',
  )
  return department.id
}

test('a saved view keeps its filter and order, shows its chats to whoever looks, and counts them', async () => {
  const { desk, anna, ben } = await openTeam()
  const filter = { mine: true, channelIds: [globalId('Channel', desk.channel.id)], unansweredMinutes: 0 }
  const { savedView } = await save(anna, {
    name: 'Mine to answer',
    filter,
    order: 'LONGEST_WAIT',
    sharing: 'ACCOUNT',
  })
  expect(savedView).toMatchObject({
    name: 'Mine to answer',
    order: 'LONGEST_WAIT',
    filter: { ...filter, status: null, operatorIds: null },
    sharing: 'ACCOUNT',
    pinned: false,
    canEdit: true,
    chatCount: 1,
    createdBy: { id: globalId('Operator', anna.user.id) },
  })
  expect(await listed(anna, savedView.id)).toEqual([2])
  expect(await listed(ben, savedView.id)).toEqual([])
  const waiting = await save(ben, { filter: { operatorIds: [] }, order: 'OLDEST' })
  expect(waiting.savedView).toMatchObject({ chatCount: 1, filter: { operatorIds: [] } })
  expect(await listed(ben, waiting.savedView.id)).toEqual([3])
})

test('a saved view keeps the tags that it is for, or that it is for chats without any', async () => {
  const { desk, anna, ben } = await openTeam()
  const { tag } = await mutate(desk.admin.execute, 'createTag', { name: 'Refund' }, 'tag { id }')
  const tagged = await save(anna, { filter: { tagIds: [tag.id] } })
  expect(tagged.savedView).toMatchObject({ filter: { tagIds: [tag.id] }, chatCount: 0 })
  const chatId = globalId(
    'Chat',
    (await app.services.db.chat.findFirstOrThrow({ where: { accountId: desk.account.id } })).id,
  )
  await mutate(
    desk.admin.execute,
    'tagChats',
    { chatIds: [chatId], addTagIds: [tag.id] },
    'results { chatId }',
  )
  expect(await listed(anna, tagged.savedView.id)).toHaveLength(1)
  const untagged = await save(ben, { filter: { tagIds: [] } })
  expect(untagged.savedView).toMatchObject({ filter: { tagIds: [] }, chatCount: 2 })
  const foreign = { tagIds: [globalId('Tag', randomUUID())] }
  expect((await save(anna, { filter: foreign })).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
})

test('a view shows open chats, unless its filter names a status, and has no count with closed ones', async () => {
  const { anna } = await openTeam()
  const { savedView: open } = await save(anna)
  expect(await listed(anna, open.id)).toHaveLength(3)
  const { savedView: closed } = await save(anna, { filter: { status: ['ACTIVE', 'CLOSED'] } })
  expect(closed.chatCount).toBeNull()
  await mutate(anna.execute, 'closeChat', {
    chatId: (await anna.execute('{ chats(view: MINE) { nodes { id } } }')).data.chats.nodes[0].id,
  })
  expect(await listed(anna, open.id)).toHaveLength(2)
  expect((await listed(anna, closed.id)).sort()).toEqual([1, 2])
})

test('a personal view is its maker’s alone, also for admins; a shared one is everybody’s or a department’s', async () => {
  const { desk, anna, ben } = await openTeam()
  const departmentId = await openDepartment(desk, [anna])
  const { savedView: personal } = await save(anna, { name: 'Personal' })
  await save(anna, { name: 'Department', sharing: 'DEPARTMENT', departmentId })
  await save(anna, { name: 'Account', sharing: 'ACCOUNT' })
  const stranger = await openDesk(app)
  expect(await namesOf(anna)).toEqual(['Account', 'Department', 'Personal'])
  expect(await namesOf(ben)).toEqual(['Account'])
  expect(await namesOf(desk.admin)).toEqual(['Account', 'Department'])
  expect(await namesOf(stranger.admin)).toEqual([])
  for (const other of [ben, desk.admin, stranger.admin]) {
    const { data } = await other.execute('query ($id: ID!) { node(id: $id) { id } }', { id: personal.id })
    expect(data.node).toBeNull()
    expect(await listed(other, personal.id)).toEqual([])
    for (const [name, input] of [
      ['updateSavedView', { name: 'Taken' }],
      ['deleteSavedView', {}],
      ['pinSavedView', { pinned: true }],
    ] as const) {
      const { userErrors } = await mutate(other.execute, name, { id: personal.id, ...input })
      expect([name, userErrors]).toEqual([
        name,
        [expect.objectContaining({ code: 'NOT_FOUND', field: ['input', 'id'] })],
      ])
    }
  }
})

test('its maker and admins change and delete a shared view, and nobody else', async () => {
  const { desk, anna, ben } = await openTeam()
  const { savedView } = await save(anna, { sharing: 'ACCOUNT' })
  const { id } = savedView
  const refused = await mutate(ben.execute, 'updateSavedView', { id, name: 'Ben’s' })
  expect(refused.userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  const change = { id, name: 'Waiting', filter: { status: ['QUEUED'] }, order: 'LONGEST_WAIT' }
  const { savedView: changed } = await mutate(desk.admin.execute, 'updateSavedView', change, FIELDS)
  expect(changed).toMatchObject({ name: 'Waiting', order: 'LONGEST_WAIT', sharing: 'ACCOUNT', chatCount: 1 })
  const entries = await app.services.db.auditEntry.findMany({
    where: { accountId: desk.account.id, subjectType: 'SavedView' },
    orderBy: { createdAt: 'asc' },
  })
  expect(entries.map(({ action, label }) => [action, label])).toEqual([
    ['SAVED_VIEW_CREATED', 'A view'],
    ['SAVED_VIEW_UPDATED', 'Waiting'],
  ])
  const { deletedId } = await mutate(desk.admin.execute, 'deleteSavedView', { id }, 'deletedId')
  expect(deletedId).toBe(id)
  expect(await namesOf(anna)).toEqual([])
})

test('what others must not know of a personal view is neither in the audit log nor in their events', async () => {
  const { desk, anna, ben } = await openTeam()
  const { savedView } = await save(anna, { name: 'Personal' })
  await mutate(anna.execute, 'updateSavedView', { id: savedView.id, name: 'Still personal' })
  await mutate(anna.execute, 'pinSavedView', { id: savedView.id, pinned: true })
  await save(anna, { name: 'Shared', sharing: 'ACCOUNT' })
  const where = { accountId: desk.account.id }
  expect(await app.services.db.auditEntry.count({ where: { ...where, subjectType: 'SavedView' } })).toBe(1)
  const events = async ({ execute }: Person) => {
    const { data } = await execute(
      '{ events(types: [SAVED_VIEW_CREATED, SAVED_VIEW_UPDATED]) { nodes { __typename } } }',
    )
    return data.events.nodes.map(({ __typename }: Data) => __typename)
  }
  expect(await events(anna)).toEqual([
    'SavedViewCreated',
    'SavedViewUpdated',
    'SavedViewUpdated',
    'SavedViewCreated',
  ])
  expect(await events(ben)).toEqual(['SavedViewCreated'])
  expect(await events(desk.admin)).toEqual(['SavedViewCreated'])
})

test('a pin is everybody’s own, and the counts of all pinned views are one statement', async () => {
  const { anna, ben } = await openTeam()
  const views: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const { savedView } = await save(anna, {
      name: `View ${n}`,
      sharing: 'ACCOUNT',
      filter: { unansweredMinutes: n },
    })
    views.push(savedView.id)
    await mutate(anna.execute, 'pinSavedView', { id: savedView.id, pinned: true })
  }
  expect(await namesOf(anna, true)).toEqual(['View 0', 'View 1', 'View 2', 'View 3'])
  expect(await namesOf(ben, true)).toEqual([])
  await mutate(anna.execute, 'pinSavedView', { id: views[0], pinned: false })
  expect(await namesOf(anna, false)).toEqual(['View 0'])
  const COUNTS = '{ savedViews(pinned: true) { pinned chatCount } }'
  const statements = await recordStatements(async () => {
    const { data } = await anna.execute(COUNTS)
    expect(data.savedViews).toEqual([0, 0, 0].map((chatCount) => ({ pinned: true, chatCount })))
  })
  expect(statements.filter((sql) => /FROM "Chat"/.test(sql))).toHaveLength(1)
})

test.each<[string, NewView, string, string[]]>([
  ['a blank name', { name: ' ' }, 'BLANK', ['name']],
  ['a name that is too long', { name: 'x'.repeat(101) }, 'TOO_LONG', ['name']],
  [
    'an unknown channel',
    { filter: { channelIds: ['nonsense'] } },
    'NOT_FOUND',
    ['filter', 'channelIds', '0'],
  ],
  ['no channel at all', { filter: { channelIds: [] } }, 'INVALID', ['filter', 'channelIds']],
  ['less than no time', { filter: { unansweredMinutes: -1 } }, 'INVALID', ['filter', 'unansweredMinutes']],
  ['no department', { sharing: 'DEPARTMENT' }, 'INVALID', ['departmentId']],
  [
    'the longest wait in closed chats',
    { filter: { status: ['CLOSED'] }, order: 'LONGEST_WAIT' },
    'INVALID',
    ['order'],
  ],
])('a view with %s is refused', async (_what, view, code, field) => {
  const desk = await openDesk(app)
  const { userErrors } = await save(desk.operators[0], view)
  expect(userErrors).toEqual([{ code, message: expect.any(String), field: ['input', ...field] }])
})

test('an operator shares only with departments that they are in, and refers only to what they see', async () => {
  const { desk, anna, ben } = await openTeam()
  const departmentId = await openDepartment(desk, [anna])
  const stranger = await openDesk(app)
  const shared = await save(ben, { sharing: 'DEPARTMENT', departmentId })
  expect(shared.userErrors).toMatchObject([{ code: 'INVALID', field: ['input', 'departmentId'] }])
  const foreign = { channelIds: [globalId('Channel', stranger.channel.id)] }
  expect((await save(ben, { filter: foreign })).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  const { tag } = await mutate(stranger.admin.execute, 'createTag', { name: 'Theirs' }, 'tag { id }')
  const others = {
    departmentIds: [await openDepartment(stranger, [])],
    operatorIds: [globalId('Operator', stranger.operators[0].user.id)],
    tagIds: [tag.id],
  }
  for (const [field, ids] of Object.entries(others)) {
    const { userErrors } = await save(desk.admin, { filter: { [field]: ids } })
    expect(userErrors).toMatchObject([{ code: 'NOT_FOUND', field: ['input', 'filter', field, '0'] }])
  }
})

test('views and pins are limited', async () => {
  const { anna } = await openTeam()
  const { accountId, userId } = anna.viewer
  await app.services.db.savedView.createMany({
    data: Array.from({ length: MAX_VIEWS - 1 }, (_, n) => ({
      ...{ accountId, userId, name: `View ${n}`, filter: {}, order: 'OLDEST' as const },
    })),
  })
  const { savedView } = await save(anna)
  expect((await save(anna)).userErrors).toMatchObject([{ code: 'LIMIT_REACHED' }])
  const views = await app.services.db.savedView.findMany({ where: { userId }, take: MAX_PINS })
  await app.services.db.savedViewPin.createMany({
    data: views.map(({ id }) => ({ userId, viewId: id })),
  })
  const { userErrors } = await mutate(anna.execute, 'pinSavedView', { id: savedView.id, pinned: true })
  expect(userErrors).toMatchObject([{ code: 'LIMIT_REACHED' }])
})

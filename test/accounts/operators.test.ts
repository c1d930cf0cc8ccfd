import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deactivateOperator } from '../../server/domain/operators/deactivate-operator.ts'
import { updateOperator } from '../../server/domain/operators/update-operator.ts'
import type { Viewer } from '../../server/domain/viewer.ts'
import { topics } from '../../server/events/bus.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeAccount, makeChannel, makeUser, signedIn } from '../support/factories.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function asAdmin() {
  const { account, admin } = await makeAccount(app.services)
  const { cookie } = await signedIn(app.services, admin.id)
  return { account, admin, execute: graphqlAs(app.url, { cookie }) }
}

const operatorId = (id: string) => globalId('Operator', id)

async function eventsOf(accountId: string): Promise<string[]> {
  const events = await app.services.db.event.findMany({ where: { accountId }, orderBy: { id: 'asc' } })
  return events.map((event) => event.kind)
}

/** A chat that a visitor began over the channel and this operator answers. */
async function openChat(path: string, userId: string) {
  const sender = { id: randomUUID() }
  const body = JSON.stringify({ sender, message: { type: 'text', text: 'hello' } })
  const response = await fetch(app.url + path, { method: 'POST', body })
  expect(response.status).toBe(200)
  const chat = await app.services.db.chat.findFirstOrThrow({ where: { visitor: { key: sender.id } } })
  const { cookie } = await signedIn(app.services, userId)
  const input = { chatId: globalId('Chat', chat.id) }
  expect((await mutate(graphqlAs(app.url, { cookie }), 'acceptChat', input)).userErrors).toEqual([])
  return chat
}

test('two admins who remove each other at the same moment: one stays', async () => {
  const removals = [
    (viewer: Viewer, id: string) => deactivateOperator(app.services, { viewer, id }),
    (viewer: Viewer, id: string) => updateOperator(app.services, { viewer, id, role: 'OPERATOR' }),
  ]
  for (const remove of [...removals, ...removals]) {
    const { account, admin } = await makeAccount(app.services)
    const other = await makeUser(app.services, { accountId: account.id, role: 'ADMIN' })
    const [first, second] = await Promise.all([
      signedIn(app.services, admin.id),
      signedIn(app.services, other.id),
    ])
    const ends = await Promise.allSettled([remove(first.viewer, other.id), remove(second.viewer, admin.id)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const where = { accountId: account.id, role: 'ADMIN', deactivatedAt: null } as const
    expect(await app.services.db.user.count({ where })).toBe(1)
  }
})

test('the last admin cannot step down or go', async () => {
  const { account, admin, execute } = await asAdmin()
  const gone = await makeUser(app.services, { accountId: account.id, role: 'ADMIN' })
  await app.services.db.user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } })
  const id = operatorId(admin.id)
  for (const payload of [
    await mutate(execute, 'deactivateOperator', { id }),
    await mutate(execute, 'updateOperator', { id, role: 'OPERATOR' }),
  ]) {
    expect(payload.userErrors[0].code).toBe('LAST_ADMIN')
  }
})

test('a deactivated person is out at once, their chats wait for the others, and they can come back', async () => {
  const { account, execute } = await asAdmin()
  const [leaving, staying] = await Promise.all([
    makeUser(app.services, { accountId: account.id }),
    makeUser(app.services, { accountId: account.id }),
  ])
  const channel = await makeChannel(app.services, {
    accountId: account.id,
    operatorIds: [leaving.id, staying.id],
  })
  const [alone, shared] = await Promise.all([
    openChat(channel.path, leaving.id),
    openChat(channel.path, leaving.id),
  ])
  await app.services.db.chatMember.create({ data: { chatId: shared.id, userId: staying.id } })
  const { cookie, viewer } = await signedIn(app.services, leaving.id)
  const access: string[] = []
  const stop = await app.services.bus.subscribe(topics.access, (message) => access.push(message))

  const id = operatorId(leaving.id)
  const payload = await mutate(execute, 'deactivateOperator', { id }, 'operator { deactivatedAt }')
  expect(payload.operator.deactivatedAt).not.toBeNull()
  expect((await graphqlAs(app.url, { cookie })('{ viewer { email } }')).data.viewer).toBeNull()
  await expect.poll(() => access).toHaveLength(1)
  expect(JSON.parse(access[0] ?? '')).toEqual({
    userIds: [leaving.id],
    sessionIds: expect.arrayContaining([viewer.sessionId]),
    tokenIds: [],
    channelIds: [],
    visitorIds: [],
  })
  const { db } = app.services
  expect((await db.chat.findUniqueOrThrow({ where: { id: alone.id } })).status).toBe('QUEUED')
  expect((await db.chat.findUniqueOrThrow({ where: { id: shared.id } })).status).toBe('ACTIVE')
  expect((await execute('{ operators { edges { node { id } } } }')).data.operators.edges).not.toContainEqual({
    node: { id },
  })

  await mutate(execute, 'reactivateOperator', { id })
  const again = await signedIn(app.services, leaving.id)
  expect(again.viewer.channelIds).toEqual([channel.id])
  expect((await graphqlAs(app.url, { cookie })('{ viewer { email } }')).data.viewer).toBeNull()
  stop()
})

test('another role ends the sessions of the person and takes them out of chats that they no longer see', async () => {
  const { account, execute } = await asAdmin()
  const demoted = await makeUser(app.services, { accountId: account.id, role: 'ADMIN' })
  const [assigned, other] = await Promise.all([
    makeChannel(app.services, { accountId: account.id, operatorIds: [demoted.id] }),
    makeChannel(app.services, { accountId: account.id }),
  ])
  const [kept, lost] = await Promise.all([
    openChat(assigned.path, demoted.id),
    openChat(other.path, demoted.id),
  ])
  const { cookie } = await signedIn(app.services, demoted.id)
  const input = { id: operatorId(demoted.id), role: 'OPERATOR' }
  expect((await mutate(execute, 'updateOperator', input, 'operator { role }')).operator.role).toBe('OPERATOR')
  expect((await graphqlAs(app.url, { cookie })('{ viewer { email } }')).data.viewer).toBeNull()
  const { db } = app.services
  expect((await db.chat.findUniqueOrThrow({ where: { id: kept.id } })).status).toBe('ACTIVE')
  expect((await db.chat.findUniqueOrThrow({ where: { id: lost.id } })).status).toBe('QUEUED')
  expect(await eventsOf(account.id)).toContain('OPERATOR_UPDATED')
})

test('a person changes their name, and their photo is cut to what clients are promised', async () => {
  const { account, admin, execute } = await asAdmin()
  const { db, storage } = app.services
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const key = randomUUID()
  await storage.put(key, picture)
  const upload = await db.file.create({
    data: {
      accountId: account.id,
      ownerId: admin.id,
      key,
      name: 'me.png',
      contentType: 'image/png',
      mediaType: 'PHOTO',
      size: picture.length,
    },
  })
  const input = { name: '  Ada  ', photoFileId: globalId('File', upload.id) }
  const { operator } = await mutate(execute, 'updateProfile', input, 'operator { name photoUrl }')
  expect(operator.name).toBe('Ada')
  const photoKey = String(operator.photoUrl).split('/').at(-1) ?? ''
  expect(photoKey).not.toBe(key)
  const { stream } = await storage.open(photoKey)
  const photo = await sharp(Buffer.concat(await stream.toArray())).metadata()
  expect([photo.width, photo.height]).toEqual([128, 128])

  const removed = await mutate(execute, 'updateProfile', { removePhoto: true }, 'operator { name photoUrl }')
  expect(removed.operator).toEqual({ name: 'Ada', photoUrl: null })
})

test("somebody else's picture, or what is no picture, does not become a photo", async () => {
  const { account, admin, execute } = await asAdmin()
  const other = await makeUser(app.services, { accountId: account.id })
  const file = { accountId: account.id, name: 'x', contentType: 'image/png', size: 1 }
  const rows = await Promise.all([
    app.services.db.file.create({
      data: { ...file, key: randomUUID(), ownerId: other.id, mediaType: 'PHOTO' },
    }),
    app.services.db.file.create({
      data: { ...file, key: randomUUID(), ownerId: admin.id, mediaType: 'DOCUMENT' },
    }),
  ])
  const codes = ['NOT_FOUND', 'INVALID']
  for (const [index, { id }] of rows.entries()) {
    const code = codes[index]
    const payload = await mutate(execute, 'updateProfile', { photoFileId: globalId('File', id) })
    expect(payload.userErrors[0]).toMatchObject({ code, field: ['input', 'photoFileId'] })
  }
})

test('availability is a switch of the person, told to everybody', async () => {
  const { account, execute } = await asAdmin()
  const told: string[] = []
  const stop = await app.services.bus.subscribe(topics.channels, (accountId) => told.push(accountId))
  const away = await mutate(execute, 'setAvailability', { available: false }, 'operator { available }')
  expect(away.operator.available).toBe(false)
  expect(await eventsOf(account.id)).toEqual(['OPERATOR_UPDATED'])
  await expect.poll(() => told).toContain(account.id)
  stop()
})

test('a department has a name of its own and members of the account', async () => {
  const { account, admin, execute } = await asAdmin()
  const colleague = await makeUser(app.services, { accountId: account.id, name: 'Zed' })
  const members = [operatorId(admin.id), operatorId(colleague.id)]
  const selection = 'department { id name members { id } }'
  const { department } = await mutate(
    execute,
    'createDepartment',
    { name: 'Sales', memberIds: members },
    selection,
  )
  expect(department).toMatchObject({ name: 'Sales', members: members.map((id) => ({ id })) })
  const taken = await mutate(execute, 'createDepartment', { name: ' Sales', memberIds: [] })
  expect(taken.userErrors[0]).toMatchObject({ code: 'TAKEN', field: ['input', 'name'] })

  const only = { id: department.id, memberIds: [operatorId(colleague.id)] }
  const updated = await mutate(execute, 'updateDepartment', only, selection)
  expect(updated.department).toMatchObject({ name: 'Sales', members: [{ id: operatorId(colleague.id) }] })
  const { data } = await execute('{ operators { edges { node { id departments { name } } } } }')
  expect(data.operators.edges).toContainEqual({
    node: { id: operatorId(colleague.id), departments: [{ name: 'Sales' }] },
  })

  const deleted = await mutate(execute, 'deleteDepartment', { id: department.id }, 'deletedId')
  expect(deleted.deletedId).toBe(department.id)
  expect((await execute('{ departments { edges { node { id } } } }')).data.departments.edges).toEqual([])
  expect(await eventsOf(account.id)).toEqual([
    'DEPARTMENT_CREATED',
    'DEPARTMENT_UPDATED',
    'DEPARTMENT_DELETED',
  ])
})

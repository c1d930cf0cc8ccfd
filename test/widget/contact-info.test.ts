import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { readGlobalId } from '../../server/graphql/kit/global-id.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type Data, mutate } from '../support/graphql-client.ts'
import { type Browser, makeWidget, openBrowser } from '../support/widget.ts'

let app: TestApp
let desk: Desk
let widget: Channel
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  widget = await makeWidget(app.services, { accountId: desk.account.id })
})
afterAll(() => app.close())

const FIELDS = 'name email phone description'
const saidTo = async (browser: Browser) =>
  (await browser.execute(`{ visit { contactInfo { ${FIELDS} } } }`)).data.visit.contactInfo
const knownTo = async ({ visitorNumber }: Browser) =>
  (await desk.admin.execute(`{ visitor(by: { number: ${visitorNumber} }) { id ${FIELDS} } }`)).data.visitor

test('a visitor reads what they said of themselves, and never what operators write down about them', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  await mutate(browser.execute, 'setContactInfo', { name: 'Ada' })
  const { id } = await knownTo(browser)
  await mutate(desk.admin.execute, 'updateVisitor', { id, name: 'Rude Ada', description: 'Never pays' })
  expect(await knownTo(browser)).toMatchObject({ name: 'Rude Ada', description: 'Never pays' })
  expect(await saidTo(browser)).toEqual({ name: 'Ada', email: null, phone: null, description: null })
})

test('what a visitor says anew replaces what an operator wrote, and the rest of it stays', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  await mutate(browser.execute, 'setContactInfo', { name: 'Ada' })
  const { id } = await knownTo(browser)
  await mutate(desk.admin.execute, 'updateVisitor', { id, name: 'Adah', description: 'VIP' })
  await mutate(browser.execute, 'setContactInfo', { name: 'Ada Lovelace' })
  expect(await knownTo(browser)).toMatchObject({ name: 'Ada Lovelace', description: 'VIP' })
  expect(await saidTo(browser)).toMatchObject({ name: 'Ada Lovelace', description: null })
})

test('what is no address counts towards the limit as well', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const say = async (email: string) =>
    (await mutate(browser.execute, 'setContactInfo', { email })).userErrors.map(({ code }: Data) => code)
  for (let time = 0; time < 60; time++) expect(await say('nobody')).toEqual(['INVALID'])
  expect(await say('nobody')).toEqual(['RATE_LIMITED'])
})

test('what a visitor changes within a minute is one entry of their history, unless somebody else comes between', async () => {
  const { db } = app.services
  const browser = await openBrowser(app.url, widget.publicId)
  const { id } = await knownTo(browser)
  const say = (input: Record<string, string>) => mutate(browser.execute, 'setContactInfo', input)
  const history = () =>
    db.auditEntry.findMany({
      where: { subjectId: readGlobalId(id)?.id ?? '' },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { actorType: true, changes: true },
    })
  for (const name of ['Ada', 'Bob', 'Ada Lovelace']) await say({ name })
  await say({ email: 'ada@example.com' })
  const first = {
    actorType: 'VISITOR',
    changes: [
      { field: 'name', before: null, after: 'Ada Lovelace' },
      { field: 'email', before: null, after: 'ada@example.com' },
    ],
  }
  expect(await history()).toEqual([first])
  await mutate(desk.admin.execute, 'updateVisitor', { id, name: 'Ada L.' })
  await say({ name: 'Ada' })
  const second = { actorType: 'VISITOR', changes: [{ field: 'name', before: 'Ada L.', after: 'Ada' }] }
  expect(await history()).toEqual([first, expect.objectContaining({ actorType: 'OPERATOR' }), second])
  const aMinuteAgo = new Date(Date.now() - 60_000)
  await db.auditEntry.updateMany({
    where: { subjectId: readGlobalId(id)?.id ?? '' },
    data: { createdAt: aMinuteAgo },
  })
  await say({ name: 'Bob' })
  expect((await history()).slice(-1)).toEqual([
    { actorType: 'VISITOR', changes: [{ field: 'name', before: 'Ada', after: 'Bob' }] },
  ])
  expect(await history()).toHaveLength(4)
})

test('an unusual e-mail address is kept with all that was said, in either way', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const said = { name: 'Ada', email: 'a..b@exämple.de', phone: '+49 30\u00a0123456' }
  await mutate(browser.execute, 'setContactInfo', said)
  const kept = { ...said, phone: '+49 30 123456' }
  expect(await saidTo(browser)).toEqual({ ...kept, description: null })
  const left = await mutate(browser.execute, 'sendOfflineMessage', { ...said, message: 'Write to me' })
  expect(left.userErrors).toEqual([])
  const where = { accountId: desk.account.id, text: 'Write to me' }
  expect(await app.services.db.offlineMessage.findFirstOrThrow({ where })).toMatchObject(kept)
})

test('what operators wrote down instead of a number does not keep a visitor from leaving a message', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const { id } = await knownTo(browser)
  await mutate(desk.admin.execute, 'updateVisitor', { id, phone: 'only by mail' })
  const leave = (input: object) =>
    mutate(browser.execute, 'sendOfflineMessage', { message: 'No number', ...input })
  expect((await leave({})).userErrors).toMatchObject([{ field: ['input', 'email'] }])
  expect((await leave({ email: 'ada@example.com' })).userErrors).toEqual([])
  const where = { accountId: desk.account.id, text: 'No number' }
  expect(await app.services.db.offlineMessage.findFirstOrThrow({ where })).toMatchObject({
    email: 'ada@example.com',
    phone: null,
  })
})

test('an offline message may say more about the visitor, which is kept with them', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const { done } = await mutate(
    browser.execute,
    'sendOfflineMessage',
    { message: 'Call me', email: 'ada@example.com', description: 'Customer since 1843' },
    'done',
  )
  expect(done).toBe(true)
  expect(await knownTo(browser)).toMatchObject({ description: 'Customer since 1843' })
})

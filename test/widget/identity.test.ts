import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bindIdentity } from '../../server/domain/visits/bind-identity.ts'
import { transact } from '../../server/events/transact.ts'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { type Browser, makeWidget, openBrowser, openWidgetFeed, write } from '../support/widget.ts'

const SECRET = 'a secret of sixteen'

let app: TestApp
let desk: Desk
let widget: Channel
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await openDesk(app)
  widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: desk.operators.map(({ user }) => user.id),
  })
})

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function sign(
  claims: object,
  { secret = SECRET, header = { alg: 'HS256', typ: 'JWT' } as object } = {},
): string {
  const content = `${part(header)}.${part(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

const useSecret = () => mutate(desk.admin.execute, 'updateDeveloperSettings', { identitySecret: SECRET })
const identify = ({ execute }: Browser, token: string) =>
  mutate(execute, 'identifyVisitor', { token }, 'token visit { visitorNumber }')
const rowOf = ({ visitorNumber: number }: Browser) =>
  app.services.db.visitor.findUniqueOrThrow({
    where: { accountId_number: { accountId: desk.account.id, number } },
  })
const textsOf = async (token: string): Promise<string[]> => {
  const { data } = await graphqlAs(app.url, { token })('{ visit { history { messages { text } } } }')
  return data.visit.history.messages.map(({ text }: { text: string }) => text)
}

test('without an identity secret any string is the visitor’s, and proves nothing', async () => {
  const [one, two] = [
    await openBrowser(app.url, widget.publicId),
    await openBrowser(app.url, widget.publicId),
  ]
  await write(one, 'Hello')
  await identify(one, 'customer-7')
  const payload = await identify(two, 'customer-7')
  expect(payload.visit.visitorNumber).toBe(two.visitorNumber)
  expect(await textsOf(payload.token)).toEqual([])
  expect(await rowOf(two)).toMatchObject({ userToken: 'customer-7', identity: null })
  const { userErrors } = await identify(two, ' ')
  expect(userErrors[0].code).toBe('BLANK')
})

describe('with an identity secret', () => {
  beforeEach(useSecret)

  test('a signed token brings the history to every device', async () => {
    const phone = await openBrowser(app.url, widget.publicId)
    await identify(phone, sign({ id: 'customer-7' }))
    const { chatId } = await write(phone, 'From the phone')
    await mutate(desk.operators[0].execute, 'acceptChat', { chatId: globalId('Chat', chatId) })
    await reply(desk.operators[0], chatId, 'Hello, phone')
    const laptop = await openBrowser(app.url, widget.publicId)
    const feed = await openWidgetFeed(app.url, laptop.token, { after: '0' })
    const payload = await identify(laptop, sign({ id: 'customer-7', exp: Date.now() / 1000 + 60 }))
    expect(payload.visit.visitorNumber).toBe(phone.visitorNumber)
    expect(await textsOf(payload.token)).toEqual(['From the phone', 'Hello, phone'])
    // Tabs that are open go on as the one whom they are now; the earlier token leads there, too.
    expect(await feed.closed).toBe(4403)
    expect(await textsOf(laptop.token)).toEqual(['From the phone', 'Hello, phone'])
    const live = await openWidgetFeed(app.url, laptop.token, { after: '0' })
    const sent = await write({ execute: graphqlAs(app.url, { token: payload.token }) }, 'From the laptop')
    expect(sent.chatId).toBe(chatId)
    await live.waitFor('VisitMessageCreated', ({ message }) => message.text === 'From the laptop')
    await live.close()
  })

  test('what was said before on the new device joins the history, and one open chat goes on', async () => {
    const phone = await openBrowser(app.url, widget.publicId)
    await identify(phone, sign({ id: 42 }))
    const first = await write(phone, 'One')
    const laptop = await openBrowser(app.url, widget.publicId)
    const second = await write(laptop, 'Two')
    const { token } = await identify(laptop, sign({ id: '42' }))
    expect((await textsOf(token)).toSorted()).toEqual(['One', 'Two'])
    const chats = await app.services.db.chat.findMany({
      where: { id: { in: [first.chatId, second.chatId] } },
    })
    expect(Object.fromEntries(chats.map(({ id, status }) => [id, status]))).toEqual({
      [first.chatId]: 'QUEUED',
      [second.chatId]: 'CLOSED',
    })
  })

  test('what was hidden on the new device stays hidden', async () => {
    const phone = await openBrowser(app.url, widget.publicId)
    await identify(phone, sign({ id: 'customer-8' }))
    const laptop = await openBrowser(app.url, widget.publicId)
    await write(laptop, 'Never mind')
    await mutate(laptop.execute, 'clearHistory')
    const { token } = await identify(laptop, sign({ id: 'customer-8' }))
    expect(await textsOf(token)).toEqual([])
    await write({ execute: graphqlAs(app.url, { token }) }, 'Hello again')
    expect(await textsOf(token)).toEqual(['Hello again'])
  })

  test('what was not hidden on the other device is there', async () => {
    const phone = await openBrowser(app.url, widget.publicId)
    const { token: known } = await identify(phone, sign({ id: 'customer-10' }))
    await write({ execute: graphqlAs(app.url, { token: known }) }, 'Where is my order?')
    const laptop = await openBrowser(app.url, widget.publicId)
    await write(laptop, 'Never mind')
    await mutate(laptop.execute, 'clearHistory')
    const { token } = await identify(laptop, sign({ id: 'customer-10' }))
    expect(await textsOf(token)).toEqual(['Where is my order?'])
  })

  test('somebody else on the same browser gets nothing of who was there before', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    await identify(browser, sign({ id: 'ada' }))
    await write(browser, 'A secret of Ada')
    const { token, visit } = await identify(browser, sign({ id: 'bob' }))
    expect(visit.visitorNumber).toBe(browser.visitorNumber + 1)
    expect(await textsOf(token)).toEqual([])
    expect(await rowOf(browser)).toMatchObject({ identity: 'ada' })
    const { token: again } = await identify(browser, sign({ id: 'ada' }))
    expect(await textsOf(again)).toEqual(['A secret of Ada'])
  })

  test('is proved for the one whom the visitor was merged into in the meantime', async () => {
    const [one, two] = [
      await openBrowser(app.url, widget.publicId),
      await openBrowser(app.url, widget.publicId),
    ]
    await write(one, 'One')
    await write(two, 'Two')
    const [survivor, merged] = [await rowOf(one), await rowOf(two)]
    const { accountId, channelId, id: visitorId } = merged
    await app.services.db.visitor.update({ where: { id: merged.id }, data: { mergedIntoId: survivor.id } })
    const bound = await transact(app.services, (work) =>
      bindIdentity(work, { accountId, channelId, visitorId }, 'customer-9'),
    )
    expect(bound.known.visitorId).toBe(survivor.id)
    expect(await rowOf(one)).toMatchObject({ identity: 'customer-9' })
    expect(await rowOf(two)).toMatchObject({ identity: null })
  })

  test('a known visitor of another widget is another visitor', async () => {
    const other = await makeWidget(app.services, { accountId: desk.account.id })
    const [one, two] = [
      await openBrowser(app.url, widget.publicId),
      await openBrowser(app.url, other.publicId),
    ]
    await identify(one, sign({ id: 'ada' }))
    await write(one, 'Here')
    const { token } = await identify(two, sign({ id: 'ada' }))
    expect(await textsOf(token)).toEqual([])
  })

  const wrong: [string, () => string][] = [
    ['is signed with another secret', () => sign({ id: 'ada' }, { secret: 'another secret, long' })],
    ['is not signed', () => `${part({ alg: 'none' })}.${part({ id: 'ada' })}.`],
    ['says that it is not signed, and is', () => sign({ id: 'ada' }, { header: { alg: 'none' } })],
    ['names another algorithm', () => sign({ id: 'ada' }, { header: { alg: 'HS512' } })],
    ['has no id', () => sign({ sub: 'ada' })],
    ['has an id that is none', () => sign({ id: { $ne: '' } })],
    ['has expired', () => sign({ id: 'ada', exp: Date.now() / 1000 - 120 })],
    ['holds later', () => sign({ id: 'ada', nbf: Date.now() / 1000 + 120 })],
    ['is a plain string', () => 'no signed token'],
    ['is no JSON', () => `${Buffer.from('{').toString('base64url')}.e30.${'A'.repeat(43)}`],
  ]
  test.each(wrong)(
    'a token that %s leaves the visitor anonymous and is in the audit log',
    async (_name, make) => {
      const known = await openBrowser(app.url, widget.publicId)
      await identify(known, sign({ id: 'ada' }))
      await write(known, 'A secret of Ada')
      const browser = await openBrowser(app.url, widget.publicId)
      const { token, visit, userErrors } = await identify(browser, make())
      expect([userErrors, visit.visitorNumber]).toEqual([[], browser.visitorNumber])
      expect(await textsOf(token)).toEqual([])
      expect(await rowOf(browser)).toMatchObject({ userToken: null, identity: null })
      const { id } = await rowOf(browser)
      const entries = await app.services.db.auditEntry.findMany({ where: { subjectId: id } })
      expect(entries).toMatchObject([
        { action: 'VISITOR_IDENTITY_REFUSED', actorType: 'VISITOR', actorId: id },
      ])
      expect(JSON.stringify(entries)).not.toContain(make())
    },
  )
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bindIdentity } from '../../server/domain/visits/identity/bind-identity.ts'
import { transact } from '../../server/events/transact.ts'
import type { Channel } from '../../server/generated/prisma/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import { IDENTITY_SECRET, signIdentity } from '../support/identity.ts'
import { type Browser, makeWidget, openBrowser, openWidgetFeed, write } from '../support/widget.ts'

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

const useSecret = () =>
  mutate(desk.admin.execute, 'updateDeveloperSettings', { identitySecret: IDENTITY_SECRET })
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

test('what is not signed is never shown as verified, and a signed token takes its place', async () => {
  const browser = await openBrowser(app.url, widget.publicId)
  const shown = async () => {
    const id = globalId('Visitor', (await rowOf(browser)).id)
    const { data } = await desk.admin.execute(
      `{ node(id: "${id}") { ... on Visitor { customerId isVerified } } }`,
    )
    return data.node
  }
  const signed = signIdentity({ id: 'customer-7' })
  await useSecret()
  await identify(browser, signed)
  expect(await shown()).toEqual({ customerId: 'customer-7', isVerified: true })
  await mutate(desk.admin.execute, 'updateDeveloperSettings', { removeIdentitySecret: true })
  await identify(browser, 'admin')
  expect(await shown()).toEqual({ customerId: 'admin', isVerified: false })
  await useSecret()
  await identify(browser, signed)
  expect(await shown()).toEqual({ customerId: 'customer-7', isVerified: true })
})

test('a visitor who is merged with one who has signed in has the id of that one', async () => {
  const [unknown, known] = [
    await openBrowser(app.url, widget.publicId),
    await openBrowser(app.url, widget.publicId),
  ]
  await identify(unknown, 'admin')
  await useSecret()
  await identify(known, signIdentity({ id: 'customer-7' }))
  const idOf = async (browser: Browser) => globalId('Visitor', (await rowOf(browser)).id)
  const pair = { survivorId: await idOf(unknown), mergedId: await idOf(known) }
  expect((await mutate(desk.admin.execute, 'mergeVisitors', pair)).userErrors).toEqual([])
  expect(await rowOf(unknown)).toMatchObject({ userToken: 'customer-7', identity: 'customer-7' })
})

describe('with an identity secret', () => {
  beforeEach(useSecret)

  test('a signed token brings the history to every device', async () => {
    const phone = await openBrowser(app.url, widget.publicId)
    await identify(phone, signIdentity({ id: 'customer-7' }))
    const { chatId } = await write(phone, 'From the phone')
    await mutate(desk.operators[0].execute, 'acceptChat', { chatId: globalId('Chat', chatId) })
    await reply(desk.operators[0], chatId, 'Hello, phone')
    const laptop = await openBrowser(app.url, widget.publicId)
    const feed = await openWidgetFeed(app.url, laptop.token, { after: '0' })
    const payload = await identify(laptop, signIdentity({ id: 'customer-7', exp: Date.now() / 1000 + 60 }))
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
    await identify(phone, signIdentity({ id: 42 }))
    const first = await write(phone, 'One')
    const laptop = await openBrowser(app.url, widget.publicId)
    const second = await write(laptop, 'Two')
    const { token } = await identify(laptop, signIdentity({ id: '42' }))
    // It ends with the open chat, although the other began later.
    expect(await textsOf(token)).toEqual(['Two', 'One'])
    const chats = await app.services.db.chat.findMany({
      where: { id: { in: [first.chatId, second.chatId] } },
    })
    expect(Object.fromEntries(chats.map(({ id, status }) => [id, status]))).toEqual({
      [first.chatId]: 'QUEUED',
      [second.chatId]: 'CLOSED',
    })
    const known = graphqlAs(app.url, { token })
    const read = async (before: string | null) => {
      const page =
        'query ($before: String) { visit { history(last: 1, before: $before) { earlier messages { text } } } }'
      const { messages, earlier } = (await known(page, { before })).data.visit.history
      return { texts: messages.map(({ text }: { text: string }) => text), earlier }
    }
    const newest = await read(null)
    expect(newest.texts).toEqual(['One'])
    expect(await read(newest.earlier)).toEqual({ texts: ['Two'], earlier: null })
    const { data } = await known('{ visit { chat { id status } } }')
    expect(data.visit.chat).toEqual({ id: first.chatId, status: 'QUEUED' })
    await mutate(known, 'rateVisit', { rating: 'POSITIVE' })
    await mutate(known, 'requestChatLog', { email: 'ada@example.com' })
    const { db } = app.services
    expect(await db.chat.findUnique({ where: { id: first.chatId } })).toMatchObject({ rating: 'POSITIVE' })
    const mails = await db.outboxItem.findMany({ where: { accountId: desk.account.id, kind: 'MAIL' } })
    expect(mails.map(({ chatId }) => chatId).filter(Boolean)).toEqual([first.chatId])
  })

  test('of two calls that are under way, the one of the device that was known goes on', async () => {
    const { db } = app.services
    const phone = await openBrowser(app.url, widget.publicId)
    await identify(phone, signIdentity({ id: 'customer-9' }))
    const laptop = await openBrowser(app.url, widget.publicId)
    const calls = await Promise.all(
      [phone, laptop].map(async (browser) => {
        const { id: visitorId } = await rowOf(browser)
        return db.call.create({
          data: {
            accountId: desk.account.id,
            channelId: widget.id,
            visitorId,
            type: 'CALLBACK',
            phone: '+493012345',
            gateway: 'OPERATOR_DIALS',
          },
        })
      }),
    )
    const { userErrors, token } = await identify(laptop, signIdentity({ id: 'customer-9' }))
    expect(userErrors).toEqual([])
    const { data } = await graphqlAs(app.url, { token })('{ visit { call { phone state } } }')
    expect(data.visit.call).toEqual({ phone: '+493012345', state: 'START' })
    const states = await Promise.all(
      calls.map(({ id }) => db.call.findUniqueOrThrow({ where: { id }, include: { log: true } })),
    )
    expect(states).toMatchObject([
      { state: 'START', endedAt: null },
      { state: 'ERROR', visitorId: calls[0]?.visitorId, log: [{ actorType: 'SYSTEM' }] },
    ])
  })

  test('an invitation of the new device goes on, unless the known visitor has one or an open chat', async () => {
    const { db } = app.services
    const invite = async (browser: Browser) =>
      db.visitInvitation.create({
        data: {
          accountId: desk.account.id,
          visitorId: (await rowOf(browser)).id,
          userId: desk.operators[0].user.id,
          text: `May I help you, ${browser.visitorNumber}?`,
        },
      })
    const phone = await openBrowser(app.url, widget.publicId)
    await identify(phone, signIdentity({ id: 'customer-6' }))
    const laptop = await openBrowser(app.url, widget.publicId)
    const kept = await invite(laptop)
    const pending = async () => {
      const { id: visitorId } = await rowOf(phone)
      return (await db.visitInvitation.findMany({ where: { visitorId, state: 'PENDING' } })).map(
        ({ id }) => id,
      )
    }
    await identify(laptop, signIdentity({ id: 'customer-6' }))
    expect(await pending()).toEqual([kept.id])
    const tablet = await openBrowser(app.url, widget.publicId)
    await invite(tablet)
    await identify(tablet, signIdentity({ id: 'customer-6' }))
    expect(await pending()).toEqual([kept.id])
    await db.visitInvitation.delete({ where: { id: kept.id } })
    await write(phone, 'Hello')
    const watch = await openBrowser(app.url, widget.publicId)
    await invite(watch)
    await identify(watch, signIdentity({ id: 'customer-6' }))
    expect(await pending()).toEqual([])
  })

  test('what was hidden on the new device stays hidden', async () => {
    const phone = await openBrowser(app.url, widget.publicId)
    await identify(phone, signIdentity({ id: 'customer-8' }))
    const laptop = await openBrowser(app.url, widget.publicId)
    await write(laptop, 'Never mind')
    await mutate(laptop.execute, 'clearHistory')
    const { token } = await identify(laptop, signIdentity({ id: 'customer-8' }))
    expect(await textsOf(token)).toEqual([])
    await write({ execute: graphqlAs(app.url, { token }) }, 'Hello again')
    expect(await textsOf(token)).toEqual(['Hello again'])
  })

  test('what was not hidden on the other device is there', async () => {
    const phone = await openBrowser(app.url, widget.publicId)
    const { token: known } = await identify(phone, signIdentity({ id: 'customer-10' }))
    await write({ execute: graphqlAs(app.url, { token: known }) }, 'Where is my order?')
    const laptop = await openBrowser(app.url, widget.publicId)
    await write(laptop, 'Never mind')
    await mutate(laptop.execute, 'clearHistory')
    const { token } = await identify(laptop, signIdentity({ id: 'customer-10' }))
    expect(await textsOf(token)).toEqual(['Where is my order?'])
  })

  test('a message is sent as who wrote it, or as whom they turned out to be, and as nobody else', async () => {
    const [browser, other] = [
      await openBrowser(app.url, widget.publicId),
      await openBrowser(app.url, widget.publicId),
    ]
    await identify(other, signIdentity({ id: 'customer-7' }))
    const { token } = await identify(browser, signIdentity({ id: 'customer-7' }))
    const known = { execute: graphqlAs(app.url, { token }) }
    const send = (visitorNumber: number | null) =>
      mutate(
        known.execute,
        'sendVisitorMessage',
        { idempotencyKey: randomUUID(), text: `Of ${visitorNumber}`, visitorNumber },
        'message { text }',
      )
    for (const number of [browser.visitorNumber, other.visitorNumber, null])
      expect((await send(number)).userErrors).toEqual([])
    const stranger = await openBrowser(app.url, widget.publicId)
    expect((await send(stranger.visitorNumber)).userErrors).toMatchObject([
      { code: 'OTHER_VISITOR', field: ['input', 'visitorNumber'] },
    ])
    expect(await textsOf(token)).toEqual(
      [browser.visitorNumber, other.visitorNumber, null].map((by) => `Of ${by}`),
    )
  })

  test('somebody else on the same browser gets nothing of who was there before', async () => {
    const browser = await openBrowser(app.url, widget.publicId)
    await identify(browser, signIdentity({ id: 'ada' }))
    await write(browser, 'A secret of Ada')
    const { token, visit } = await identify(browser, signIdentity({ id: 'bob' }))
    expect(visit.visitorNumber).toBe(browser.visitorNumber + 1)
    expect(await textsOf(token)).toEqual([])
    expect(await rowOf(browser)).toMatchObject({ identity: 'ada' })
    const { token: again } = await identify(browser, signIdentity({ id: 'ada' }))
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
    await identify(one, signIdentity({ id: 'ada' }))
    await write(one, 'Here')
    const { token } = await identify(two, signIdentity({ id: 'ada' }))
    expect(await textsOf(token)).toEqual([])
  })

  const wrong: [string, () => string][] = [
    ['is signed with another secret', () => signIdentity({ id: 'ada' }, { secret: 'another secret, long' })],
    ['is not signed', () => signIdentity({ id: 'ada' }, { header: { alg: 'none' } }).replace(/[^.]*$/, '')],
    ['says that it is not signed, and is', () => signIdentity({ id: 'ada' }, { header: { alg: 'none' } })],
    ['names another algorithm', () => signIdentity({ id: 'ada' }, { header: { alg: 'HS512' } })],
    ['has no id', () => signIdentity({ sub: 'ada' })],
    ['has an id that is none', () => signIdentity({ id: { $ne: '' } })],
    ['has expired', () => signIdentity({ id: 'ada', exp: Date.now() / 1000 - 120 })],
    ['holds later', () => signIdentity({ id: 'ada', nbf: Date.now() / 1000 + 120 })],
    ['is a plain string', () => 'no signed token'],
    ['is no JSON', () => `${Buffer.from('{').toString('base64url')}.e30.${'A'.repeat(43)}`],
  ]
  test.each(wrong)(
    'a token that %s leaves the visitor anonymous and is in the audit log',
    async (_name, make) => {
      const known = await openBrowser(app.url, widget.publicId)
      await identify(known, signIdentity({ id: 'ada' }))
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

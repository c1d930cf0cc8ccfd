import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { IDENTITY_SECRET, signIdentity } from '../../support/identity.ts'
import { openBrowser, write } from '../../support/widget.ts'
import { SOON, withBrowser } from '../support.ts'
import {
  callApi,
  namesOn,
  openShop,
  openSite,
  openVisitor,
  type Shop,
  untilCalled,
  visitPage,
} from './support.ts'
import { accept, close, fieldOf, messageOf, openVisit, say } from './window-support.ts'

const { app, browser } = withBrowser()

/** A shop that signs who its customers are. */
async function openSigningShop(settings: Parameters<typeof openShop>[1] = {}): Promise<Shop> {
  const shop = await openShop(app, settings)
  await mutate(shop.desk.admin.execute, 'updateDeveloperSettings', { identitySecret: IDENTITY_SECRET })
  return shop
}

async function signIn(page: Page, id: string): Promise<void> {
  expect(await callApi(page, 'setUserToken', signIdentity({ id }))).toEqual({ result: 'ok' })
}

const numberOn = (page: Page) => callApi(page, 'getVisitorNumber')

/** Keeps what visitors write from leaving their browser. Returns what lets it go. */
async function holdMessages(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route('**/graphql', (route) =>
    route.request().postData()?.includes('sendVisitorMessage') ? route.abort() : route.fallback(),
  )
  return () => context.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Merges what the widget's visitors with these numbers wrote: the first one stays. */
async function merge({ desk, widget }: Shop, survivor: unknown, merged: unknown): Promise<void> {
  const visitors = await app.services.db.visitor.findMany({ where: { channelId: widget.id } })
  const idOf = (wanted: unknown) =>
    globalId('Visitor', visitors.find(({ number }) => number === wanted)?.id ?? '')
  await mutate(desk.admin.execute, 'mergeVisitors', {
    survivorId: idOf(survivor),
    mergedId: idOf(merged),
  })
}

test('a message that is still on its way when somebody else signs in waits for who wrote it', async () => {
  const shop = await openSigningShop()
  const { page, context, written } = await openVisit(app, browser, { shop })
  await signIn(page, 'alice')
  await say(page, 'Alice says hello')
  await messageOf(page, 'Alice says hello').getByText('Sent').waitFor(SOON)
  const alice = await numberOn(page)
  const release = await holdMessages(context)
  for (const text of ['One of Alice', 'Two of Alice']) await say(page, text)
  await messageOf(page, 'Two of Alice').getByText('Sending…').waitFor(SOON)
  await signIn(page, 'bob')
  await expect.poll(() => numberOn(page), SOON).not.toBe(alice)
  await messageOf(page, 'One of Alice').waitFor({ state: 'detached', ...SOON })
  await release()
  await say(page, 'One of Bob')
  await messageOf(page, 'One of Bob').getByText('Sent').waitFor(SOON)
  expect((await written()).map(({ text }) => text)).toEqual(['Alice says hello', 'One of Bob'])
  await signIn(page, 'alice')
  await messageOf(page, 'One of Alice').waitFor(SOON)
  await messageOf(page, 'Two of Alice').getByText('Sent', { exact: true }).waitFor(SOON)
  const chats = new Set(
    (await written()).filter(({ text }) => /Alice/.test(text ?? '')).map(({ chatId }) => chatId),
  )
  expect(chats.size).toBe(1)
  await expect.poll(() => messageOf(page, 'One of Bob').count(), SOON).toBe(0)
})

test.each(['at once', 'on the next page'])(
  'what was written before signing in is sent as who one turns out to be: %s',
  async (when) => {
    const shop = await openSigningShop()
    const phone = await openBrowser(app.url, shop.widget.publicId)
    await mutate(phone.execute, 'identifyVisitor', { token: signIdentity({ id: 'customer-1' }) })
    const { chatId } = await write(phone, 'From my phone')
    const { page, context, written } = await openVisit(app, browser, { shop })
    const release = await holdMessages(context)
    await say(page, 'Before I sign in')
    await messageOf(page, 'Before I sign in').getByText('Sending…').waitFor(SOON)
    await signIn(page, 'customer-1')
    await messageOf(page, 'From my phone').waitFor(SOON)
    if (when === 'on the next page') await page.reload()
    await release()
    await messageOf(page, 'Before I sign in').getByText('Sent', { exact: true }).waitFor(SOON)
    expect((await written()).map((message) => [message.text, message.chatId])).toEqual([
      ['From my phone', chatId],
      ['Before I sign in', chatId],
    ])
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /outbox/.test(key))), SOON)
      .toEqual([])
  },
)

test('files that wait when their visitor signs in are sent as who they turn out to be', async () => {
  const shop = await openSigningShop()
  const phone = await openBrowser(app.url, shop.widget.publicId)
  await mutate(phone.execute, 'identifyVisitor', { token: signIdentity({ id: 'customer-4' }) })
  const { chatId } = await write(phone, 'From my phone')
  const { page, written } = await openVisit(app, browser, { shop })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/files', async (route) => {
    await released
    return route.fallback()
  })
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  await page.locator('input[type=file]').setInputFiles([file('one.txt'), file('two.txt')])
  await page.getByText('two.txt').waitFor(SOON)
  await signIn(page, 'customer-4')
  await messageOf(page, 'From my phone').waitFor(SOON)
  release()
  for (const name of ['one.txt', 'two.txt'])
    await page.getByRole('link', { name: new RegExp(name) }).waitFor(SOON)
  expect((await written()).map((message) => [message.type, message.chatId])).toEqual([
    ['TEXT', chatId],
    ['DOCUMENT', chatId],
    ['DOCUMENT', chatId],
  ])
})

test.each(['polls', 'has lost its connection'])(
  'each tab of a browser that %s hears that its visitor was merged into another',
  async (how) => {
    const shop = await openShop(app)
    const phone = await openBrowser(app.url, shop.widget.publicId)
    const { chatId } = await write(phone, 'From my phone')
    const site = await openSite({ service: app.url, widgetId: shop.widget.publicId })
    const { context } = await openVisitor(browser)
    let isBlocked = how === 'polls'
    const ends = new Set<() => void>()
    await context.routeWebSocket(/graphql/, (socket) => {
      if (isBlocked) return void socket.close({ code: 1011, reason: 'blocked' })
      socket.connectToServer()
      ends.add(() => void socket.close({ code: 1011, reason: 'blocked' }))
    })
    const pages = [await visitPage(context, site.url), await visitPage(context, `${site.url}/2`)] as const
    await pages[0].locator('.launcher').click()
    await callApi(pages[0], 'sendMessage', 'From my desk')
    await messageOf(pages[0], 'From my desk').getByText('Sent').waitFor(SOON)
    const desk = await numberOn(pages[0])
    if (how !== 'polls') {
      await context.route('**/graphql', (route) => route.abort())
      isBlocked = true
      for (const end of ends) end()
    }
    const [{ number } = { number: 0 }] = await app.services.db.visitor.findMany({
      where: { channelId: shop.widget.id },
      orderBy: { number: 'asc' },
    })
    expect(desk).not.toBe(number)
    await close(shop.desk, { id: chatId })
    await merge(shop, number, desk)
    isBlocked = how === 'polls'
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    for (const page of pages) await expect.poll(() => numberOn(page), SOON).toBe(number)
    await messageOf(pages[0], 'From my phone').waitFor(SOON)
  },
)

test('a widget that polls is a new visitor’s after the earlier one was erased', async () => {
  const shop = await openShop(app)
  const site = await openSite({ service: app.url, widgetId: shop.widget.publicId })
  const { context } = await openVisitor(browser)
  await context.routeWebSocket(/graphql/, (socket) => void socket.close({ code: 1011, reason: 'blocked' }))
  const page = await visitPage(context, site.url)
  await page.locator('.launcher').click()
  await say(page, 'Forget me')
  await messageOf(page, 'Forget me').getByText('Sent').waitFor(SOON)
  const before = await numberOn(page)
  const chat = await app.services.db.chat.findFirstOrThrow({ where: { channelId: shop.widget.id } })
  await accept(shop.desk, chat)
  await close(shop.desk, chat)
  await mutate(shop.desk.admin.execute, 'eraseVisitor', { id: globalId('Visitor', chat.visitorId) })
  await messageOf(page, 'Forget me').waitFor({ state: 'detached', ...SOON })
  // What was said may be gone before the widget asks who it is.
  await expect.poll(() => numberOn(page), SOON).not.toBe(before)
})

test('a conversation that is cleared is cleared on every device, and starts no chat that is open', async () => {
  const shop = await openSigningShop()
  const [one, other] = [await openVisit(app, browser, { shop }), await openVisit(app, browser, { shop })]
  for (const { page } of [one, other]) await signIn(page, 'customer-2')
  await say(one.page, 'Where is it?')
  for (const { page } of [one, other]) await messageOf(page, 'Where is it?').waitFor(SOON)
  expect(await callApi(one.page, 'clearHistory')).toEqual({ result: 'ok' })
  for (const { page } of [one, other])
    await messageOf(page, 'Where is it?').waitFor({ state: 'detached', ...SOON })
  await say(one.page, 'Found it')
  await messageOf(one.page, 'Found it').getByText('Sent').waitFor(SOON)
  const names = await namesOn(one.page)
  for (const name of ['svc_onMessageSent', 'svc_onClientStartChat'])
    expect(names.filter((each) => each === name)).toHaveLength(1)
})

test('what the page asks its visitors stays when it says who they are', async () => {
  const { widget } = await openShop(app)
  const script = `window.svc_config = { active_message: 'Can I help you?' }
    window.svc_onLoad = function () { called.push(['svc_onLoad']); svc_api.setUserToken('customer-3') }`
  const site = await openSite({ service: app.url, widgetId: widget.publicId, script })
  const { context } = await openVisitor(browser)
  const page = await visitPage(context, site.url)
  const who = () => app.services.db.visitor.findFirst({ where: { channelId: widget.id } })
  await expect.poll(async () => (await who())?.userToken, SOON).toBe('customer-3')
  // It reads its state again.
  await callApi(page, 'isCallbackEnabled')
  await page.getByText('Can I help you?').first().waitFor(SOON)
})

test('what one visitor could not send is not sent by the next in the same browser', async () => {
  const { page, widget, written } = await openVisit(app, browser)
  await page.route('**/graphql', (route) => route.abort())
  await say(page, 'Of somebody else')
  await messageOf(page, 'Of somebody else').getByText('Sending…').waitFor(SOON)
  await page.evaluate((id) => localStorage.removeItem(`svc:${id}:token`), widget.publicId)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await fieldOf(page).waitFor(SOON)
  await say(page, 'My own')
  await messageOf(page, 'My own').getByText('Sent').waitFor(SOON)
  await expect.poll(() => messageOf(page, 'Of somebody else').count(), SOON).toBe(0)
  expect((await written()).map(({ text }) => text)).toEqual(['My own'])
})

test('whoever signs in with a chat here and another elsewhere goes on in the one that stays open', async () => {
  const shop = await openSigningShop()
  const { desk, widget } = shop
  const token = signIdentity({ id: 'customer-7' })
  const phone = await openBrowser(app.url, widget.publicId)
  await mutate(phone.execute, 'identifyVisitor', { token })
  const running = await write(phone, 'About the red sofa')
  await accept(desk, { id: running.chatId })

  const { page } = await openVisit(app, browser, { shop })
  await say(page, 'About my order')
  await messageOf(page, 'About my order').getByText('Sent').waitFor(SOON)
  expect(await callApi(page, 'setUserToken', token)).toEqual({ result: 'ok' })
  await messageOf(page, 'About the red sofa').waitFor(SOON)
  await reply(desk.operators[0], running.chatId, 'It is red')
  await messageOf(page, 'It is red').waitFor(SOON)
  await expect.poll(() => page.getByText('This chat has ended.').count(), SOON).toBe(0)
  await expect
    .poll(() => page.getByRole('dialog').locator('header h2').textContent(), SOON)
    .toBe(desk.operators[0].user.name)
})

test('whoever signs in is not told again what happened on their other device', async () => {
  const shop = await openSigningShop()
  const { desk, widget } = shop
  const token = signIdentity({ id: 'customer-8' })
  const { page } = await openVisit(app, browser, { shop })
  const phone = await openBrowser(app.url, widget.publicId)
  await mutate(phone.execute, 'identifyVisitor', { token })
  const earlier = await write(phone, 'About the blue sofa')
  await accept(desk, { id: earlier.chatId })
  await close(desk, { id: earlier.chatId })
  const { chatId } = await write(phone, 'About the red sofa')
  await accept(desk, { id: chatId })

  expect(await callApi(page, 'setUserToken', token)).toEqual({ result: 'ok' })
  await messageOf(page, 'About the red sofa').waitFor(SOON)
  await reply(desk.operators[0], chatId, 'It is red')
  await messageOf(page, 'It is red').waitFor(SOON)
  await expect.poll(() => namesOn(page), SOON).not.toContain('svc_onAccept')
})

test('what the page says of somebody right after their name is told of them, and not of the visitor before', async () => {
  const shop = await openSigningShop()
  const { page } = await openVisit(app, browser, { shop })
  await signIn(page, 'ann')
  const ann = await numberOn(page)
  await page.evaluate(
    (token) => {
      const api = window.svc_api as unknown as Record<string, (value: unknown) => unknown>
      api.setUserToken?.(token)
      api.setContactInfo?.({ name: 'Bob', email: 'bob@example.org' })
      api.setCustomData?.([{ content: 'gold' }])
    },
    signIdentity({ id: 'bob' }),
  )
  const bob = await numberOn(page)
  expect(bob).not.toBe(ann)
  const named = (number: unknown) =>
    app.services.db.visitor.findFirstOrThrow({ where: { channelId: shop.widget.id, number: Number(number) } })
  await expect.poll(async () => (await named(bob)).name, SOON).toBe('Bob')
  expect((await named(ann)).name).not.toBe('Bob')
})

test.each(['in the open window', 'on the next page, before it is opened'])(
  'another person who signs in finds no draft of the one before, and is asked for their own details: %s',
  async (where) => {
    const shop = await openSigningShop({ contactsForm: 'BEFORE_CHAT' })
    const { page } = await openVisit(app, browser, { shop })
    await signIn(page, 'ann')
    const ann = await numberOn(page)
    await page.getByRole('button', { name: 'Not now' }).click()
    await fieldOf(page).fill('My card number is')
    if (where !== 'in the open window') {
      await callApi(page, 'close')
      await page.reload()
      await untilCalled(page, 'svc_onLoad')
    }
    await signIn(page, 'bob')
    await expect.poll(() => numberOn(page), SOON).not.toBe(ann)
    await callApi(page, 'open')
    await page.getByRole('button', { name: 'Not now' }).click(SOON)
    await expect.poll(() => fieldOf(page).inputValue(), SOON).toBe('')
    await signIn(page, 'ann')
    await expect.poll(() => numberOn(page), SOON).toBe(ann)
    await page.getByRole('button', { name: 'Not now' }).click(SOON)
    await expect.poll(() => fieldOf(page).inputValue(), SOON).toBe('My card number is')
  },
)

test('a page that is loading while somebody else signs in in another tab is theirs, too', async () => {
  const shop = await openSigningShop()
  const { page, context, url } = await openVisit(app, browser, { shop })
  await signIn(page, 'ann')
  const ann = await numberOn(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const loading = await context.newPage()
  const answered = new Promise<void>((resolve) =>
    loading.route(
      '**/graphql',
      async (route) => {
        const response = await route.fetch()
        resolve()
        await released
        await route.fulfill({ response })
      },
      { times: 1 },
    ),
  )
  await loading.goto(url)
  await answered
  await signIn(page, 'bob')
  await expect.poll(() => numberOn(page), SOON).not.toBe(ann)
  release()
  await untilCalled(loading, 'svc_onLoad')
  const bob = await numberOn(page)
  await expect.poll(() => numberOn(loading), SOON).toBe(bob)
  await page.reload()
  await untilCalled(page, 'svc_onLoad')
  expect(await numberOn(page)).not.toBe(ann)
})

test('the draft of whoever turns out to be known stays', async () => {
  const shop = await openSigningShop()
  const { page } = await openVisit(app, browser, { shop })
  await say(page, 'Hello')
  await messageOf(page, 'Hello').getByText('Sent').waitFor(SOON)
  await fieldOf(page).fill('About my order')
  await signIn(page, 'carl')
  await numberOn(page)
  await expect.poll(() => fieldOf(page).inputValue(), SOON).toBe('About my order')
})

test('whoever signs in after somebody else sees nothing of their conversation', async () => {
  const shop = await openSigningShop()
  const { widget } = shop
  const token = (id: string) => signIdentity({ id })
  const device = await openBrowser(app.url, widget.publicId)
  await mutate(device.execute, 'identifyVisitor', { token: token('bob') })
  await write(device, 'Bob wrote this before')
  const { page } = await openVisit(app, browser, { shop })
  expect(await callApi(page, 'setUserToken', token('alice'))).toEqual({ result: 'ok' })
  await say(page, 'A secret of Alice')
  await messageOf(page, 'A secret of Alice').getByText('Sent').waitFor(SOON)
  expect(await callApi(page, 'setUserToken', token('bob'))).toEqual({ result: 'ok' })
  await messageOf(page, 'Bob wrote this before').waitFor(SOON)
  await expect.poll(() => messageOf(page, 'A secret of Alice').count(), SOON).toBe(0)
})

test('an open window shows what another visitor wrote who turns out to be the same', async () => {
  const shop = await openShop(app)
  const { desk, widget } = shop
  const { page } = await openVisit(app, browser, { shop })
  const phone = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(phone, 'From my phone')
  await accept(desk, { id: chatId })
  const [survivor, merged] = await app.services.db.visitor.findMany({
    where: { channelId: widget.id },
    orderBy: { number: 'asc' },
  })
  await mutate(desk.admin.execute, 'mergeVisitors', {
    survivorId: globalId('Visitor', survivor?.id ?? ''),
    mergedId: globalId('Visitor', merged?.id ?? ''),
  })
  await messageOf(page, 'From my phone').waitFor(SOON)
  await page.getByRole('heading', { name: desk.operators[0].user.name }).waitFor(SOON)
})

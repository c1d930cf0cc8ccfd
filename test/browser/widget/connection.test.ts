import { type AddressInfo, connect, createServer } from 'node:net'
import type { BrowserContext, Page, WebSocket } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type Desk, reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { spawnSwitchboard } from '../../support/spawn-switchboard.ts'
import { SOON, withBrowser } from '../support.ts'
import {
  callApi,
  calledOn,
  launcherOf,
  namesOn,
  openShop,
  openSite,
  openVisitor,
  untilCalled,
  visitPage,
} from './support.ts'

const { app, browser } = withBrowser()

/** Counts the sockets that pages of a browser have open. One whose page was closed does not always say that it is. */
function countSockets(context: BrowserContext): () => number {
  const sockets: { page: Page; socket: WebSocket }[] = []
  context.on('page', (page) => page.on('websocket', (socket) => sockets.push({ page, socket })))
  return () => sockets.filter(({ page, socket }) => !page.isClosed() && !socket.isClosed()).length
}

/** An address that leads to a server, or to none: it stays the same while the process behind it is another one. */
async function openFront(to: string) {
  let target: URL | null = new URL(to)
  const server = createServer((incoming) => {
    incoming.on('error', () => {})
    if (!target) return incoming.destroy()
    const outgoing = connect(Number(target.port), target.hostname)
    outgoing.on('error', () => incoming.destroy())
    outgoing.on('close', () => incoming.destroy())
    incoming.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(to: string | null) {
      target = to === null ? null : new URL(to)
    },
  }
}

/** How often the conversation shows each of these texts. */
const shownOn = (page: Page, texts: string[]) =>
  page.evaluate((texts) => {
    const root = document.querySelector('switchboard-widget')?.shadowRoot
    const all = [...(root?.querySelectorAll('[role=log] *, [role=list] *, ol *, ul *') ?? [])]
    return texts.map(
      (text) => all.filter((each) => each.children.length === 0 && each.textContent === text).length,
    )
  }, texts)

async function openChat(channelId: string, { operators: [operator] }: Desk) {
  const chat = await app.services.db.chat.findFirstOrThrow({
    where: { channelId },
    orderBy: { createdAt: 'desc' },
  })
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', chat.id) })
  return { id: chat.id, reply: (text: string) => reply(operator, chat.id, text) }
}

test('the tabs of a site share one visitor, one connection, and what is unread', async () => {
  const { desk, widget } = await openShop(app)
  const site = await openSite({ service: app.url, widgetId: widget.publicId })
  const { context } = await openVisitor(browser)
  const sockets = countSockets(context)
  const [first, second] = await Promise.all([
    visitPage(context, site.url),
    visitPage(context, `${site.url}/2`),
  ])
  expect(await callApi(first, 'getVisitorNumber')).toBe(1)
  expect(await callApi(second, 'getVisitorNumber')).toBe(1)
  await expect.poll(sockets, SOON).toBe(1)
  await callApi(first, 'sendMessage', 'Hello')
  await untilCalled(first, 'svc_onMessageSent')
  const chat = await openChat(widget.id, desk)
  await chat.reply('One answer')
  for (const page of [first, second]) {
    await untilCalled(page, 'svc_onMessageReceived')
    expect(await callApi(page, 'getUnreadMessagesCount')).toBe(1)
    expect((await namesOn(page)).filter((name) => name === 'svc_onAccept')).toHaveLength(1)
  }
  await expect.poll(() => namesOn(second), SOON).not.toContain('svc_onMessageSent')
  // What is seen in one tab is seen in the other.
  await second.bringToFront()
  await launcherOf(second).click()
  await second.getByText('One answer').first().waitFor(SOON)
  for (const page of [first, second])
    await page.waitForFunction(() => window.svc_api?.getUnreadMessagesCount() === 0, null, SOON)
  // Whichever of them goes: the other goes on, from where it was.
  await first.close()
  await chat.reply('Another answer')
  await second.getByText('Another answer').first().waitFor(SOON)
  await expect.poll(sockets, SOON).toBe(1)
  await expect
    .poll(async () => (await namesOn(second)).filter((name) => name === 'svc_onMessageReceived'), SOON)
    .toHaveLength(2)
})

const REFUSING = `
  function refuse() { throw new DOMException('Denied', 'SecurityError') }
  Object.defineProperty(window, 'localStorage', { get: refuse })
  Object.defineProperty(window, 'sessionStorage', { get: refuse })
  Object.defineProperty(navigator, 'locks', { value: { request: async () => refuse() } })`

test.each([
  ['a sandbox', { policy: 'sandbox allow-scripts' }],
  ['a browser that blocks it', { script: `${REFUSING}; window.BroadcastChannel = refuse` }],
])('a page that may not store anything, as in %s, has a chat', async (_, options) => {
  const { desk, widget } = await openShop(app)
  const site = await openSite({ service: app.url, widgetId: widget.publicId, ...options })
  const { context, problems } = await openVisitor(browser)
  const page = await visitPage(context, site.url)
  await callApi(page, 'sendMessage', 'Hello')
  await untilCalled(page, 'svc_onMessageSent')
  const chat = await app.services.db.chat.findFirstOrThrow({ where: { channelId: widget.id } })
  await reply(desk.operators[0], chat.id, 'Hello!')
  await untilCalled(page, 'svc_onMessageReceived')
  expect(problems).toEqual([])
})

test('tabs that cannot store whose visitor they have in common keep to themselves what they know of theirs', async () => {
  const { widget } = await openShop(app)
  const site = await openSite({ service: app.url, widgetId: widget.publicId, script: REFUSING })
  const { context } = await openVisitor(browser)
  const [one, other] = [await visitPage(context, site.url), await visitPage(context, site.url)]
  await other.evaluate((name) => {
    // It hears what the tabs tell each other after the widget.
    new BroadcastChannel(name).onmessage = ({ data }) => {
      if (data.state?.contactInfo) document.title = `Told of ${window.svc_api?.getContactInfo().name}`
    }
  }, `svc:${widget.publicId}`)
  await callApi(one, 'setContactInfo', { name: 'Ada' })
  await expect.poll(() => other.title(), SOON).toMatch('Told')
  expect(await other.title()).toBe('Told of null')
})

test('what happens while another tab is being opened is known there, too', async () => {
  const { desk, widget } = await openShop(app)
  const site = await openSite({ service: app.url, widgetId: widget.publicId })
  const { context } = await openVisitor(browser)
  const first = await visitPage(context, site.url)
  await callApi(first, 'sendMessage', 'Hello')
  await untilCalled(first, 'svc_onMessageSent')
  const chat = await openChat(widget.id, desk)
  await untilCalled(first, 'svc_onAccept')
  const second = await context.newPage()
  // The state that the other tab begins with is on its way for a while.
  await second.route(`${app.url}/graphql`, async (route) => {
    const response = await route.fetch()
    if (route.request().postData()?.includes('startVisit')) {
      await chat.reply('In between')
      await untilCalled(first, 'svc_onMessageReceived')
    }
    await route.fulfill({ response })
  })
  await second.goto(`${site.url}/2`)
  await untilCalled(second, 'svc_onMessageReceived')
  await expect.poll(() => callApi(second, 'getUnreadMessagesCount'), SOON).toBe(1)
})

test('an answer that is none of the service’s, as of a proxy, is asked for again', async () => {
  const { widget } = await openShop(app)
  const site = await openSite({ service: app.url, widgetId: widget.publicId })
  const { context, problems } = await openVisitor(browser)
  let answers = 0
  await context.route(`${app.url}/graphql`, (route) => {
    answers++
    return answers === 1 ? route.fulfill({ json: {} }) : route.fallback()
  })
  const page = await visitPage(context, site.url)
  await launcherOf(page).waitFor(SOON)
  expect(answers).toBeGreaterThan(1)
  expect(problems).toEqual([])
})

test('a page that is loaded again in mid-chat shows the same chat, open as it was', async () => {
  const { desk, widget } = await openShop(app)
  const site = await openSite({ service: app.url, widgetId: widget.publicId })
  const { context, problems } = await openVisitor(browser)
  const page = await visitPage(context, site.url)
  await launcherOf(page).click()
  await untilCalled(page, 'svc_onOpen')
  await callApi(page, 'sendMessage', 'Before')
  await untilCalled(page, 'svc_onMessageSent')
  const chat = await openChat(widget.id, desk)
  await chat.reply('Still there?')
  await page.getByText('Still there?').first().waitFor(SOON)
  await page.reload()
  await untilCalled(page, 'svc_onOpen')
  for (const text of ['Before', 'Still there?']) await page.getByText(text).first().waitFor(SOON)
  await chat.reply('Welcome back')
  await page.getByText('Welcome back').first().waitFor(SOON)
  await expect.poll(() => namesOn(page), SOON).not.toContain('svc_onMessageSent')
  expect(problems).toEqual([])
})

test('what was written without a network leaves when it returns, also after the page was left', async () => {
  const { widget } = await openShop(app)
  const site = await openSite({ service: app.url, widgetId: widget.publicId })
  const { context } = await openVisitor(browser)
  const page = await visitPage(context, site.url)
  await launcherOf(page).click()
  await untilCalled(page, 'svc_onOpen')
  await context.route(`${app.url}/graphql`, (route) => route.abort())
  await callApi(page, 'sendMessage', 'Written in a tunnel')
  await page.goto(`${site.url}/next`)
  await context.unroute(`${app.url}/graphql`)
  await untilCalled(page, 'svc_onLoad')
  const messages = () =>
    app.services.db.message.findMany({ where: { chat: { channelId: widget.id }, author: 'VISITOR' } })
  await expect.poll(messages, SOON).toMatchObject([{ text: 'Written in a tunnel' }])
})

test('where sockets are blocked, the widget polls', async () => {
  const { desk, widget } = await openShop(app)
  const site = await openSite({ service: app.url, widgetId: widget.publicId })
  const { context } = await openVisitor(browser)
  await context.routeWebSocket(/graphql/, (socket) => void socket.close({ code: 1011, reason: 'blocked' }))
  const page = await visitPage(context, site.url)
  await callApi(page, 'sendMessage', 'Hello')
  await untilCalled(page, 'svc_onMessageSent')
  const chat = await openChat(widget.id, desk)
  await untilCalled(page, 'svc_onAccept')
  await launcherOf(page).click()
  const [operator] = desk.operators
  const type = () =>
    mutate(operator.execute, 'setTyping', { chatId: globalId('Chat', chat.id), typing: true })
  // Who goes on writing says so again, before it is forgotten.
  const isTyping = setInterval(type, 1_000)
  onTestFinished(() => clearInterval(isTyping))
  const typing = page.getByText(`${operator.user.name} is typing…`)
  await typing.waitFor(SOON)
  clearInterval(isTyping)
  await chat.reply('Over HTTP')
  await page.getByText('Over HTTP').first().waitFor(SOON)
  await expect.poll(() => typing.count(), SOON).toBe(0)
})

test('a widget that polls tells the page the same as one with a socket, each once, also when it gets its socket', async () => {
  const { desk, widget } = await openShop(app)
  const channelIds = [globalId('Channel', widget.id)]
  await mutate(desk.admin.execute, 'updateCallSettings', { enabled: true, balance: 5, channelIds })
  const site = await openSite({ service: app.url, widgetId: widget.publicId })
  const { context } = await openVisitor(browser)
  let isBlocked = true
  await context.routeWebSocket(/graphql/, (socket) => {
    if (isBlocked) void socket.close({ code: 1011, reason: 'blocked' })
    else socket.connectToServer()
  })
  const [page, other] = [await visitPage(context, site.url), await visitPage(context, `${site.url}/2`)]
  const told = async (page: Page) =>
    (await calledOn(page)).filter(([name]) => /on(Call|Accept|MessageReceived)(Start|End|$)/.test(name))
  const [operator] = desk.operators
  const takeCall = async (outcome: 'endCall' | 'failCall', input: object = {}) => {
    expect(await callApi(page, 'startCall', '+44 20 7946 0018')).toEqual({ result: 'ok' })
    const where = { endedAt: null, channelId: widget.id }
    await expect.poll(() => app.services.db.call.findFirst({ where }), SOON).not.toBeNull()
    const { id } = await app.services.db.call.findFirstOrThrow({ where })
    await mutate(operator.execute, 'takeCall', { id: globalId('Call', id) })
    await mutate(operator.execute, outcome, { id: globalId('Call', id), ...input })
  }
  await takeCall('failCall', { reason: 'No answer' })
  await callApi(page, 'sendMessage', 'Hello')
  await untilCalled(page, 'svc_onMessageSent')
  const chat = await openChat(widget.id, desk)
  await chat.reply('Over HTTP')
  const failed = ['svc_onCallEnd', { result: 'fail', reason: 'No answer' }]
  const once = [['svc_onAccept'], failed, ['svc_onMessageReceived']]
  await expect.poll(async () => (await told(other)).toSorted(), SOON).toEqual(once)
  await expect
    .poll(async () => (await told(page)).toSorted(), SOON)
    .toEqual([['svc_onAccept'], failed, ['svc_onCallStart'], ['svc_onMessageReceived']])
  isBlocked = false
  const sockets = countSockets(context)
  await expect.poll(() => callApi(page, 'isCallbackEnabled'), SOON).toEqual({ result: 'ok' })
  // The leading tab goes: the other connects at once, from where both had come.
  await page.close()
  await expect.poll(() => told(other).then((all) => all.length), SOON).toBe(3)
  await chat.reply('Over a socket')
  await expect
    .poll(async () => (await told(other)).toSorted(), SOON)
    .toEqual([...once, ['svc_onMessageReceived']])
  expect(sockets()).toBeLessThanOrEqual(1)
})

test('a server that is killed and comes back loses nothing and repeats nothing', async () => {
  const { databaseUrl, redisUrl } = app.stores
  const { desk, widget } = await openShop(app)
  const start = () =>
    spawnSwitchboard({
      DATABASE_URL: databaseUrl,
      ...(redisUrl && { REDIS_URL: redisUrl }),
      SECRET_KEY: app.services.env.secretKey.toString('base64'),
    })
  const first = await start()
  const front = await openFront(first.url)
  const site = await openSite({ service: front.url, widgetId: widget.publicId })
  const { context } = await openVisitor(browser)
  const page = await visitPage(context, site.url)
  await launcherOf(page).click()
  await untilCalled(page, 'svc_onOpen')
  await callApi(page, 'sendMessage', 'Before the end')
  await untilCalled(page, 'svc_onMessageSent')
  const chat = await openChat(widget.id, desk)
  await chat.reply('A first answer')
  await page.getByText('A first answer').first().waitFor(SOON)
  await first.end('SIGKILL')
  front.lead(null)
  await callApi(page, 'sendMessage', 'While it was away')
  await chat.reply('An answer that nobody could bring')
  const second = await start()
  onTestFinished(() => second.end('SIGTERM').then(() => {}))
  front.lead(second.url)
  await page.getByText('An answer that nobody could bring').first().waitFor()
  const messages = () =>
    app.services.db.message.findMany({
      where: { chatId: chat.id, author: { in: ['VISITOR', 'OPERATOR'] } },
      orderBy: { seq: 'asc' },
    })
  await expect.poll(async () => (await messages()).length).toBe(4)
  const texts = (await messages()).map(({ text }) => text ?? '')
  expect(texts.toSorted()).toEqual(
    ['A first answer', 'An answer that nobody could bring', 'Before the end', 'While it was away'].toSorted(),
  )
  await expect.poll(() => shownOn(page, texts), SOON).toEqual([1, 1, 1, 1])
  await expect
    .poll(async () => (await namesOn(page)).filter((name) => name === 'svc_onMessageReceived'), SOON)
    .toHaveLength(2)
})

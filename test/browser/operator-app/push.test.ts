import type { Page, Worker } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedWholeChromium } from '../../support/chromium.ts'
import { openDesk, type Person } from '../../support/desk.ts'
import { globalId } from '../../support/graphql-client.ts'
import { startPushService } from '../../support/push-service.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, enter } = withBrowser({ loadsAhead: false }, sharedWholeChromium)

/** Has the service worker of the page get a push message, and waits until it is done with it. */
async function push(page: Page, message: object): Promise<void> {
  const worker = await workerOf(page)
  // As text, because the types of a service worker are not those of a page. Events of a script cannot be extended.
  await worker.evaluate(`new Promise((resolve, reject) => {
    const event = new PushEvent('push', { data: ${JSON.stringify(JSON.stringify(message))} })
    event.waitUntil = (work) => work.then(resolve, reject)
    self.dispatchEvent(event)
  })`)
}

async function workerOf(page: Page): Promise<Worker> {
  const [worker] = page.context().serviceWorkers()
  return worker ?? (await page.context().waitForEvent('serviceworker', SOON))
}

/**
 * What the service worker of the page shows after these messages. Chromium, on a busy machine, sometimes forgets what it shows:
 * whoever waits for it pushes them again.
 */
async function shownAfter(page: Page, ...messages: object[]) {
  for (const message of messages) await push(page, message)
  return page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications()
    return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })
}

async function openPage(person: Person, path: string): Promise<Page> {
  const page = await enter(person, { serviceWorkers: 'allow', permissions: ['notifications'] })
  await page.goto(app.url + path)
  await page.getByRole('heading', { level: 1 }).first().waitFor(SOON)
  return page
}

test('push notifications are turned on and tried in the settings, and the service worker shows what comes', async () => {
  const service = await startPushService()
  try {
    const desk = await openDesk(app)
    const page = await openPage(desk.operators[0], '/settings/notifications')
    const subscribed = service.subscribe()
    // Chromium would ask a push service on the internet.
    await page.evaluate((keys) => {
      const { endpoint, p256dh, auth } = keys
      PushManager.prototype.subscribe = async () =>
        ({ toJSON: () => ({ endpoint, keys: { p256dh, auth } }) }) as unknown as PushSubscription
    }, subscribed.input)
    await page.getByRole('button', { name: 'Turn on' }).click(SOON)
    await page.getByRole('button', { name: 'Send a push notification' }).click(SOON)
    await expect.poll(() => subscribed.pushed.map(({ message }) => message.kind), SOON).toEqual(['TEST'])
    await expect
      .poll(() => shownAfter(page, { kind: 'MESSAGE', chatId: 'abc=', name: null, text: null }), SOON)
      .toEqual([
        { title: 'A message in your chat', body: '', tag: 'MESSAGE abc=', data: '/inbox/all/abc%3D' },
      ])
    await expect
      .poll(() => shownAfter(page, { kind: 'MESSAGE', chatId: 'abc=', name: 'Anna', text: 'Hello' }), SOON)
      .toMatchObject([{ title: 'Anna', body: 'A message in your chat\nHello' }])
    const call = { title: 'A call is offered to you', tag: 'CALL def=', data: '/inbox/calls/def%3D' }
    await expect
      .poll(
        () => shownAfter(page, { kind: 'CALL', chatId: null, callId: 'def=', name: null, text: null }),
        SOON,
      )
      .toContainEqual(expect.objectContaining(call))
    await page.getByRole('button', { name: 'Turn off' }).click(SOON)
    await page.getByRole('button', { name: 'Turn on' }).waitFor(SOON)
    await expect
      .poll(
        () => app.services.db.pushSubscription.count({ where: { endpoint: subscribed.input.endpoint } }),
        SOON,
      )
      .toBe(0)
  } finally {
    await service.stop()
  }
})

test('a notification that is clicked leads to its message in a window of the app, not in another page of the same origin', async () => {
  const desk = await openDesk(app)
  const messageId = await desk.say('a', 'Where is my order?')
  const { id } = await desk.chatOf('a')
  const page = await openPage(desk.operators[0], '/inbox/mine')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const demo = await page.context().newPage()
  await demo.goto(`${app.url}/demo`)
  const ids = { chatId: globalId('Chat', id), messageId: globalId('Message', messageId) }
  const message = { kind: 'MENTION', ...ids, name: null, text: null }
  await expect.poll(() => shownAfter(page, message), SOON).toHaveLength(1)
  const worker = await workerOf(page)
  // As text, because the types of a service worker are not those of a page.
  await worker.evaluate(`self.registration.getNotifications().then(([notification]) => {
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })`)
  await page.locator('.found', { hasText: 'Where is my order?' }).waitFor(SOON)
  expect(new URL(page.url()).pathname).toContain('/inbox/all/')
  expect(demo.url()).toBe(`${app.url}/demo`)
})

test('a notification of a chat that somebody has taken is replaced, and one that was closed does not come back', async () => {
  const desk = await openDesk(app)
  const page = await openPage(desk.operators[0], '/settings/notifications')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const about = { chatId: 'abc=', name: null, text: null }
  const waiting = { ...about, kind: 'WAITING_CHAT' }
  const taken = { ...about, kind: 'TAKEN', replaces: 'WAITING_CHAT' }
  const takenElsewhere = { ...about, chatId: 'def=', kind: 'TAKEN', replaces: 'OFFER' }
  const message = { ...about, chatId: 'ghi=', kind: 'MESSAGE' }
  const titlesAfter = async (...messages: object[]) =>
    (await shownAfter(page, ...messages)).map(({ title }) => title).toSorted()
  await expect.poll(() => titlesAfter(waiting), SOON).toEqual(['A visitor is waiting'])
  await expect.poll(() => titlesAfter(waiting, taken), SOON).toEqual(['Somebody has taken the chat'])
  await expect
    .poll(() => titlesAfter(waiting, taken, takenElsewhere, message), SOON)
    .toEqual(['A message in your chat', 'Somebody has taken the chat'])
})

test('a subscription that the push service replaces is told to the server', async () => {
  const service = await startPushService()
  try {
    const desk = await openDesk(app)
    const page = await openPage(desk.operators[0], '/settings/notifications')
    await page.evaluate(() => navigator.serviceWorker.ready)
    const { endpoint, p256dh, auth } = service.subscribe().input
    const worker = await workerOf(page)
    // As text, because the types of a service worker are not those of a page.
    await worker.evaluate(`self.dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), {
      newSubscription: { toJSON: () => (${JSON.stringify({ endpoint, keys: { p256dh, auth } })}) } }))`)
    const isThere = () => app.services.db.pushSubscription.count({ where: { endpoint } })
    await expect.poll(isThere, SOON).toBe(1)
  } finally {
    await service.stop()
  }
})

test('without the server, the installed app says that it cannot be reached', async () => {
  const desk = await openDesk(app)
  const page = await openPage(desk.operators[0], '/inbox/waiting')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json())
  for (const { src } of manifest.icons)
    expect((await fetch(app.url + src)).headers.get('content-type')).toBe('image/png')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor(SOON)
  await page.context().setOffline(true)
  await page.goto(`${app.url}/inbox/mine`)
  await page.getByRole('heading', { name: 'Switchboard cannot be reached' }).waitFor(SOON)
})

import type { Request } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { watchTargets } from '../../../server/domain/targets/watch-targets.ts'
import { sharedWholeChromium } from '../../support/chromium.ts'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, enter, open } = withBrowser({}, sharedWholeChromium)

/** As browsers on Android: only a service worker may notify there, and the class refuses to make anything. */
function refuseNotifications(permission: string) {
  window.Notification = class {
    static permission = permission
    constructor() {
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.')
    }
  } as unknown as typeof Notification
}

test('a browser that has no notifications for pages is not asked for them', async () => {
  const desk = await openDesk(app)
  const page = await enter(desk.operators[0])
  await page.addInitScript(refuseNotifications, 'default')
  await page.goto(`${app.url}/inbox/waiting`)
  await page.getByText('Nobody is waiting').waitFor(SOON)
  await expect.poll(() => page.getByText('desktop notification').count(), SOON).toBe(0)
  await page.goto(`${app.url}/settings/notifications`)
  const row = page.getByText('Desktop notifications').locator('..')
  await expect.poll(() => row.innerText(), SOON).toContain('Not supported by this browser')
})

test('a notification that such a browser refuses after all breaks nothing', async () => {
  const desk = await openDesk(app)
  const page = await enter(desk.operators[0])
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  await page.addInitScript(refuseNotifications, 'granted')
  await page.addInitScript(() => {
    document.hasFocus = () => false
  })
  await page.goto(`${app.url}/settings/notifications`)
  const row = page.getByText('Desktop notifications').locator('..')
  await expect.poll(() => row.innerText(), SOON).toContain('On')
  await desk.say('v', 'Is anybody there?')
  await expect.poll(() => row.innerText(), SOON).toContain('Not supported by this browser')
  expect(failures).toEqual([])
})

/** Notes what is shown instead of showing it. */
function noteNotifications() {
  const shown: string[] = []
  Object.assign(window, { shown })
  window.Notification = class {
    static permission = 'granted'
    close() {}
    constructor(title: string) {
      shown.push(title)
    }
  } as unknown as typeof Notification
  document.hasFocus = () => false
}

test('whoever only sees a channel is not told of what waits there before they are assigned to it', async () => {
  const desk = await openDesk(app)
  const page = await enter(desk.admin)
  await page.addInitScript(noteNotifications)
  const known = () => page.waitForResponse((answer) => isQuery(answer.request(), 'AnyChannel'), SOON)
  await Promise.all([known(), page.goto(`${app.url}/inbox/waiting`)])
  await page.getByText('Nobody is waiting').waitFor(SOON)
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
  await desk.say('first', 'Hello from the first')
  await page.getByText('Hello from the first').waitFor(SOON)
  const operatorIds = [desk.admin, ...desk.operators].map(({ user }) => globalId('Operator', user.id))
  const input = { id: globalId('Channel', desk.channel.id), operatorIds }
  await Promise.all([known(), mutate(desk.admin.execute, 'updateChannel', input)])
  await desk.say('second', 'Hello from the second')
  await page.getByText('Hello from the second').waitFor(SOON)
  await expect.poll(shown, SOON).toEqual(['New chat: Visitor 2'])
})

function isQuery(request: Request, name: string): boolean {
  return request.postData()?.includes(`query ${name}`) === true
}

test('a person chooses what they are told of, and their other window follows', async () => {
  const desk = await openDesk(app)
  const other = await enter(desk.operators[0])
  await other.addInitScript(noteNotifications)
  await other.goto(`${app.url}/inbox/waiting`)
  await other.getByText('Nobody is waiting').waitFor(SOON)
  const shown = () => other.evaluate(() => (window as unknown as { shown: string[] }).shown)
  await desk.say('first', 'Hello')
  await expect.poll(shown, SOON).toHaveLength(1)

  const page = await enter(desk.operators[0])
  await page.goto(`${app.url}/settings/notifications`)
  const table = page.getByRole('table')
  await table.getByLabel('Waiting chats: Desktop').uncheck()
  await table.getByLabel('Waiting chats: Sound').uncheck()
  await table.getByLabel('All chats of my channels: Desktop').check()
  await page.getByLabel('Sound', { exact: true }).selectOption({ label: 'Bell' })
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  const until = page.getByLabel('Until')
  await until.fill('22:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The end must differ from the beginning.').waitFor(SOON)
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor(SOON)
  await page.reload()
  await expect.poll(() => table.getByLabel('Waiting chats: Desktop').isChecked(), SOON).toBe(false)
  await expect.poll(() => page.getByLabel('Sound', { exact: true }).inputValue(), SOON).toBe('BELL')

  // That the second chat waits is not told any more, but what its visitor writes.
  await desk.say('second', 'Good morning')
  await desk.say('second', 'Is anybody there?')
  await expect.poll(shown, SOON).toContain('Visitor 2')
  expect((await shown()).filter((title) => title.startsWith('New chat'))).toHaveLength(1)
})

test('whoever has as many chats as they may is told of no chat that waits until they have one less', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const input = { id: globalId('Operator', dora.user.id), maxChats: 1 }
  await mutate(desk.admin.execute, 'updateOperator', input)
  const page = await enter(dora)
  await page.addInitScript(noteNotifications)
  await page.goto(`${app.url}/inbox/waiting`)
  await page.getByText('Nobody is waiting').waitFor(SOON)
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
  await desk.say('first', 'Hello')
  await expect.poll(shown, SOON).toHaveLength(1)
  const chatId = globalId('Chat', (await desk.chatOf('first')).id)
  await mutate(dora.execute, 'acceptChat', { chatId })
  await page.getByRole('link', { name: /^Mine/ }).click()
  await page.locator('a[data-chat]').waitFor(SOON)
  await desk.say('second', 'Hello')
  await expect.poll(() => page.getByRole('link', { name: /^Waiting/ }).textContent(), SOON).toContain('1')
  await mutate(dora.execute, 'closeChat', { chatId })
  await page.locator('a[data-chat]').waitFor({ state: 'detached', ...SOON })
  await desk.say('third', 'Hello')
  await expect
    .poll(shown, SOON)
    .toEqual([expect.stringMatching(/Visitor 1$/), expect.stringMatching(/Visitor 3$/)])
})

test('of a target that is near the operators learn who could still take the chat, of one that is missed the admins', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const windows = await Promise.all(
    [desk.operators[0], desk.admin].map(async (person) => {
      const page = await enter(person)
      await page.addInitScript(noteNotifications)
      await page.goto(`${app.url}/inbox/waiting`)
      await page.getByText('Nobody is waiting').waitFor(SOON)
      return { page, shown: () => page.evaluate(() => (window as unknown as { shown: string[] }).shown) }
    }),
  )
  const [operators, admins] = windows
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await expect.poll(() => operators?.shown(), SOON).toHaveLength(1)
  const minute = 60_000
  const ago = (minutes: number) => new Date(Date.now() - minutes * minute)
  const target = { firstReplyMinutes: 60, targetsSince: ago(50), firstReplyNearAt: ago(5) }
  await db.chat.update({ where: { id }, data: { ...target, firstReplyDueAt: ago(-10) } })
  await watchTargets(app.services, desk.account.id)
  await expect.poll(() => operators?.shown(), SOON).toContainEqual(expect.stringMatching(/^Answer soon: /))
  await operators?.page
    .getByText(/^Answer soon: /)
    .first()
    .waitFor(SOON)
  await db.chat.update({ where: { id }, data: { firstReplyDueAt: ago(1) } })
  await watchTargets(app.services, desk.account.id)
  await expect.poll(() => admins?.shown(), SOON).toEqual([expect.stringMatching(/^Not answered in time: /)])
  // Whoever could have taken it is told of the next thing that happens, and of nothing before.
  await desk.say('w', 'Hello')
  await expect.poll(() => operators?.shown(), SOON).toHaveLength(3)
  expect((await operators?.shown())?.join()).not.toContain('Not answered')
})

test('what the browser is told about notifications is shown at once, also when another tab or its settings tell it', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/notifications')
  const context = page.context()
  onTestFinished(() => context.clearPermissions())
  const row = page.getByText('Desktop notifications').locator('..')
  const told = () => row.innerText()
  await context.grantPermissions([])
  await expect.poll(told, SOON).toContain('Blocked')
  await context.grantPermissions(['notifications'])
  await expect.poll(told, SOON).not.toContain('Blocked')
  await expect.poll(told, SOON).toContain('On')
})

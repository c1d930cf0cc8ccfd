import type { Page, Route } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { WORD_GAP_MS } from '../../../operator-app/src/browser/shortcut-keys.ts'
import { openDesk, type Person, reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { startReceiver } from '../../support/receiver.ts'
import { holdAnswers, SOON, waitUntilRead, withBrowser } from '../support.ts'

const { app, open } = withBrowser({ loadsAhead: false })

test('what is typed while something is saved stays and is not saved with it', async () => {
  const { admin, channel } = await openDesk(app)
  const path = `/settings/channels/${encodeURIComponent(globalId('Channel', channel.id))}`
  const page = await open(admin, path)
  await page.getByRole('tab', { name: 'Settings' }).click(SOON)
  const name = page.getByLabel('Name')
  await name.fill('Sales')
  const { counts, release } = await holdAnswers(page, 'UpdateChannel')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await name.fill('Sales and support')
  await page.getByLabel('Client server URL').fill('https://new.example.com/')
  release()
  await page.getByRole('heading', { name: 'Sales', exact: true }).waitFor(SOON)
  await page.getByText('Saved').waitFor(SOON)
  await expect.poll(() => name.inputValue(), SOON).toBe('Sales and support')
  await expect
    .poll(() => page.getByLabel('Client server URL').inputValue(), SOON)
    .toBe('https://new.example.com/')
  // Whoever leaves now is asked first.
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave this page?' }).waitFor(SOON)
})

test('an answer that comes after somebody has gone elsewhere does not take them away from there', async () => {
  const { admin, account } = await openDesk(app)
  const page = await open(admin, '/settings/channels/new')
  await page.getByLabel('Name').fill('Website')
  const { counts, release } = await holdAnswers(page, 'CreateChannel')
  await page.getByRole('button', { name: 'Create channel' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/settings/profile')
  release()
  await page.getByText('Channel created').waitFor(SOON)
  expect(new URL(page.url()).pathname).toBe('/settings/profile')
  const where = { accountId: account.id, name: 'Website' }
  await expect.poll(() => app.services.db.channel.count({ where }), SOON).toBe(1)
})

test('on a page that creates something, nothing is changed that would be lost with the answer', async () => {
  const { admin, operators, account } = await openDesk(app)
  const page = await open(admin, '/settings/channels/new')
  const name = page.getByLabel('Name')
  await name.fill('Website')
  const { counts, release } = await holdAnswers(page, 'CreateChannel')
  await page.keyboard.press('Enter')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.keyboard.type(' two')
  expect(await name.inputValue()).toBe('Website')
  const box = page.getByRole('checkbox', { name: operators[0].user.name })
  await box.focus()
  await page.keyboard.press('Space')
  expect(await box.isChecked()).toBe(false)
  release()
  await page.getByRole('heading', { name: 'Website', exact: true }).waitFor(SOON)
  const channel = await app.services.db.channel.findFirstOrThrow({
    where: { accountId: account.id, name: 'Website' },
    include: { operators: true },
  })
  expect(channel.operators.map(({ userId }) => userId)).toEqual([admin.user.id])
})

test('what was created although the answer was lost is not created again', async () => {
  const { admin, account } = await openDesk(app)
  const page = await open(admin, '/settings/channels/new')
  const count = () => app.services.db.channel.count({ where: { accountId: account.id, kind: 'WIDGET' } })
  const create = page.getByRole('button', { name: 'Create channel' })
  const createWithoutAnswer = async (name: string) => {
    await page.route('**/graphql', loseAnswer)
    await page.getByLabel('Name').fill(name)
    await create.click()
    await page.getByText('The server cannot be reached.').waitFor(SOON)
    await page.unroute('**/graphql', loseAnswer)
  }
  await createWithoutAnswer('Website')
  await create.click()
  await page.getByRole('heading', { name: 'Website', exact: true }).waitFor(SOON)
  expect(await count()).toBe(1)
  // With other details, it is another one only if that is wanted.
  await page.getByRole('link', { name: 'Channels', exact: true }).first().click()
  await page.getByRole('button', { name: 'New channel' }).click(SOON)
  await createWithoutAnswer('Shop')
  await page.getByLabel('Name').fill('Our shop')
  await create.click()
  await page.getByText('Look for it in the list', { exact: false }).waitFor(SOON)
  expect(await count()).toBe(2)
  await create.click()
  await page.getByRole('heading', { name: 'Our shop', exact: true }).waitFor(SOON)
  expect(await count()).toBe(3)
})

async function loseAnswer(route: Route) {
  if (!route.request().postData()?.includes('createChannel')) return route.fallback()
  await route.fetch()
  await route.abort()
}

test('a dialog stays until the answer is here, and a secret link is shown with the address it is for', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/people')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('anna@example.com')
  const { counts, release } = await holdAnswers(page, 'InviteOperator')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isDisabled(), SOON).toBe(true)
  await dialog.getByLabel('E-mail').fill('bob@example.com')
  release()
  await dialog.getByText('anna@example.com').waitFor(SOON)
  await expect.poll(() => dialog.getByText('bob@example.com').count(), SOON).toBe(0)
})

test('a visitor who was looked for under another number than the present one is not offered for merging', async () => {
  const desk = await openDesk(app)
  for (const name of ['Anna', 'Ben'])
    await desk.post({ sender: { id: name, name }, message: { type: 'text', text: 'Hello' } })
  const [anna, ben] = [await desk.chatOf('Anna'), await desk.chatOf('Ben')]
  const { number } = await app.services.db.visitor.findUniqueOrThrow({ where: { id: ben.visitorId } })
  const page = await open(desk.admin, `/inbox/all/${encodeURIComponent(globalId('Chat', anna.id))}`)
  await page.getByRole('button', { name: 'Merge' }).click(SOON)
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Number of the other visitor')
  await field.fill(String(number))
  const { counts, release } = await holdAnswers(page, 'VisitorToMerge')
  await dialog.getByRole('button', { name: 'Find' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await field.fill(`${number}0`)
  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Find' }).getAttribute('aria-busy'), SOON)
    .toBe(null)
  await expect.poll(() => dialog.getByRole('button', { name: 'Merge permanently' }).count(), SOON).toBe(0)
})

test('what is changed back while it is being saved is changed back', async () => {
  const { admin, operators, channel } = await openDesk(app)
  const [operator] = operators as [Person]
  const path = `/settings/channels/${encodeURIComponent(globalId('Channel', channel.id))}`
  const page = await open(admin, path)
  await page.getByRole('tab', { name: 'Settings' }).click(SOON)
  const box = page.getByRole('checkbox', { name: operator.user.name })
  await expect.poll(() => box.isChecked(), SOON).toBe(true)
  await box.uncheck()
  const { counts, release } = await holdAnswers(page, 'UpdateChannel')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await box.check()
  release()
  await page.getByText('Saved').waitFor(SOON)
  await expect.poll(() => box.isChecked(), SOON).toBe(true)
  await save.click()
  const isOfChannel = () =>
    app.services.db.channelOperator.count({ where: { channelId: channel.id, userId: operator.user.id } })
  await expect.poll(isOfChannel, SOON).toBe(1)
})

test('when a row goes while its question is open, the focus goes on to the next row with the answer', async () => {
  const { admin } = await openDesk(app)
  for (const name of ['Reports', 'Exports']) await mutate(admin.execute, 'createApiToken', { name })
  const page = await open(admin, '/settings/profile')
  const rows = page.locator('li').filter({ hasText: /Reports|Exports/ })
  await rows.filter({ hasText: 'Reports' }).getByRole('button', { name: 'Revoke' }).click(SOON)
  const { counts, release } = await holdAnswers(page, 'RevokeApiToken')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await expect.poll(() => rows.count(), SOON).toBe(1)
  release()
  await dialog.waitFor({ state: 'detached', ...SOON })
  await expect.poll(() => rows.locator('button:focus').count(), SOON).toBe(1)
})

test('a chat that becomes one’s own while a key is waiting is closed by it all the same', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  const path = encodeURIComponent(globalId('Chat', id))
  const page = await open(operator, `/inbox/waiting/${path}`)
  await page.getByRole('article').getByText('Hello').waitFor(SOON)
  await waitUntilRead(page)
  const goOn = await holdKeyPresses(page)
  await page.keyboard.press('e')
  await reply(operator, id, 'Goodbye')
  await page.waitForURL(`**/inbox/mine/${path}`)
  await goOn()
  await page.getByText('Chat closed').waitFor(SOON)
})

test('of several tabs the one in front notifies, which has another sound for it if need be, and none of a message that the operator is looking at', async () => {
  // A reply that nobody takes would be told of, too.
  const client = await startReceiver()
  onTestFinished(() => client.stop())
  const desk = await openDesk(app, { serverUrl: client.url })
  const [operator] = desk.operators as [Person]
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await reply(operator, id, 'Good morning')
  const path = `/inbox/mine/${encodeURIComponent(globalId('Chat', id))}`
  const page = await open(operator, path)
  const context = page.context()
  onTestFinished(() => context.clearPermissions())
  await context.grantPermissions(['notifications'])
  await context.addInitScript(() => {
    const shown: string[] = []
    const sounded: unknown[] = []
    Object.assign(window, { shown, sounded })
    // The browser of the tests says of each of its pages that it has the focus.
    document.hasFocus = () => 'isInFront' in window
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (when) {
      sounded.push(this)
      start.call(this, when)
    }
    window.Notification = class {
      // Asked for in one tab, after the others were opened.
      static get permission() {
        return localStorage.getItem('permission') ?? 'default'
      }
      onclick = null
      constructor(title: string) {
        // As in a browser: without permission nothing is shown.
        if (Notification.permission === 'granted') shown.push(title)
      }
      close() {}
    } as unknown as typeof Notification
  })
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const tab of tabs) {
    await tab.goto(app.url + path)
    await tab.getByText('Good morning').first().waitFor(SOON)
  }
  const isKnownToBeInFront = () =>
    page.evaluate(async () =>
      (await navigator.locks.query()).held?.some(({ name }) => name === 'switchboard.front'),
    )
  const focus = async () => {
    await page.evaluate(() => Object.assign(window, { isInFront: true }).dispatchEvent(new Event('focus')))
    await expect.poll(isKnownToBeInFront, SOON).toBe(true)
  }
  const blur = async () => {
    await page.evaluate(() => Reflect.deleteProperty(window, 'isInFront') && dispatchEvent(new Event('blur')))
    await expect.poll(isKnownToBeInFront, SOON).toBe(false)
  }
  const countIn = (tab: Page, name: 'shown' | 'sounded') =>
    tab.evaluate((key) => (window as unknown as Record<string, unknown[]>)[key]?.length, name)
  const shown = async () => {
    const counts = await Promise.all(tabs.map((tab) => countIn(tab, 'shown')))
    return counts.reduce((sum: number, count) => sum + (count ?? 0), 0)
  }
  /** Until all tabs have it, and know the answer to what they have asked about the others. */
  const untilHeard = (text: string) =>
    Promise.all(
      tabs.map(async (tab) => {
        await tab.getByRole('article').getByText(text).waitFor(SOON)
        await tab.evaluate(() => navigator.locks.query())
      }),
    )
  await page.evaluate(() => localStorage.setItem('permission', 'granted'))
  await focus()
  // Browsers let a page sound only after a gesture.
  const [, , sounding] = tabs as [Page, Page, Page]
  await sounding.keyboard.press('Shift')
  // What comes soon after a sound has none.
  await sounding.clock.setFixedTime(Date.now())
  await desk.say('w', 'Good evening')
  await expect.poll(() => countIn(sounding, 'sounded'), SOON).toBeGreaterThan(0)
  await desk.say('v', 'Are you still there?')
  await untilHeard('Are you still there?')
  const before = (await countIn(sounding, 'sounded')) ?? 0
  await sounding.clock.setFixedTime(Date.now() + 2_000)
  await blur()
  await desk.say('v', 'It is about my order.')
  await untilHeard('It is about my order.')
  await expect.poll(shown, SOON).toBe(1)
  await expect.poll(() => countIn(sounding, 'sounded'), SOON).toBe(before + 1)
  // What comes after it has been heard of by all of them.
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
  await desk.say('v', 'Hello again')
  await expect.poll(shown, SOON).toBe(2)
})

/** Keeps back the keys that first wait whether a word follows. Returns how to let them go. */
async function holdKeyPresses(page: Page) {
  await page.evaluate((gap) => {
    const set = window.setTimeout
    const held: (() => void)[] = []
    const hold = (run: () => void, ms = 0) => (ms === gap ? held.push(run) : set(run, ms))
    Object.assign(window, { setTimeout: hold, releaseKeys: () => held.forEach((run) => void run()) })
  }, WORD_GAP_MS)
  return () => page.evaluate(() => (window as unknown as { releaseKeys: () => void }).releaseKeys())
}

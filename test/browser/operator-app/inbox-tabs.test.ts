import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openCallDesk } from '../../calls/support.ts'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Chats' }).getByRole('link')

const railOf = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')

/** The lines that the tabs take: one, unless some do not fit. */
async function linesOf(page: Page): Promise<number> {
  const boxes = await Promise.all((await tabsOf(page).all()).map((tab) => tab.boundingBox()))
  return new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size
}

test('the tabs stay in one line in a narrow window, also when calls are offered', async () => {
  const desk = await openCallDesk(app)
  for (let count = 0; count < 12; count++) await desk.say(`waiting ${count}`, 'Is anybody there?')
  await desk.call()
  const page = await open(desk.operators[0], '/inbox/waiting', 1024)
  await railOf(page)
    .filter({ hasText: /Calls\s*1/ })
    .waitFor(SOON)
  await tabsOf(page)
    .filter({ hasText: /Waiting\s*13/ })
    .waitFor(SOON)
  await expect.poll(() => linesOf(page), SOON).toBe(1)
  // The last one can be seen whole.
  const [list, last] = [page.locator('.list'), tabsOf(page).last()]
  const right = async (part: typeof list) => {
    const box = await part.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }
  await expect.poll(() => right(last), SOON).toBeLessThanOrEqual(await right(list))
  await page.setViewportSize({ width: 380, height: 800 })
  await expect.poll(() => linesOf(page), SOON).toBe(1)
})

test('what is looked for among the chats is looked for among the calls, and is still there on the way back', async () => {
  const desk = await openCallDesk(app)
  for (const name of ['Carla', 'Dora']) {
    const { id, visitorId } = await desk.call()
    await mutate(desk.admin.execute, 'updateVisitor', { id: globalId('Visitor', String(visitorId)), name })
    await mutate(desk.operators[0].execute, 'takeCall', { id: globalId('Call', id) })
    await mutate(desk.operators[0].execute, 'endCall', { id: globalId('Call', id) })
  }
  const page = await open(desk.operators[0], '/inbox/all')
  const search = page.getByRole('search').getByRole('textbox')
  await search.fill('Carla')
  const row = (name: string) => page.locator('.list').getByRole('link').filter({ hasText: name })
  await row('Dora').waitFor({ state: 'detached', ...SOON })
  await railOf(page).filter({ hasText: 'Calls' }).click()
  await page.waitForURL('**/inbox/calls')
  await expect.poll(() => search.inputValue(), SOON).toBe('Carla')
  await row('Carla').waitFor(SOON)
  await expect.poll(() => row('Dora').count(), SOON).toBe(0)
  await expectAccessible(page)
  await search.fill('Nobody')
  await page.getByText('No calls found').waitFor(SOON)
  await search.fill('Dora')
  await row('Dora').waitFor(SOON)
  await railOf(page).filter({ hasText: 'Inbox' }).click()
  await page.getByRole('link', { name: /^All/ }).click()
  await expect.poll(() => search.inputValue(), SOON).toBe('Dora')
  await row('Carla').waitFor({ state: 'detached', ...SOON })
  await row('Dora').waitFor(SOON)
})

test('while another view is shown, Mine says that one of one’s own chats has a new message', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Where is my order?')
  const { id } = await desk.chatOf('v')
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  await mutate(operator.execute, 'markChatRead', { chatId: globalId('Chat', id), seq: 2 })
  const page = await open(operator, '/inbox/waiting')
  const mine = tabsOf(page).filter({ hasText: 'Mine' })
  await expect.poll(() => mine.innerText(), SOON).toMatch(/^Mine\s*1$/)
  await desk.say('v', 'Are you still there?')
  await page.getByRole('link', { name: /^Mine 1 1 of your chats needs you$/ }).waitFor(SOON)
  await expectAccessible(page)
})

test('All says that a colleague’s chat is marked as unread, and Waiting and Mine do not', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, colleague] = desk.operators
  await desk.say('v', 'Where is my order?')
  const chatId = globalId('Chat', (await desk.chatOf('v')).id)
  await mutate(colleague?.execute ?? operator.execute, 'acceptChat', { chatId })
  const page = await open(operator, '/inbox/all')
  const all = tabsOf(page).filter({ hasText: 'All' })
  await expect.poll(() => all.innerText(), SOON).toMatch(/^All\s*1$/)
  await mutate(operator.execute, 'markChatUnread', { chatId })
  await expect.poll(() => all.innerText(), SOON).toContain('1 other chat is marked as unread')
  for (const name of ['Waiting', 'Mine'])
    expect(await tabsOf(page).filter({ hasText: name }).innerText()).not.toContain('unread')
})

test('who is away is told so on every page, and comes back there', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await mutate(operator.execute, 'setAvailability', { available: false })
  const page = await open(operator, '/settings/profile', 380)
  const bar = page.getByText('You are away.')
  await bar.waitFor(SOON)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I am back' }).click()
  await bar.waitFor({ state: 'detached', ...SOON })
  const isAvailable = async () =>
    (await app.services.db.user.findUniqueOrThrow({ where: { id: operator.user.id } })).available
  await expect.poll(isAvailable, SOON).toBe(true)
})

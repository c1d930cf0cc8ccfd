import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk, type Person, reply } from '../../support/desk.ts'
import { PASSWORD } from '../../support/factories.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, holdAnswers, SOON, signIn, withBrowser } from '../support.ts'

const { app, open } = withBrowser({ loadsAhead: false })

const pathOf = (chatId: string) => `/inbox/mine/${encodeURIComponent(globalId('Chat', chatId))}`
const screenOf = (page: Page, name: string) => page.getByRole('button', { name: `Account: ${name}` })
const composerOf = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** Two operators, one of whom has a chat. */
async function openPair() {
  const desk = await openDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const { id: chatId } = await desk.chatOf(visitor)
  await reply(anna, chatId, 'Good morning')
  return { desk, anna, ben, chatId }
}

async function send(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text)
  await page.keyboard.press('Enter')
  await page.getByText(text).last().waitFor(SOON)
}

/** Signs somebody in without any page of the browser learning of it. */
async function changeCookie(context: BrowserContext, { cookie }: Person): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: app.url }])
}

/** Nothing that the pages of a browser write reaches the server until the returned function is called. */
async function holdMessages(context: BrowserContext): Promise<() => Promise<void>> {
  const pattern = '**/graphql'
  await context.route(pattern, (route) =>
    route.request().postData()?.includes('sendMessage') ? route.abort() : route.continue(),
  )
  return () => context.unroute(pattern)
}

const authorsOf = async (text: string) =>
  (await app.services.db.message.findMany({ where: { text } })).map(({ userId }) => userId)

test.for([380, 1440])(
  'an invitation says who is signed in at %i px, and all tabs are of who joined',
  async (width) => {
    const { desk, anna } = await openPair()
    const email = `${randomUUID()}@example.com`
    const invitation = { email, role: 'OPERATOR' }
    const { link } = await mutate(desk.admin.execute, 'inviteOperator', invitation, 'link')
    const page = await open(anna, '/', width)
    const other = await page.context().newPage()
    await other.goto(`${app.url}${new URL(link).pathname}`)
    await other.getByText(`signed in as ${anna.user.name} (${anna.user.email})`).waitFor(SOON)
    await expectAccessible(other)
    await other.getByLabel('Your name').fill('Nora New')
    await other.getByRole('textbox', { name: 'Choose a password' }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Join' }).click()
    await screenOf(other, 'Nora New').waitFor(SOON)
    await screenOf(page, 'Nora New').waitFor(SOON)
  },
)

test('a tab that asks who is signed in just before somebody signs in in another tab has their screen', async () => {
  const { anna, ben } = await openPair()
  const page = await open(anna, '/')
  await screenOf(page, anna.user.name).waitFor(SOON)
  const { counts, release } = await holdAnswers(page, 'Viewer')
  await anna.execute('mutation { signOut { userErrors { code } } }')
  await expect.poll(() => counts.held, SOON).toBe(1)
  const other = await page.context().newPage()
  await signIn(other, app.url, { email: ben.user.email, password: PASSWORD })
  await screenOf(other, ben.user.name).waitFor(SOON)
  release()
  await screenOf(page, ben.user.name).waitFor(SOON)
})

test('what is written on the screen of somebody else is sent when they are back', async () => {
  const { anna, ben, chatId } = await openPair()
  const page = await open(anna, pathOf(chatId))
  await composerOf(page).waitFor(SOON)
  // The message is the first of which the page hears that somebody else is signed in.
  const { release } = await holdAnswers(page, (operation) => operation !== 'SendMessage')
  await changeCookie(page.context(), ben)
  const text = `Written by Anna ${randomUUID()}`
  await composerOf(page).fill(text)
  await page.keyboard.press('Enter')
  release()
  await screenOf(page, ben.user.name).waitFor(SOON)
  await page.goto(`${app.url}/inbox/mine`)
  await screenOf(page, ben.user.name).waitFor(SOON)
  expect(await authorsOf(text)).toEqual([])
  await changeCookie(page.context(), anna)
  await page.reload()
  await screenOf(page, anna.user.name).waitFor(SOON)
  await expect.poll(() => authorsOf(text), SOON).toEqual([anna.user.id])
})

test('what is typed while the page learns that somebody else is signed in is a draft when they are back', async () => {
  const { anna, ben, chatId } = await openPair()
  const page = await open(anna, pathOf(chatId))
  await composerOf(page).waitFor(SOON)
  // The notification that she types is the first of which the page hears that somebody else is signed in.
  await holdAnswers(page, (operation) => !['SetTyping', 'Viewer'].includes(operation))
  await changeCookie(page.context(), ben)
  const text = `Written by Anna ${randomUUID()}`
  await composerOf(page).fill(text)
  await screenOf(page, ben.user.name).waitFor(SOON)
  await changeCookie(page.context(), anna)
  // Not in this page, which may just learn that it is Anna again and begin anew by itself.
  const back = await page.context().newPage()
  await page.close()
  await back.goto(`${app.url}${pathOf(chatId)}`)
  await expect.poll(() => composerOf(back).inputValue(), SOON).toBe(text)
  expect(await authorsOf(text)).toEqual([])
  await expect.poll(() => app.services.db.draft.count({ where: { userId: ben.user.id } }), SOON).toBe(0)
})

test('messages and drafts of two tabs do not erase each other', async () => {
  const { anna, chatId } = await openPair()
  const page = await open(anna, pathOf(chatId))
  const other = await page.context().newPage()
  await other.goto(`${app.url}${pathOf(chatId)}`)
  await composerOf(other).waitFor(SOON)
  const release = await holdMessages(page.context())
  const [first, second] = [`First ${randomUUID()}`, `Second ${randomUUID()}`]
  await send(page, first)
  await other.getByText(first).last().waitFor(SOON)
  await send(other, second)
  await composerOf(other).fill('A draft')
  await expect.poll(() => composerOf(page).inputValue(), SOON).toBe('A draft')
  await page.reload()
  await page.getByText(first).last().waitFor(SOON)
  await page.getByText(second).last().waitFor(SOON)
  await expect.poll(() => composerOf(page).inputValue(), SOON).toBe('A draft')
  await release()
  await expect.poll(() => authorsOf(second), SOON).toEqual([anna.user.id])
  const { seq } = await app.services.db.message.findFirstOrThrow({ where: { text: second } })
  const before = await app.services.db.message.findFirstOrThrow({ where: { text: first } })
  expect(before.seq).toBeLessThan(seq)
})

test('a message that is discarded in one tab is gone in all', async () => {
  const { anna, chatId } = await openPair()
  const page = await open(anna, pathOf(chatId))
  const release = await holdMessages(page.context())
  const text = `Not to be sent ${randomUUID()}`
  await send(page, text)
  const other = await page.context().newPage()
  await other.goto(`${app.url}${pathOf(chatId)}`)
  await other.getByText(text).last().waitFor(SOON)
  await mutate(anna.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  await release()
  const discard = (tab: Page) => tab.getByRole('button', { name: 'Discard' })
  await discard(other).waitFor(SOON)
  await discard(page).click(SOON)
  await discard(other).waitFor({ state: 'detached', ...SOON })
  await other.reload()
  await other.getByText('Good morning').first().waitFor(SOON)
  await expect.poll(() => other.getByText(text).count(), SOON).toBe(0)
  expect(await authorsOf(text)).toEqual([])
})

test('the theme and whether single keys are shortcuts are the same in all tabs', async () => {
  const { anna } = await openPair()
  const page = await open(anna, '/settings/profile')
  const other = await page.context().newPage()
  await other.goto(`${app.url}/settings/profile`)
  const keys = (tab: Page) => tab.getByRole('switch', { name: 'Single-key shortcuts' })
  await keys(other).waitFor(SOON)
  await keys(page).click(SOON)
  await expect.poll(() => keys(other).isChecked(), SOON).toBe(false)
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect.poll(() => other.locator('html').getAttribute('data-theme'), SOON).toBe('dark')
  await expect.poll(() => other.getByRole('radio', { name: 'Dark' }).isChecked(), SOON).toBe(true)
})

test('where one can no longer write, the list shows what was said last, not a draft', async () => {
  const { anna, chatId } = await openPair()
  const page = await open(anna, pathOf(chatId))
  await composerOf(page).fill('Just a moment')
  await page.goto(`${app.url}/inbox/all`)
  const row = page.getByRole('link').filter({ hasText: 'Just a moment' })
  await row.waitFor(SOON)
  await mutate(anna.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('link', { name: 'Closed' }).click()
  await page.getByRole('link').filter({ hasText: 'Good morning' }).waitFor(SOON)
  await expect.poll(() => row.count(), SOON).toBe(0)
})

test('whoever comes back to the inbox is in the view that they left', async () => {
  const { anna, chatId } = await openPair()
  const page = await open(anna, pathOf(chatId))
  await page.getByRole('link', { name: 'Settings' }).click(SOON)
  await page.getByRole('link', { name: 'Back to the inbox' }).click(SOON)
  await page.getByRole('link').filter({ hasText: 'Good morning' }).waitFor(SOON)
  expect(new URL(page.url()).pathname).toBe('/inbox/mine')
  await page.getByRole('link', { name: 'Archive' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).click(SOON)
  await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/inbox/mine')
})

import { randomUUID } from 'node:crypto'
import type { Locator, Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk, reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { makeWidget, openBrowser, write } from '../../support/widget.ts'
import { expectAccessible, holdAnswers, pressWhileComposing, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

/** An operator in front of a chat of theirs with a visitor of a website. */
async function openWebsiteChat({ earlier = 0 } = {}) {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: [dora.user.id],
  })
  const browser = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(browser, 'Until when are you open?')
  for (let count = 1; count <= earlier; count += 1) await reply(dora, chatId, `Line ${count}`)
  const id = await reply(dora, chatId, 'We close at five')
  const path = `/inbox/mine/${encodeURIComponent(globalId('Chat', chatId))}`
  const page = await open(dora, path)
  await page.getByText('We close at five', { exact: true }).last().waitFor(SOON)
  return { page, dora, chatId, id }
}

/** Opens the menu beside a message. */
async function openMenu(page: Page, text: string): Promise<void> {
  const message = page.locator('.message', { hasText: text })
  await message.hover()
  await message.getByRole('button', { name: 'Actions for this message' }).click()
}

/** Quotes what the visitor wrote. A key that is pressed before the page listens to it, or while it still changes, does nothing. */
async function quoteByKey(page: Page): Promise<Locator> {
  const strip = page.getByRole('group', { name: 'Quoted message' })
  const press = async () => {
    await page.keyboard.press('q')
    return strip.count()
  }
  await expect.poll(press, { ...SOON, interval: 1_000 }).toBe(1)
  await strip.getByText('Until when are you open?').waitFor(SOON)
  return strip
}

test('what is typed while an edit is being saved stays, to be saved next', async () => {
  const { page, id } = await openWebsiteChat()
  await openMenu(page, 'We close at five')
  await page.getByRole('menuitem', { name: 'Edit (until' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Edit the message' })
  await field.fill('We close at six')
  const { counts, release } = await holdAnswers(page, 'EditMessage')
  await field.press('Enter')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await field.fill('We close at seven')
  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  await page.locator('button:not([aria-busy=true])', { hasText: 'Save' }).click(SOON)
  const { db } = app.services
  await expect
    .poll(async () => (await db.message.findUniqueOrThrow({ where: { id } })).text, SOON)
    .toBe('We close at seven')
})

test('the key that ends a character of Chinese or Japanese sends, saves and discards nothing, in Safari, too', async () => {
  const { page } = await openWebsiteChat()
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await composer.fill('日本')
  await pressWhileComposing(composer, 'Enter')
  expect(await composer.inputValue()).toBe('日本')
  await openMenu(page, 'We close at five')
  await page.getByRole('menuitem', { name: 'Edit (until' }).press('Enter')
  const editor = page.getByRole('textbox', { name: 'Edit the message' })
  await editor.fill('六時')
  const saved: string[] = []
  page.on('request', (request) => {
    const { operationName, variables } = request.postDataJSON() ?? {}
    if (operationName === 'EditMessage') saved.push(variables.input.text)
  })
  for (const key of ['Escape', 'Enter']) await pressWhileComposing(editor, key)
  expect(await editor.inputValue()).toBe('六時')
  await editor.fill('六時半')
  await editor.press('Enter')
  await page.locator('.message', { hasText: '六時半' }).getByText('edited').waitFor(SOON)
  expect(saved).toEqual(['六時半'])
})

test('a reply on a website is edited and deleted from its menu, by key', async () => {
  const { page, id } = await openWebsiteChat()
  await openMenu(page, 'We close at five')
  await page.getByRole('menuitem', { name: 'Edit (until' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Edit the message' })
  await field.fill('We close at six')
  await field.press('Enter')
  await page.locator('.message', { hasText: 'We close at six' }).getByText('edited').waitFor(SOON)
  await expectAccessible(page)
  await openMenu(page, 'We close at six')
  await page.getByRole('menuitem', { name: 'Delete (until' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('This message was deleted.').waitFor(SOON)
  const { text, deletedAt } = await app.services.db.message.findUniqueOrThrow({ where: { id } })
  expect({ text, isDeleted: deletedAt !== null }).toEqual({ text: null, isDeleted: true })
})

test('a link to a message opens its chat, reads as far back as it takes, and goes there', async () => {
  const { page, dora, chatId } = await openWebsiteChat({ earlier: 70 })
  const first = await app.services.db.message.findFirstOrThrow({ where: { chatId, author: 'VISITOR' } })
  const chat = encodeURIComponent(globalId('Chat', chatId))
  const address = `/inbox/all/${chat}?message=${encodeURIComponent(globalId('Message', first.id))}`
  const other = await open(dora, address)
  const message = other.locator('.found', { hasText: 'Until when are you open?' })
  await message.waitFor(SOON)
  await expect.poll(() => message.evaluate((element) => element === document.activeElement), SOON).toBe(true)
  await expect.poll(() => new URL(other.url()).search, SOON).toBe('')
  await other.goto(`${app.url}/inbox/all/${chat}?message=nothing`)
  await other.getByText('This message does not exist, or you do not have access to it.').waitFor(SOON)
  await page.close()
})

test('Q quotes what the visitor wrote last, Escape does not, and the answer stands below it', async () => {
  const { page, chatId } = await openWebsiteChat()
  const strip = await quoteByKey(page)
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  await field.press('Escape')
  await strip.waitFor({ state: 'detached', ...SOON })
  await openMenu(page, 'Until when are you open?')
  await page.getByRole('menuitem', { name: 'Quote' }).click()
  await strip.waitFor(SOON)
  await field.fill('Until six')
  await field.press('Enter')
  const sent = page.locator('.message', { hasText: 'Until six' })
  await sent.getByRole('link', { name: 'Until when are you open?' }).waitFor(SOON)
  const where = { chatId, text: 'Until six', quotedId: { not: null } }
  await expect.poll(() => app.services.db.message.count({ where }), SOON).toBe(1)
  await expectAccessible(page)
})

test('an answer with a quote can be read while it is on its way', async () => {
  const { page } = await openWebsiteChat()
  const strip = await quoteByKey(page)
  const isSend = (request: Request) => request.postDataJSON().operationName === 'SendMessage'
  // What is sent does not arrive.
  await page.route('**/graphql', (route) => (isSend(route.request()) ? undefined : route.fallback()))
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  await field.fill('Until six')
  await field.press('Enter')
  const sent = page.locator('.message', { hasText: 'Until six' })
  await sent.getByText('Sending').waitFor(SOON)
  await sent.getByRole('link', { name: 'Until when are you open?' }).waitFor(SOON)
  await strip.waitFor({ state: 'detached', ...SOON })
  await expectAccessible(page)
})

test('a file without a text quotes what it answers, and is quoted by its name', async () => {
  const { page, chatId } = await openWebsiteChat()
  const strip = await quoteByKey(page)
  const file = { name: 'hours.txt', mimeType: 'text/plain', buffer: Buffer.from('Until five') }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('textbox', { name: 'Message', exact: true }).press('Enter')
  await strip.waitFor({ state: 'detached', ...SOON })
  const sent = page.locator('.message', { hasText: 'hours.txt' })
  await sent.getByRole('link', { name: 'Until when are you open?' }).waitFor(SOON)
  const where = { chatId, type: 'DOCUMENT', quotedId: { not: null } } as const
  await expect.poll(() => app.services.db.message.count({ where }), SOON).toBe(1)
  await openMenu(page, 'hours.txt')
  await page.getByRole('menuitem', { name: 'Quote' }).click()
  await strip.getByText('hours.txt').waitFor(SOON)
})

test('the menu of a reply that a client has got already says why it cannot be changed', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await reply(dora, id, 'We close at five')
  const page = await open(dora, `/inbox/mine/${encodeURIComponent(globalId('Chat', id))}`)
  await page.getByText('We close at five', { exact: true }).last().waitFor(SOON)
  await openMenu(page, 'We close at five')
  const item = page.getByRole('menuitem', { name: 'Edit or delete' })
  await item.waitFor(SOON)
  await expect.poll(() => item.getAttribute('aria-disabled'), SOON).toBe('true')
  await expect.poll(() => item.innerText(), SOON).toContain('already has this message, and cannot change it')
  await expectAccessible(page)
})

test('of two quotes that are followed quickly, the second is shown, however late the first is found', async () => {
  const { page, dora, chatId, id } = await openWebsiteChat({ earlier: 70 })
  const first = await app.services.db.message.findFirstOrThrow({ where: { chatId, seq: 1 } })
  for (const [text, quotedId] of [
    ['Far', first.id],
    ['Near', id],
  ] as const) {
    const quotedMessageId = globalId('Message', quotedId)
    const input = { idempotencyKey: randomUUID(), chatId: globalId('Chat', chatId), text, quotedMessageId }
    await mutate(dora.execute, 'sendMessage', input)
  }
  const quote = (text: string) => page.locator('.message', { hasText: text }).locator('.quote')
  const { counts, release } = await holdAnswers(page, 'MessagePlace')
  await quote('Far').click(SOON)
  await expect.poll(() => counts.held, SOON).toBe(1)
  await quote('Near').click(SOON)
  const found = page.locator('.found')
  await found.getByText('We close at five').waitFor(SOON)
  const isPage = (request: Request) => request.postDataJSON()?.operationName === 'Messages'
  const older = page.waitForResponse((response) => isPage(response.request()), SOON)
  release()
  await older
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await expect.poll(() => found.innerText(), SOON).toContain('We close at five')
})

test('what is edited or deleted changes in what quotes it', async () => {
  const { page, dora, chatId, id } = await openWebsiteChat()
  const quotedMessageId = globalId('Message', id)
  const input = {
    idempotencyKey: randomUUID(),
    chatId: globalId('Chat', chatId),
    text: 'As I said',
    quotedMessageId,
  }
  await mutate(dora.execute, 'sendMessage', input)
  const quote = page.locator('.message', { hasText: 'As I said' }).locator('.quote')
  await quote.getByText('We close at five').waitFor(SOON)
  await mutate(dora.execute, 'editMessage', { id: quotedMessageId, text: 'We close at six' })
  await quote.getByText('We close at six').waitFor(SOON)
  await mutate(dora.execute, 'deleteMessage', { id: quotedMessageId })
  await quote.getByText('This message was deleted.').waitFor(SOON)
})

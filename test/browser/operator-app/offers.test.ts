import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { expireChatInvitations } from '../../../server/domain/chats/expire-chat-invitations.ts'
import { openDesk, type Person, reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { startReceiver } from '../../support/receiver.ts'
import { holdAnswers, SOON, waitUntilRead, withBrowser } from '../support.ts'

const { app, enter, open: openAt } = withBrowser()

/** A chat that one operator answers, its page, and how it is offered to the other. */
async function openDeskWithChat() {
  const desk = await openDesk(app, { operators: 2 })
  const [from, to] = desk.operators
  if (!to) throw new Error('the desk has no second operator')
  await desk.say('v', 'Where is my order?')
  const { id } = await desk.chatOf('v')
  const chatId = globalId('Chat', id)
  await mutate(from.execute, 'acceptChat', { chatId })
  const operatorId = globalId('Operator', to.user.id)
  // To somebody who is there: their page may still be connecting.
  const offer = (verb: 'inviteToChat' | 'transferChat') =>
    expect
      .poll(
        async () =>
          (await mutate(from.execute, verb, { chatId, operatorId, note: 'Knows invoices' })).userErrors,
        SOON,
      )
      .toEqual([])
  return { desk, from, to, id, path: `/inbox/all/${encodeURIComponent(chatId)}`, offer }
}

async function open(person: Person, path: string, width?: number): Promise<Page> {
  const page = await openAt(person, path, width)
  await page.getByText('Where is my order?').last().waitFor()
  return page
}

test('the conversation says who declined it and who did not answer, which is whoever was asked', async () => {
  const { from, to, id, path, offer } = await openDeskWithChat()
  await open(to, path)
  const page = await open(from, path)
  await offer('transferChat')
  const { db } = app.services
  const invitation = await db.chatInvitation.findFirstOrThrow({ where: { chatId: id } })
  await mutate(to.execute, 'declineChatInvitation', { id: globalId('ChatInvitation', invitation.id) })
  await page.getByText(`${to.user.name} declined the chat`).waitFor()
  await offer('inviteToChat')
  await db.chatInvitation.updateMany({
    where: { chatId: id, state: 'PENDING' },
    data: { expiresAt: new Date() },
  })
  await expireChatInvitations(app.services)
  await page.getByText(`${to.user.name} did not answer in time`).waitFor()
})

test('an offered chat is answered where it is read: the one is declined and the other accepted, also on a phone', async () => {
  const { from, to, path, offer } = await openDeskWithChat()
  const page = await open(to, path, 380)
  // The channel's name is cut before the status is.
  await page.getByText(/^Open · /).waitFor(SOON)
  await offer('transferChat')
  const footer = page.locator('footer')
  await footer.getByText(`${from.user.name} wants to hand this chat to you`).waitFor()
  await expect.poll(() => footer.getByRole('timer').innerText(), SOON).toMatch(/^\d+s$/)
  for (const button of await footer.getByRole('button').all())
    expect((await button.boundingBox())?.x).toBeLessThan(380 - 80)
  await footer.getByRole('button', { name: 'Decline' }).click()
  await footer.getByText(`${from.user.name} (offline) is answering this visitor.`).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), SOON).toBe('content')
  await offer('inviteToChat')
  await footer.getByText(`${from.user.name} invited you to join this chat`).waitFor()
  await footer.getByRole('button', { name: 'Accept' }).click()
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.waitFor()
  await expect.poll(() => composer.evaluate((field) => field === document.activeElement)).toBe(true)
})

test('the inbox counts offered chats, and an invitation is announced as one', async () => {
  const { from, to, path, offer } = await openDeskWithChat()
  const page = await open(to, path)
  const inbox = page.getByRole('navigation').getByRole('link', { name: /^Inbox/ })
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    for (const region of document.querySelectorAll('[aria-live], [role=status]'))
      new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      })
  })
  const heard = () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join('\n'))
  await offer('inviteToChat')
  await page.getByRole('link', { name: '1 chat is offered to you' }).waitFor()
  await expect.poll(() => page.title(), SOON).toMatch(/^\(1\)/)
  await expect.poll(heard, SOON).toContain(`${from.user.name} invited you to join a chat`)
  await page.locator('footer').getByRole('button', { name: 'Decline' }).click()
  await expect.poll(() => inbox.innerText(), SOON).not.toContain('offered')
  await offer('transferChat')
  await page.getByRole('link', { name: '1 chat is offered to you' }).waitFor()
  await expect.poll(heard, SOON).toContain(`${from.user.name} wants to hand you a chat`)
})

test('a note is written above the people, of whom the first click sends it', async () => {
  const { from, to, path, id } = await openDeskWithChat()
  await open(to, path)
  const page = await open(from, path)
  await page.getByRole('button', { name: 'Invite' }).click()
  const find = page.getByPlaceholder('Find a person')
  await expect.poll(() => find.evaluate((field) => field === document.activeElement)).toBe(true)
  const note = page.getByLabel('Note for them')
  const person = page.getByRole('option', { name: to.user.name })
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0
  await expect.poll(async () => (await topOf(note)) < (await topOf(find)), SOON).toBe(true)
  await note.fill('Ask for the invoice')
  await person.click()
  await page.getByText('Ask for the invoice').waitFor()
  expect(await app.services.db.chatInvitation.findFirst({ where: { chatId: id } })).toMatchObject({
    note: 'Ask for the invoice',
  })
})

/** The list of an operator's own three chats, and the button that closes the one that is open. */
async function openOwnChats() {
  // A reply that nobody takes would be told of.
  const client = await startReceiver()
  onTestFinished(() => client.stop())
  const desk = await openDesk(app, { serverUrl: client.url })
  const [operator] = desk.operators
  // The first steps end with the first answer.
  await desk.say('t', 'Are you open?')
  const { id } = await desk.chatOf('t')
  await reply(operator, id, 'Yes')
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
  for (const visitor of ['u', 'v', 'w']) {
    await desk.say(visitor, 'Where is my order?')
    const { id } = await desk.chatOf(visitor)
    await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  }
  const page = await openAt(operator, '/inbox/mine')
  const chats = page.getByRole('link').filter({ hasText: 'Where is my order?' })
  const close = page.getByRole('button', { name: 'Close chat' })
  return { page, chats, close }
}

test('after a chat is closed by its button, the next one has the focus, and after the last one the list', async () => {
  const { page, chats, close } = await openOwnChats()
  const focused = () => page.evaluate(() => document.activeElement?.id)
  await chats.first().click(SOON)
  await waitUntilRead(page)
  await close.press('Enter')
  await expect.poll(() => chats.count(), SOON).toBe(2)
  // Also where the server still counts it.
  await expect.poll(() => page.getByRole('link', { name: /^All/ }).innerText(), SOON).toMatch(/^All\n2\b/)
  await expect.poll(focused, SOON).toBe('content')
  await waitUntilRead(page)
  // What was begun to write is asked about first.
  await page.getByRole('textbox', { name: 'Message' }).fill('On its way')
  await close.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close chat' }).press('Enter')
  await expect.poll(() => chats.count(), SOON).toBe(1)
  await dialog.waitFor({ state: 'detached', ...SOON })
  await expect.poll(focused, SOON).toBe('content')
  await waitUntilRead(page)
  await close.press('Enter')
  await page.getByText('No chat is open').waitFor(SOON)
  const isInList = () => page.evaluate(() => document.activeElement?.matches('.scroller'))
  await expect.poll(isInList, SOON).toBe(true)
})

test('whoever closes a chat before its messages are shown is asked, and told why, also when they come meanwhile', async () => {
  const { page, chats, close } = await openOwnChats()
  const { release } = await holdAnswers(page, 'Messages')
  await chats.first().click(SOON)
  await close.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('There are messages from the visitor that you have not read.').waitFor()
  release()
  await waitUntilRead(page)
  await dialog.getByText('There are messages from the visitor that you have not read.').waitFor()
})

test('an offer has the names of the visitor and of who made it as they are now', async () => {
  const { from, to, id, offer } = await openDeskWithChat()
  const page = await openAt(to, '/inbox/mine')
  // The chat is read when its notice comes, and the answer is older than the new name.
  const reads = await holdAnswers(page, 'Chat')
  await offer('inviteToChat')
  const card = page.getByRole('article').filter({ hasText: 'Where is my order?' })
  await card.waitFor(SOON)
  await expect.poll(() => reads.counts.held, SOON).toBe(1)
  const { visitorId } = await app.services.db.chat.findUniqueOrThrow({ where: { id } })
  await mutate(from.execute, 'updateVisitor', { id: globalId('Visitor', visitorId), name: 'Dora Delay' })
  await card.getByText('Dora Delay').waitFor(SOON)
  reads.release()
  await expect.poll(() => reads.counts.given, SOON).toBe(1)
  await mutate(from.execute, 'updateProfile', { name: 'Fay Former' })
  await card.getByText('Fay Former').waitFor(SOON)
  await card.getByText('Dora Delay').waitFor(SOON)
})

test('how long somebody waits is counted in seconds during the first minute', async () => {
  const desk = await openDesk(app)
  await desk.say('v', 'Is anybody there?')
  const queuedAt = (await desk.chatOf('v')).queuedAt?.getTime() ?? 0
  const page = await enter(desk.operators[0])
  await page.clock.setFixedTime(queuedAt + 7_000)
  await page.goto(`${app.url}/inbox/waiting`)
  const waiting = page.locator('.waiting')
  await waiting.getByText('7s').waitFor(SOON)
  await page.clock.setFixedTime(queuedAt + 42_000)
  await waiting.getByText('42s').waitFor()
  await page.clock.setFixedTime(queuedAt + 65_000)
  await waiting.getByText('1m').waitFor()
})

test('whoever closes a chat with a file that has not been sent is asked, and told why', async () => {
  const { page, chats, close } = await openOwnChats()
  await chats.first().click(SOON)
  await waitUntilRead(page)
  const file = { name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('12 €') }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('list', { name: 'Attached files' }).getByText('bill.txt').waitFor(SOON)
  await close.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText('A file has not been sent yet. It cannot be sent once the chat is closed.')
    .waitFor(SOON)
})

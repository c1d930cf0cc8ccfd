import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type ClientServer, openClientServer } from '../../support/client-server.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

interface Desk extends ClientServer {
  page: Page
  chatId: string
}

/** An operator in front of a chat that is theirs. */
async function openOwnChat(): Promise<Desk> {
  const client = await openClientServer(app, undefined, { operators: 2 })
  const chatId = await client.chat()
  await client.send(chatId, 'Good morning')
  const path = `/inbox/mine/${encodeURIComponent(globalId('Chat', chatId))}`
  const page = await open(client.desk.operators[0], path)
  await composerOf(page).waitFor(SOON)
  return { ...client, page, chatId }
}

const composerOf = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** What the operator sent after the greeting: the texts, and whether each has a file. */
async function sentIn({ chatId }: Desk): Promise<[string | null, boolean][]> {
  const where = { chatId, author: 'OPERATOR' } as const
  const rows = await app.services.db.message.findMany({ where, orderBy: { seq: 'asc' } })
  return rows.slice(1).map(({ text, fileId }) => [text, fileId !== null])
}

test('an emoji is written by its name, or picked; the one that was used last comes first', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  await page.keyboard.press('r')
  await page.keyboard.type('Thanks :tada')
  await page.getByRole('listbox', { name: 'Emojis' }).waitFor(SOON)
  await page.keyboard.press('Enter')
  await expect.poll(() => composerOf(page).inputValue(), SOON).toBe('Thanks 🎉 ')
  await page.getByRole('button', { name: 'Insert an emoji' }).click()
  const recent = page.getByRole('region', { name: 'Recently used' })
  await recent.getByRole('button', { name: 'party popper' }).waitFor(SOON)
  await expectAccessible(page)
  await page.keyboard.type('rocket')
  await page.getByRole('region', { name: 'Found' }).getByRole('button', { name: 'rocket' }).waitFor(SOON)
  await page.keyboard.press('Enter')
  await expect.poll(() => composerOf(page).inputValue(), SOON).toBe('Thanks 🎉 🚀')
  await page.keyboard.press('Enter')
  await expect.poll(() => sentIn(desk), SOON).toEqual([['Thanks 🎉 🚀', false]])
})

test('several files leave in their order, each with its caption', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  await page.locator('input[type=file][multiple]').setInputFiles([file('first.txt'), file('second.txt')])
  await page.getByLabel('Caption of second.txt').fill('The second')
  await page.getByLabel('Caption of first.txt').fill('The first')
  await composerOf(page).fill('And a text')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect
    .poll(() => sentIn(desk).then((sent) => sent.toSorted()), SOON)
    .toEqual([
      ['And a text', false],
      ['The first', true],
      ['The second', true],
    ])
})

test('whoever sends while a colleague is writing in the chat is told once before', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  const colleague = desk.desk.operators[1]
  const chatId = globalId('Chat', desk.chatId)
  if (!colleague) throw new Error('there is no colleague')
  await mutate(colleague.execute, 'joinChat', { chatId })
  const type = () => mutate(colleague.execute, 'setTyping', { chatId, typing: true })
  // Who goes on writing says so again, before it is forgotten.
  const typing = setInterval(type, 1_000)
  onTestFinished(() => clearInterval(typing))
  await page.getByText(`${colleague.user.name} is typing`).waitFor(SOON)
  await composerOf(page).fill('My answer')
  await page.keyboard.press('Enter')
  await page.getByText(`${colleague.user.name} is writing here, too`).waitFor(SOON)
  expect(await sentIn(desk)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => sentIn(desk), SOON).toEqual([['My answer', false]])

  // A voice message is held back, too, and so is a place.
  const told = page.getByRole('alert').filter({ hasText: 'is writing here, too' })
  await page.context().grantPermissions(['microphone'])
  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await expect.poll(() => page.getByRole('timer').textContent(), SOON).toMatch(/0:(0[1-9]|[1-5])/)
  await page.getByRole('button', { name: 'Stop recording' }).click()
  const sendVoice = page.getByRole('button', { name: 'Send the voice message' })
  await sendVoice.press('Enter')
  await told.waitFor(SOON)
  await expectAccessible(page)
  await sendVoice.press('Enter')
  await expect.poll(async () => (await sentIn(desk)).length, SOON).toBe(2)
  await page.getByRole('button', { name: 'Send a location' }).click()
  const place = page.getByLabel('Coordinates or a map link')
  await place.fill('52.5, 13.4')
  await place.press('Enter')
  await told.waitFor(SOON)
  await place.press('Enter')
  await expect.poll(async () => (await sentIn(desk)).length, SOON).toBe(3)
})

test('a message that was sent is saved as a canned reply, which is there at once', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  await page.getByText('Good morning', { exact: true }).last().hover()
  await page.getByRole('button', { name: 'Actions for this message' }).last().click()
  await page.getByRole('menuitem', { name: 'Save as canned reply' }).click()
  const dialog = page.getByRole('dialog', { name: 'New canned reply' })
  await dialog.getByLabel('Title').fill('Greeting')
  await dialog.getByLabel('Shortcut').fill('gm')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
  await page.getByRole('button', { name: 'Insert a canned reply' }).click()
  await page.getByRole('option', { name: 'Greeting' }).click()
  await expect.poll(() => composerOf(page).inputValue(), SOON).toBe('Good morning')
})

test('colleagues do not see somebody typing who has sent the message already, however quickly', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  const { counts, release } = await holdAnswers(page, 'SetTyping')
  await composerOf(page).fill('At once')
  await page.keyboard.press('Enter')
  await expect.poll(() => sentIn(desk), SOON).toEqual([['At once', false]])
  // That they have stopped is told only when it is known that they began.
  await expect.poll(() => counts.held, SOON).toBe(1)
  release()
  await expect.poll(() => counts.given, SOON).toBe(2)
})

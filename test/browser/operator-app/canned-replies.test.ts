import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type ClientServer, openClientServer } from '../../support/client-server.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

interface Desk extends ClientServer {
  page: Page
  chatId: string
}

const GREETING = {
  shared: true,
  title: 'Greeting',
  shortcut: 'hi',
  text: 'Hello {{visitor.name|there}}, I write to {{visitor.email}}.',
}

/** An operator in front of a chat that is theirs, in an account with canned replies. */
async function openOwnChat(): Promise<Desk> {
  const client = await openClientServer(app)
  for (const reply of [
    GREETING,
    { ...GREETING, title: 'Opening hours', shortcut: 'hours', text: 'From 9 to 5.' },
  ])
    await mutate(client.desk.admin.execute, 'createCannedReply', reply)
  const chatId = await client.chat()
  await client.send(chatId, 'Good morning')
  const path = `/inbox/mine/${encodeURIComponent(globalId('Chat', chatId))}`
  const page = await open(client.desk.operators[0], path)
  await composerOf(page).waitFor(SOON)
  return { ...client, page, chatId }
}

const composerOf = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const listOf = (page: Page) => page.getByRole('listbox', { name: 'Canned replies' })

/** The texts that the visitor got, after what opened the chat. */
async function textsOf({ chatId }: Desk): Promise<(string | null)[]> {
  const where = { chatId, author: 'OPERATOR' } as const
  const rows = await app.services.db.message.findMany({ where, orderBy: { seq: 'asc' } })
  return rows.map(({ text }) => text).slice(1)
}

test('a canned reply is found by a misspelt word, filled in, and not sent before its gap is', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  await page.keyboard.press('r')
  await page.keyboard.type('/greetnig')
  await listOf(page).waitFor(SOON)
  await expect.poll(() => listOf(page).getByRole('option').allInnerTexts(), SOON).toHaveLength(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => composerOf(page).inputValue(), SOON).toMatch(/^Hello .+, I write to ⟦.+⟧\.$/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('ann@example.org')
  await page.keyboard.press('Enter')
  await expect.poll(() => textsOf(desk), SOON).toHaveLength(1)
  expect((await textsOf(desk))[0]).toMatch(/^Hello .+, I write to ann@example\.org\.$/)
  const countOf = async () =>
    (
      await app.services.db.cannedReply.findFirst({
        where: { accountId: desk.desk.account.id, shortcut: 'hi' },
      })
    )?.useCount
  await expect.poll(countOf, SOON).toBe(1)
})

test('a long canned reply can be read to its end below a long list', async () => {
  const { page, desk } = await openOwnChat()
  await app.services.db.cannedReply.createMany({
    data: Array.from({ length: 60 }, (_, n) => ({
      ...{ accountId: desk.account.id, title: `Apology ${n}`, shortcut: `sorry${n}` },
      text: 'We are sorry that your parcel has not arrived. '.repeat(20),
    })),
  })
  await page.reload()
  await composerOf(page).fill('/sorry')
  await listOf(page).waitFor(SOON)
  await page.getByText('10 more').first().waitFor(SOON)
  const preview = page.getByText('We are sorry').last()
  const isWhole = () =>
    preview.evaluate(
      (text) =>
        text.getBoundingClientRect().bottom <= (text.parentElement?.getBoundingClientRect().bottom ?? 0),
    )
  await expect.poll(isWhole, SOON).toBe(true)
})

test('whoever is quicker than the list gets the canned reply, and the shortcut is not sent', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  const answer = await holdAnswers(page, 'CannedReplies')
  await page.keyboard.press('r')
  await page.keyboard.type('/hours')
  await page.keyboard.press('Enter')
  await expect.poll(() => answer.counts.held, SOON).toBe(1)
  answer.release()
  await expect.poll(() => composerOf(page).inputValue(), SOON).toBe('From 9 to 5.')
  expect(await textsOf(desk)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => textsOf(desk), SOON).toEqual(['From 9 to 5.'])
})

test('a slash is only a slash after Escape, and where nothing fits', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  await page.keyboard.press('r')
  await page.keyboard.type('/hi')
  await listOf(page).waitFor(SOON)
  await page.keyboard.press('Escape')
  await listOf(page).waitFor({ state: 'detached', ...SOON })
  await page.keyboard.press('Enter')
  await expect.poll(() => textsOf(desk), SOON).toEqual(['/hi'])
})

test('an admin creates and imports shared ones; another tab shows them at once', async () => {
  const client = await openClientServer(app)
  const page = await open(client.desk.admin, '/settings/canned-replies')
  const colleague = await open(client.desk.operators[0], '/settings/canned-replies')
  await colleague.getByText('No shared canned replies yet').waitFor(SOON)
  await page.getByRole('button', { name: 'New canned reply' }).click()
  const dialog = page.getByRole('dialog', { name: 'New canned reply' })
  await dialog.getByLabel('Title').fill('Greeting')
  await dialog.getByLabel('Shortcut').fill('hi')
  await dialog.getByLabel('Text').fill('Hello ')
  await dialog.getByRole('button', { name: 'visitor’s name' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await colleague.getByText('Hello {{visitor.name}}').waitFor(SOON)
  await page.getByRole('button', { name: 'Import' }).click()
  const csv = 'shortcut,title,text\nhi,Greeting,Good day\nbye,Goodbye,See you'
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText('1 new, 1 changed').waitFor(SOON)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 2 lines' }).click()
  await colleague.getByText('See you').waitFor(SOON)
  await colleague.getByText('Good day').waitFor(SOON)
})

test('the palette finds a canned reply, and Enter puts it into the message of the open chat', async () => {
  const { page } = await openOwnChat()
  await page.locator('#content').focus()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.waitFor(SOON)
  await page.keyboard.type('opening hours')
  await palette.getByRole('option', { name: 'Opening hours' }).waitFor(SOON)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => composerOf(page).inputValue(), SOON).toBe('From 9 to 5.')
  // Without a chat that can be answered, none is offered.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByText('No chat is open').waitFor(SOON)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('opening hours')
  await palette.getByText('Nothing found.').waitFor(SOON)
})

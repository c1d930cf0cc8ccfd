import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

const chatPath = (id: string) => `/inbox/all/${encodeURIComponent(globalId('Chat', id))}`

test('what is typed right after R is sent and accepts the chat, also when every request takes 1.5 s', async () => {
  const desk = await openDesk(app)
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  const page = await open(desk.operators[0], chatPath(id))
  await page.getByRole('textbox', { name: 'Message' }).waitFor(SOON)
  await page.route('**/graphql', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.getByText('Sending accepts the chat').waitFor(SOON)
  await page.locator('#content').focus()
  await page.keyboard.press('r')
  await page.keyboard.type('First')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Second, begun at once')
  const texts = async () => {
    const rows = await app.services.db.message.findMany({ where: { chatId: id, author: 'OPERATOR' } })
    return rows.map(({ text }) => text)
  }
  await expect.poll(texts, { timeout: 10_000 }).toEqual(['First'])
  await page.getByText('Sending accepts the chat').waitFor({ state: 'hidden', timeout: 10_000 })
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Second, begun at once')
})

test('a text for a chat that a colleague has taken is kept, and the colleague’s chat can be taken over', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators
  if (!max) throw new Error('There are two operators.')
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  const page = await open(max, chatPath(id), 380)
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill('What I wrote')
  const text = 'Mine first'
  await mutate(dora.execute, 'sendMessage', {
    chatId: globalId('Chat', id),
    idempotencyKey: randomUUID(),
    text,
  })
  const footer = page.locator('footer')
  await footer.getByText(`${dora.user.name} (offline) is answering this visitor.`).waitFor(SOON)
  await footer.getByText('What I wrote').waitFor(SOON)
  await footer.getByRole('button', { name: 'Take over' }).click()
  await page.getByText(`${max.user.name} took the chat over from ${dora.user.name}`).waitFor(SOON)
  expect(await composer.inputValue()).toBe('What I wrote')
})

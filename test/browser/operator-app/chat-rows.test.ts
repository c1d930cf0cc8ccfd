import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk, reply } from '../../support/desk.ts'
import { makeChannel } from '../../support/factories.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

const rowOf = (page: Page) =>
  page
    .locator('.list')
    .getByRole('link')
    .filter({ has: page.locator('.avatar') })

test('a row says who wrote last, by which channel the visitor came, and how long they wait for an answer', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, colleague] = desk.operators
  if (!colleague) throw new Error('the desk has no second operator')
  await makeChannel(app.services, { accountId: desk.account.id, operatorIds: [operator.user.id] })
  await desk.say('v', 'Where is my order?')
  const { id } = await desk.chatOf('v')
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  const page = await open(operator, '/inbox/mine')
  const said = () => rowOf(page).innerText()
  const { name } = await app.services.db.channel.findUniqueOrThrow({ where: { id: desk.channel.id } })
  await expect.poll(said, SOON).toContain(name)
  await expect.poll(said, SOON).toMatch(/Waiting\s*\d+[sm]/)
  await reply(operator, id, 'It is on its way')
  await expect.poll(said, SOON).toContain('You: It is on its way')
  await expect.poll(said, SOON).not.toContain('Waiting')
  await expectAccessible(page)
  const other = await open(colleague, '/inbox/all')
  await expect.poll(() => rowOf(other).innerText(), SOON).toContain('Operator: It is on its way')
  await desk.say('v', 'Thank you')
  await expect.poll(said, SOON).toMatch(/Waiting\s*\d+[sm]/)
  await expect.poll(said, SOON).not.toContain('You:')
})

test('a chat that was closed without a word is missed under Closed as it is in the archive', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Where is my order?')
  const { id } = await desk.chatOf('v')
  const chatId = globalId('Chat', id)
  await mutate(operator.execute, 'acceptChat', { chatId })
  await mutate(operator.execute, 'closeChat', { chatId })
  for (const path of ['/inbox/closed', '/archive/chats']) {
    const page = await open(operator, path)
    await expect.poll(() => rowOf(page).innerText(), SOON).toContain('Missed')
    await expect.poll(() => rowOf(page).innerText(), SOON).not.toContain('Answered')
  }
})

test('a chat that was left alone says so in the list of those that wait', async () => {
  const desk = await openDesk(app)
  await desk.say('v', 'Is anybody still there?')
  const { id } = await desk.chatOf('v')
  await app.services.db.chat.update({ where: { id }, data: { leftAloneAt: new Date() } })
  const page = await open(desk.operators[0], '/inbox/waiting')
  await expect.poll(() => rowOf(page).innerText(), SOON).toContain('Left alone')
  await expectAccessible(page)
})

test('the priority of a chat is set by key, and its row and its header say so', async () => {
  const desk = await openDesk(app)
  await desk.say('v', 'Where is my order?')
  const page = await open(desk.operators[0], '/inbox/waiting')
  await rowOf(page).click()
  await page.getByText('This visitor is waiting.').waitFor(SOON)
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: 'Set the priority' })
  const current = dialog.getByRole('button', { name: 'Normal', pressed: true })
  await expect.poll(() => current.evaluate((button) => button === document.activeElement), SOON).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => rowOf(page).innerText(), SOON).toContain('Urgent')
  await page.getByText(/· Waiting · Urgent$/).waitFor(SOON)
})

import { expect, test } from 'vitest'
import type { Chat } from '../../../server/generated/prisma/client.ts'
import { startTestApp } from '../../support/app.ts'
import { type Desk, openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, holdAnswers, SOON, startWithBrowser } from '../support.ts'

const { app, open } = startWithBrowser(startTestApp)

/** The path of a chat that is over. */
async function closedChat(desk: Desk): Promise<string> {
  await desk.say('anna', 'Where is my order?')
  const { id } = await desk.chatOf('anna')
  await mutate(desk.operators[0].execute, 'closeChat', { chatId: globalId('Chat', id) })
  return `/inbox/closed/${globalId('Chat', id)}`
}

const inAddress = ({ id }: Chat) => encodeURIComponent(globalId('Chat', id))

test('a closed chat is continued by key: what is typed begins a new chat, and the two lead to each other', async () => {
  const desk = await openDesk(app)
  const path = await closedChat(desk)
  const page = await open(desk.operators[0], path)
  await page.getByRole('button', { name: 'Continue' }).waitFor(SOON)
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Message' }).waitFor(SOON)
  await expectAccessible(page)
  await page.keyboard.type('It is on its way')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('article').filter({ hasText: 'It is on its way' }).waitFor(SOON)
  const chat = await desk.chatOf('anna')
  await expect.poll(() => page.url(), SOON).toContain(inAddress(chat))
  await page.getByRole('link', { name: 'Chat 1', exact: true }).click()
  await page.getByRole('link', { name: `Continued in chat ${chat.number}` }).click()
  await expect.poll(() => page.url(), SOON).toContain(inAddress(chat))
})

test('who writes to a visitor that has an open chat by now is led there with their text, and nothing is sent', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const page = await open(desk.operators[0], await closedChat(desk))
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Are you there?')
  await desk.say('anna', 'One more thing')
  const chat = await desk.chatOf('anna')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => page.url(), SOON).toContain(inAddress(chat))
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue(), SOON)
    .toBe('Are you there?')
  await expect
    .poll(() => app.services.db.message.count({ where: { chatId: chat.id, author: 'OPERATOR' } }), SOON)
    .toBe(0)
})

test('what was sent is not kept as a draft when the answer whether the visitor can be written to comes late', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.operators[0], await closedChat(desk))
  let ask = () => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string }
    if (operationName === 'Reachability') await asked
    await route.fallback()
  })
  const reachable = page.waitForResponse(
    (response) => response.request().postData()?.includes('query Reachability') ?? false,
    SOON,
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('It is on its way')
  const { counts, release } = await holdAnswers(page, 'StartChat')
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  ask()
  await (await reachable).finished()
  release()
  await page.getByRole('article').filter({ hasText: 'It is on its way' }).waitFor(SOON)
  await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0)
  await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue(), SOON).toBe('')
})

test('whoever is led to a chat in which they have begun to write keeps both texts', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.operators[0], await closedChat(desk))
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Are you there?')
  await desk.say('anna', 'One more thing')
  const chat = await desk.chatOf('anna')
  const tab = await page.context().newPage()
  await tab.goto(`${app.url}/inbox/waiting/${inAddress(chat)}`)
  await tab.getByRole('textbox', { name: 'Message' }).fill('Begun before')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => page.url(), SOON).toContain(inAddress(chat))
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue(), SOON)
    .toBe('Begun before\nAre you there?')
})

test('nobody is led anywhere who has closed the dialog before the answer', async () => {
  const desk = await openDesk(app)
  const path = await closedChat(desk)
  await desk.say('anna', 'One more thing')
  const page = await open(desk.operators[0], path)
  const { counts, release } = await holdAnswers(page, 'Reachability')
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('For later')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached', ...SOON })
  const before = page.url()
  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  // What the answer leads to, it would lead to by the next one.
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => page.url(), SOON).not.toBe(before)
  await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue(), SOON).toBe('For later')
})

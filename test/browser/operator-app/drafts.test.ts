import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk, reply } from '../../support/desk.ts'
import { globalId } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

const composerOf = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** An operator with a chat of their own. */
async function openOwnChat() {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await reply(operator, id, 'Hi')
  const path = `/inbox/mine/${encodeURIComponent(globalId('Chat', id))}`
  const drafts = async () => {
    const rows = await app.services.db.draft.findMany({ where: { chatId: id } })
    return rows.map(({ text }) => text)
  }
  return { operator, path, drafts }
}

test('a draft is on another device when the chat is opened there, and gone from the first when it was sent', async () => {
  const { operator, path, drafts } = await openOwnChat()
  const laptop = await open(operator, path)
  await composerOf(laptop).fill('It is on its way')
  await laptop.locator('#content').focus()
  await laptop.keyboard.press('Escape')
  // Whoever leaves the chat does not wait for a pause.
  await expect.poll(drafts, SOON).toEqual(['It is on its way'])
  const phone = await open(operator, path, 380)
  await expect.poll(() => composerOf(phone).inputValue(), SOON).toBe('It is on its way')
  await composerOf(phone).press('Enter')
  await expect.poll(drafts, SOON).toEqual([''])
  await laptop.locator('a[data-chat]').click()
  await expect.poll(() => composerOf(laptop).inputValue(), SOON).toBe('')
})

test('what is being written here is not replaced by what another device has, and is saved as the last', async () => {
  const { operator, path, drafts } = await openOwnChat()
  const laptop = await open(operator, path)
  await composerOf(laptop).fill('Written on the laptop')
  await expect.poll(drafts, SOON).toEqual(['Written on the laptop'])
  await laptop.context().setOffline(true)
  await composerOf(laptop).fill('Written without a connection')
  const phone = await open(operator, path, 380)
  await expect.poll(() => composerOf(phone).inputValue(), SOON).toBe('Written on the laptop')
  await composerOf(phone).fill('Written on the phone')
  await expect.poll(drafts, SOON).toEqual(['Written on the phone'])
  await laptop.context().setOffline(false)
  await expect.poll(drafts).toEqual(['Written without a connection'])
  expect(await composerOf(laptop).inputValue()).toBe('Written without a connection')
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk, reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser({ loadsAhead: false })

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
  return { desk, operator, id, path, drafts }
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
  await expect.poll(() => composerOf(laptop).inputValue(), SOON).toBe('Written without a connection')
})

test('what was written to a visitor is in no tab any more when they were erased, also where none was open then', async () => {
  const { desk, operator, id, path } = await openOwnChat()
  const { db } = app.services
  const erase = async (visitorId: string) => {
    const input = { id: globalId('Visitor', visitorId) }
    expect((await mutate(desk.admin.execute, 'eraseVisitor', input)).userErrors).toEqual([])
  }
  const stored = (page: Page) =>
    page.evaluate(() => Object.values(localStorage).filter((value) => value.includes('secret')))
  const first = await open(operator, path)
  const second = await first.context().newPage()
  await second.goto(first.url())
  await composerOf(first).fill('A secret reply')
  await expect.poll(() => composerOf(second).inputValue(), SOON).toBe('A secret reply')
  await desk.say('w', 'Hello')
  const other = await desk.chatOf('w')
  await reply(operator, other.id, 'Hi')
  await first.goto(`${app.url}/inbox/mine/${encodeURIComponent(globalId('Chat', other.id))}`)
  await composerOf(first).fill('Another secret')
  await expect.poll(() => db.draft.count({ where: { chatId: other.id } }), SOON).toBe(1)
  expect(await stored(first)).toHaveLength(2)

  const { visitorId } = await db.chat.findUniqueOrThrow({ where: { id } })
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
  await erase(visitorId)
  await expect.poll(() => stored(second), SOON).toEqual([expect.stringContaining('Another secret')])

  await first.close()
  await second.goto('about:blank')
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', other.id) })
  await erase(other.visitorId)
  await second.goto(`${app.url}/inbox/mine`)
  await expect.poll(() => stored(second), SOON).toEqual([])
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk, reply } from '../../support/desk.ts'
import { globalId } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

const rowOf = (page: Page) => page.locator('a[data-chat]')

test('U marks the open chat as unread and goes back to the list, in other tabs too, until the chat is opened again', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await reply(operator, id, 'Hi')
  const other = await open(operator, '/inbox/mine', 380)
  const page = await open(operator, `/inbox/mine/${encodeURIComponent(globalId('Chat', id))}`)
  const unread = (of: Page) => expect.poll(() => rowOf(of).innerText(), SOON)
  await unread(other).not.toContain('Unread')
  await page.locator('#content').getByText('Hello').waitFor(SOON)
  await page.locator('#content').focus()
  await page.keyboard.press('u')
  await page.getByText('Marked as unread').waitFor(SOON)
  await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/inbox/mine')
  await unread(page).toContain('Unread')
  await unread(other).toContain('Unread')
  await rowOf(other).click()
  await unread(page).not.toContain('Unread')
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { mutate } from '../../support/graphql-client.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { chatWith, makeTag, tagsOf } from '../../tags/support.ts'
import { expectAccessible, SOON, startWithBrowser } from '../support.ts'

const { app, open } = startWithBrowser(startSwitchboard)

const rowOf = (page: Page) => page.locator('a[data-chat]')

test('T tags a chat by key, also with a new tag, and colleagues see it in the row', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, colleague] = desk.operators
  const chatId = await chatWith(desk, 'v')
  await makeTag(desk.admin, 'Order')
  const other = await open(colleague ?? operator, '/inbox/all')
  const page = await open(operator, `/inbox/all/${encodeURIComponent(chatId)}`)
  await page.getByText('Hello').last().waitFor(SOON)
  await page.locator('#content').focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Tag this chat' })
  await dialog.getByRole('option', { name: /Order/ }).waitFor(SOON)
  await page.keyboard.press('Enter')
  await expect.poll(() => rowOf(other).innerText(), SOON).toContain('Order')
  await page.keyboard.type('Refund')
  await page.keyboard.press('Enter')
  await expect.poll(() => tagsOf(operator, chatId), SOON).toEqual(['Order', 'Refund'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await mutate(desk.admin.execute, 'updateTag', {
    id: (await desk.admin.execute('{ tags { nodes { id name } } }')).data.tags.nodes[0].id,
    name: 'Delivery',
  })
  await expect.poll(() => rowOf(other).innerText(), SOON).toContain('Delivery')
})

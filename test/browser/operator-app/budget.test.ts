import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

const CHATS = 60
/** The part of a minute's budget that this may take. Nobody should meet it who works ten times as hard. */
const SHARE = 0.1

async function openPalette(page: Page, word: string): Promise<void> {
  await page.bringToFront()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.waitFor(SOON)
  await page.keyboard.type(word, { delay: 20 })
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached', ...SOON })
}

test('sixty chats in three tabs, which are loaded again and again, take little of the budget of a session', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const visitors = Array.from({ length: CHATS }, () => randomUUID())
  await Promise.all(visitors.map((visitor) => desk.say(visitor, 'Hello')))
  const chats = await Promise.all(visitors.map((visitor) => desk.chatOf(visitor)))
  /** What was left of the minute's budget after each answer. */
  const left: number[] = []
  let refused = 0
  const first = await open(operator, '/inbox/waiting')
  const pages = [first, await first.context().newPage(), await first.context().newPage()]
  for (const page of pages) {
    page.on('response', (response) => {
      if (response.status() === 429) refused++
      const remaining = response.headers()['ratelimit-remaining']
      if (remaining) left.push(Number(remaining))
    })
    await page.goto(`${app.url}/inbox/mine`)
  }
  for (const { id } of chats) {
    const { userErrors } = await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
    expect(userErrors).toEqual([])
  }
  for (const [round, page] of pages.entries()) {
    await Promise.all(visitors.map((visitor) => desk.say(visitor, `Is anybody there? ${round}`)))
    await page.reload()
    await page.getByText(`Is anybody there? ${round}`).first().waitFor(SOON)
    for (let n = 0; n < 5; n++) {
      await page.locator('a[href*="/inbox/mine/"]').nth(n).click()
      await page.getByRole('textbox', { name: 'Message' }).waitFor(SOON)
    }
    await openPalette(page, 'settings')
  }
  const limit = app.services.env.limits.graphqlCostPerMinute
  expect(refused).toBe(0)
  expect(left.length).toBeGreaterThan(CHATS)
  expect(limit - Math.min(...left)).toBeLessThan(limit * SHARE)
})

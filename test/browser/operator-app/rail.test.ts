import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('on a phone, the pages that the bar has no room for are under More, by key too', async () => {
  const desk = await openDesk(app)
  const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement)
  const page = await open(desk.admin, '/inbox/waiting', 380)
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'Archive' }).waitFor(SOON)
  await expect.poll(() => bar.getByRole('link').count(), SOON).toBe(4)
  const more = bar.getByRole('button', { name: /^More/ })
  await more.press('Enter')
  const items = page.getByRole('menuitem')
  await items.filter({ hasText: 'Visitors on the site' }).waitFor(SOON)
  await expect
    .poll(() => items.allTextContents(), SOON)
    .toEqual(['Visitors on the site', 'Team', 'Reports', 'Settings', 'Commands'])
  await expectAccessible(page)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor(SOON)
  await expect.poll(() => more.textContent(), SOON).toContain('Settings')
  await expect.poll(() => hasFocus(more), SOON).toBe(true)
  // Enter would be the rest of the press before, for half a second.
  await more.press('ArrowDown')
  await items.filter({ hasText: 'Commands' }).press('Enter')
  const palette = page.getByRole('dialog', { name: 'Command palette' }).locator('input')
  await expect.poll(() => hasFocus(palette), SOON).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(more), SOON).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await bar.getByRole('link', { name: 'Reports' }).waitFor(SOON)
  await expect.poll(() => more.count(), SOON).toBe(0)
})

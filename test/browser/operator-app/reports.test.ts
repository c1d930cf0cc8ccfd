import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { addPastChat, countEverything, HOUR_MS } from '../../reports/past-chats.ts'
import { openDesk } from '../../support/desk.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('an admin reads the reports, narrows them, follows a figure to its chats and takes the rows along as a file', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const accepted = { userId: operator.user.id, after: 50 }
  for (let index = 0; index < 6; index += 1) {
    await addPastChat(app.services, desk, {
      startedAt: new Date(Date.now() - (24 + index) * HOUR_MS),
      said:
        index < 4
          ? [
              [0, 'VISITOR'],
              [60, 'OPERATOR'],
            ]
          : [[0, 'VISITOR']],
      lasts: 600,
      accepted: index < 4 ? accepted : undefined,
    })
  }
  await countEverything(app.services, desk)
  const page = await open(desk.admin, '/inbox/waiting')
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.getByRole('heading', { name: 'Reports' }).waitFor(SOON)

  const figure = (name: string) =>
    page
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
      .first()
  await expect.poll(() => figure('Chats All').innerText(), SOON).toBe('6')
  expect(await figure('Missed').innerText()).toBe('2 (33%)')
  expect(await figure('First reply From').innerText()).toContain('1 min')
  await page
    .getByRole('img', { name: /A chart of the table/ })
    .locator('canvas')
    .waitFor(SOON)
  await expectAccessible(page)
  await page.setViewportSize({ width: 380, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByText('Operator', { exact: true }).last().click()
  const row = page.getByRole('row', { name: new RegExp(`^${operator.user.name}`) })
  await row.waitFor(SOON)
  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as CSV' }).click()
  const file = await readFile(await (await arriving).path(), 'utf8')
  expect(file).toMatch(new RegExp(`^${operator.user.name},4,4,0,`, 'm'))

  await page.getByLabel('Operator', { exact: true }).first().selectOption(operator.user.name)
  await expect.poll(() => figure('Chats All').innerText(), SOON).toBe('4')
  await figure('Chats All').getByRole('link').click()
  const rows = page.getByRole('list', { name: 'Closed chats' }).getByRole('link')
  await expect.poll(() => rows.count(), SOON).toBe(4)
  expect(problems).toEqual([])
})

test('somebody who is no admin has no reports', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.operators[0], '/reports')
  expect(await page.getByRole('link', { name: 'Reports' }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Reports' }).count()).toBe(0)
})

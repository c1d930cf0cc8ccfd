import { expect, test } from 'vitest'
import { SOON, withBrowser } from '../support.ts'
import { openShop, openVisitor } from './support.ts'

const { app, browser } = withBrowser()

test('the demo page calls every function, logs what happens, and needs no more than its strict policy', async () => {
  const { widget } = await openShop(app)
  const { context, problems } = await openVisitor(browser)
  const page = await context.newPage()
  const response = await page.goto(`${app.url}/demo?widget=${widget.publicId}`)
  expect(response?.headers()['content-security-policy']).not.toContain('unsafe')
  const log = page.locator('#log')
  await log.getByText('svc_onLoad', { exact: true }).waitFor(SOON)
  const functions = await page.evaluate(() => Object.keys(window.svc_api ?? {}))
  for (const name of functions) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await log
      .getByText(new RegExp(`^${name} `))
      .first()
      .waitFor(SOON)
  }
  expect(functions.length).toBeGreaterThanOrEqual(20)
  await page.getByText('Go to another page').click()
  await log.getByText('Page 2 of the demo').waitFor(SOON)
  await page.getByRole('button', { name: 'svc_destroy' }).click()
  await log.getByText('svc_onWidgetDestroy').waitFor(SOON)
  await expect.poll(() => page.locator('switchboard-widget').count(), SOON).toBe(0)
  expect(problems).toEqual([])
})

test('the demo page has an icon', async () => {
  const { widget } = await openShop(app)
  const page = await (await fetch(`${app.url}/demo?widget=${widget.publicId}`)).text()
  const address = /<link rel="icon" [^>]*href="([^"]+)"/.exec(page)?.[1]
  const icon = await fetch(new URL(address ?? '', app.url))
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})

test('without a widget the demo page says what to do', async () => {
  // Two accounts: nobody's page may lead to another company.
  await openShop(app)
  await openShop(app)
  const answer = await fetch(`${app.url}/demo`)
  expect(await answer.text()).toContain('There is no widget to show.')
  const strange = await fetch(`${app.url}/demo?widget=${encodeURIComponent('"><script>')}`)
  expect(await strange.text()).not.toContain('"><script>')
})

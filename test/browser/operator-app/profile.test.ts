import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { launchChromium } from '../../support/chromium.ts'
import { makeAccount, PASSWORD } from '../../support/factories.ts'
import { graphqlAs } from '../../support/graphql-client.ts'
import { signIn } from '../support.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await startTestApp()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

test('a new token stays on the screen until the person says that they copied it, and ends with their password', async () => {
  const { admin } = await makeAccount(app.services)
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await signIn(page, app.url, { email: admin.email, password: PASSWORD })
  await page.goto(`${app.url}/settings/profile`)
  await page.getByLabel('Name of the new token').fill('Reports')
  await page.getByLabel('Expires').selectOption({ label: 'In 30 days' })
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your new token' })
  const token = await dialog.locator('code').innerText()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Expires in 30 days').waitFor()
  const holds = async () => (await graphqlAs(app.url, { token })('{ viewer { email } }')).status === 200
  expect(await holds()).toBe(true)

  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('another good password')
  await page.getByLabel('Also revoke my API tokens').check()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('No tokens yet.').waitFor()
  expect(await holds()).toBe(false)
})

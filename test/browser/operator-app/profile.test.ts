import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { PASSWORD, signedIn } from '../../support/factories.ts'
import { graphqlAs } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('a new token stays on the screen until the person says that they copied it, and ends with their password', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/profile')
  await page.getByLabel('Name of the new token').fill('Reports')
  await page.getByLabel('Expires').selectOption({ label: 'In 30 days' })
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your new token' })
  const token = await dialog.locator('code').innerText()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect.poll(() => dialog.isVisible(), SOON).toBe(true)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Expires in 30 days').waitFor()
  const holds = async () => (await graphqlAs(app.url, { token })('{ viewer { email } }')).status === 200
  await expect.poll(holds, SOON).toBe(true)

  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('another good password')
  await page.getByLabel('Also revoke my API tokens').check()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('No tokens yet.').waitFor()
  await expect.poll(holds, SOON).toBe(false)
})

test('whoever ends sessions by keyboard goes on at the next one, and after the last at the page', async () => {
  const { admin } = await openDesk(app)
  for (const _ of ['one', 'two']) await signedIn(app.services, admin.user.id)
  const page = await open(admin, '/settings/profile')
  const buttons = page.getByRole('button', { name: 'End', exact: true })
  await expect.poll(() => buttons.count(), SOON).toBe(2)
  await buttons.first().press('Enter')
  await expect.poll(() => buttons.count(), SOON).toBe(1)
  const hasFocus = () => buttons.first().evaluate((button) => button === document.activeElement)
  await expect.poll(hasFocus, SOON).toBe(true)
  // A press in the moment in which the focus has come there by itself is not meant for it.
  const pressAgain = async () => {
    if ((await buttons.count()) > 0 && (await hasFocus())) await page.keyboard.press('Enter')
    return buttons.count()
  }
  await expect.poll(pressAgain, SOON).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body), SOON).toBe(false)
})

test('what is shown only once is not left by a step back without being asked', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/people')
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByLabel('Name of the new token').fill('Reports')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your new token' })
  const token = await dialog.locator('code').innerText()
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Cancel' }).click(SOON)
  await expect.poll(() => dialog.locator('code').innerText(), SOON).toBe(token)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await page.goBack()
  await page.waitForURL('**/settings/people')
})

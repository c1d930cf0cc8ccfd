import { afterAll, expect, test } from 'vitest'
import { makeAccount } from '../../support/factories.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { expectAccessible, SOON, signIn, startWithBrowser } from '../support.ts'

let server: MailServer
// Runs after the installation's own, which was registered later.
afterAll(() => server?.stop())
const { app, openWindow } = startWithBrowser(async () => {
  server = await startMailServer()
  return startSwitchboard({ variables: { SMTP_URL: server.url, MAIL_FROM: 'support@example.com' } })
})

test('somebody who forgot their password sets another by the mail and signs in with it', async () => {
  const { admin } = await makeAccount(app.services)
  const page = await openWindow({ width: 380, height: 800 })
  const picture = async (name: string) =>
    process.env.SCREENSHOTS && page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` })
  await page.goto(`${app.url}/sign-in`)
  await picture('sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(admin.email)
  await expectAccessible(page)
  await picture('forgot')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await picture('asked')
  const [mail] = await server.waitFor(admin.email)
  const token = /\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await page.goto(`${app.url}/reset/${token}`)
  await page.getByRole('textbox', { name: 'New password' }).fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('A password needs at least 10 characters.').waitFor()
  await page.getByRole('textbox', { name: 'New password' }).fill('a whole new password')
  await expectAccessible(page)
  await picture('reset')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
  await page.goto(`${app.url}/reset/${token}`)
  await page.getByRole('textbox', { name: 'New password' }).fill('a whole new password')
  await page.keyboard.press('Enter')
  await page.getByText('This link is no longer valid. Ask for a new one.').waitFor()
  await picture('used')
  await page.setViewportSize({ width: 1440, height: 900 })
  await picture('used-wide')
  await signIn(page, app.url, { email: admin.email, password: 'a whole new password' })
  const wide = await page.context().newPage()
  await wide.setContent(mail?.html ?? '')
  if (process.env.SCREENSHOTS) await wide.screenshot({ path: `${process.env.SCREENSHOTS}/mail.png` })
  await expect.poll(() => wide.locator('a').getAttribute('href'), SOON).toContain(token)
})

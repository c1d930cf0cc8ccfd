import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../../../server/worker.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { launchChromium } from '../../support/chromium.ts'
import { makeAccount } from '../../support/factories.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { expectAccessible, signIn } from '../support.ts'

let server: MailServer
let app: TestApp
let stop: () => Promise<void>
beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ variables: { SMTP_URL: server.url, MAIL_FROM: 'support@example.com' } })
  const worker = await startWorker(app.services)
  stop = () => worker.stop()
})
afterAll(async () => {
  await stop()
  await app.close()
  await server.stop()
})

test('somebody who forgot their password sets another by the mail and signs in with it', async () => {
  const { admin } = await makeAccount(app.services)
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({
      viewport: { width: 380, height: 800 },
      bypassCSP: true,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
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
    const wide = await context.newPage()
    await wide.setContent(mail?.html ?? '')
    if (process.env.SCREENSHOTS) await wide.screenshot({ path: `${process.env.SCREENSHOTS}/mail.png` })
    expect(await wide.locator('a').getAttribute('href')).toContain(token)
  } finally {
    await browser.close()
  }
})

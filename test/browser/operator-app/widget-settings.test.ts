import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { launchChromium } from '../../support/chromium.ts'
import { openDesk } from '../../support/desk.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { expectAccessible } from '../support.ts'

const SOON = { timeout: 20_000 }

let app: TestApp
let browser: Browser

beforeAll(async () => {
  app = await startSwitchboard()
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

async function openNewChannel(width = 1440): Promise<{ page: Page; accountId: string }> {
  const { admin, account } = await openDesk(app)
  const context = await browser.newContext({ bypassCSP: true, viewport: { width, height: 900 } })
  onTestFinished(() => context.close())
  const [name = '', value = ''] = admin.cookie.split('=')
  await context.addCookies([{ name, value, url: app.url }])
  const page = await context.newPage()
  await page.goto(`${app.url}/settings/channels/new`)
  await page.getByText('Website widget').click(SOON)
  return { page, accountId: account.id }
}

const headerOf = (page: Page) => page.locator('.page .panel header')

test('a widget is made with its looks, its texts and its websites, and gives the line for the site', async () => {
  const { page, accountId } = await openNewChannel()
  await page.getByLabel('Name', { exact: true }).fill('Shop')
  await page.getByLabel('Title').fill('Nordic Living')
  await page.getByLabel('Color', { exact: true }).fill('#7a3fd0')
  await page.getByText('Left', { exact: true }).click()
  await page.getByLabel('Language').selectOption('de')
  await page.getByLabel('Ask for contact details').selectOption('BEFORE_CHAT')
  await page.getByLabel('Telephone', { exact: true }).check()
  await page.getByLabel('E-mail: Required').check()
  await page.getByRole('switch', { name: 'Sound' }).click()
  await page.getByLabel('Websites').fill('https://shop.example\nhttps://www.shop.example')
  await page.getByRole('button', { name: 'Create channel' }).click()
  await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor(SOON)
  const channel = await app.services.db.channel.findFirstOrThrow({
    where: { accountId, kind: 'WIDGET' },
    include: { widget: true },
  })
  expect(channel.widget).toMatchObject({
    title: 'Nordic Living',
    color: '#7a3fd0',
    color2: null,
    position: 'LEFT',
    locale: 'de',
    contactsForm: 'BEFORE_CHAT',
    contactFields: ['NAME', 'EMAIL', 'PHONE'],
    requiredFields: ['EMAIL'],
    sound: false,
    origins: ['https://shop.example', 'https://www.shop.example'],
  })
  await page.getByText(`data-id="${channel.publicId}"`).waitFor(SOON)

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(
      async () =>
        (await app.services.db.widgetSettings.findUnique({ where: { channelId: channel.id } }))?.title,
    )
    .toBeNull()
  await expectAccessible(page)
})

test('the preview is the real window, and shows what is typed before it is saved', async () => {
  const { page } = await openNewChannel()
  await headerOf(page).waitFor(SOON)
  await page.getByLabel('Title').fill('Nordic Living')
  await page.getByText('Start', { exact: true }).click()
  await headerOf(page).getByText('Nordic Living').waitFor(SOON)
  await page.getByLabel('Greeting').fill('Welcome to our shop!')
  await page.locator('.page').getByText('Welcome to our shop!').waitFor(SOON)
  await page.getByLabel('Color', { exact: true }).fill('#ffd23f')
  await expect
    .poll(() => headerOf(page).evaluate((header) => getComputedStyle(header).color), SOON)
    .toBe('rgb(17, 18, 21)')
  await page.getByLabel('Language').selectOption('ar')
  await page.locator('.page .panel[dir=rtl]').waitFor(SOON)
  await page.getByText('Nobody there').click()
  await page.locator('.page .panel form.sheet').waitFor(SOON)
  // A picture for the eye: it takes no focus away from what is being typed, and none goes into it.
  await page.getByLabel('Greeting').focus()
  await page.getByText('Chat', { exact: true }).first().click()
  await page.locator('.page .composer').waitFor(SOON)
  expect(await page.evaluate(() => document.activeElement?.shadowRoot ?? null)).toBeNull()
  await expectAccessible(page)
})

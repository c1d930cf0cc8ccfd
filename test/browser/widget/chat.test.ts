import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { launchChromium } from '../../support/chromium.ts'
import { reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import {
  callApi,
  launcherOf,
  openShop,
  openSite,
  openVisitor,
  SOON,
  untilCalled,
  visitPage,
} from './support.ts'

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

test('a visitor writes on a page with a strict policy, and the operator’s answer arrives', async () => {
  const { desk, widget } = await openShop(app)
  const site = await openSite({ service: app.url, widgetId: widget.publicId })
  const { context, problems } = await openVisitor(browser)
  const page = await visitPage(context, site.url)
  await launcherOf(page).click()
  await untilCalled(page, 'svc_onOpen')
  const field = page.getByRole('textbox')
  await field.fill('Do you have it in blue?')
  await page.keyboard.press('Enter')
  await untilCalled(page, 'svc_onMessageSent')
  const chat = await app.services.db.chat.findFirstOrThrow({ where: { channelId: widget.id } })
  const [operator] = desk.operators
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', chat.id) })
  await reply(operator, chat.id, 'Yes, in two blues.')
  await page.getByText('Yes, in two blues.').first().waitFor(SOON)
  await expect.poll(() => callApi(page, 'getUnreadMessagesCount'), SOON).toBe(0)
  expect(problems).toEqual([])
})

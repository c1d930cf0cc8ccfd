import { expect, test } from 'vitest'
import { reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'
import { callApi, launcherOf, openShop, openSite, openVisitor, untilCalled, visitPage } from './support.ts'

const { app, browser } = withBrowser()

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

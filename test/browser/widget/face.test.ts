import type { Locator } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { reply } from '../../support/desk.ts'
import { openBrowser, write } from '../../support/widget.ts'
import { SOON, withBrowser } from '../support.ts'
import { launcherOf, openShop, openSite, openVisitor, untilCalled, visitPage } from './support.ts'
import { accept, close, expectAccessible, fieldOf, messageOf, openVisit, say } from './window-support.ts'

const { app, browser } = withBrowser()

test('the launcher stands where the settings say, with its words, and the window above it', async () => {
  const { widget } = await openShop(app, {
    offsetX: 8,
    offsetY: 96,
    zIndex: 10,
    launcherIcon: 'SMILE',
    launcherLabel: 'Questions?',
  })
  const body = '<div class="bar">We use cookies.</div>'
  const style = '.bar { position: fixed; inset: auto 0 0; height: 150px; z-index: 20; background: #eee }'
  const site = await openSite({ service: app.url, widgetId: widget.publicId, body, style })
  const { context, problems } = await openVisitor(browser)
  const page = await visitPage(context, site.url)
  const launcher = page.getByRole('button', { name: `Questions?: ${widget.name}` })
  const { width: pageWidth = 0, height: pageHeight = 0 } = page.viewportSize() ?? {}
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const gapsOf = ({ x, y, width, height }: Awaited<ReturnType<typeof boxOf>>) => [
    pageWidth - x - width,
    pageHeight - y - height,
  ]
  await expect.poll(async () => gapsOf(await boxOf(launcher)), SOON).toEqual([8, 96])
  const place = await boxOf(launcher)
  expect(place.width).toBeGreaterThan(place.height * 2)
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  const isInFront = () =>
    page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.className === 'bar', [x, y] as const)
  // The bar has a greater number.
  await expect.poll(isInFront, SOON).toBe(true)
  await page.evaluate(() => document.querySelector('.bar')?.remove())
  await launcher.click()
  const panel = page.getByRole('dialog')
  await expect.poll(async () => gapsOf(await boxOf(panel)), SOON).toEqual([8, pageHeight - (place.y - 16)])
  // Open, it is the round button that closes the window.
  await expect.poll(() => launcherOf(page).textContent(), SOON).toBe('')
  expect(problems).toEqual([])
})

test('the first view says when operators usually answer, and a question of it starts the chat, once', async () => {
  const shop = await openShop(app, { quickQuestions: ['Where is my order?', 'Do you ship to Norway?'] })
  for (let count = 0; count < 5; count++) {
    const { chatId } = await write(await openBrowser(app.url, shop.widget.publicId), 'Hello')
    await accept(shop.desk, { id: chatId })
    await reply(shop.desk.operators[0], chatId, 'Good morning')
    await close(shop.desk, { id: chatId })
  }
  const { page, written, problems } = await openVisit(app, browser, { shop })
  await page.getByText('We usually answer within 1 minute.').waitFor(SOON)
  await expectAccessible(page)
  const before = (await written()).length
  await page.getByRole('button', { name: 'Where is my order?' }).dblclick()
  await messageOf(page, 'Where is my order?').getByText('Sent').waitFor(SOON)
  await expect.poll(() => page.getByRole('button', { name: 'Do you ship' }).count(), SOON).toBe(0)
  expect((await written()).slice(before).map(({ text }) => text)).toEqual(['Where is my order?'])
  expect(problems).toEqual([])
})

test('the first view shows what was said last, and leads to the conversation and back', async () => {
  const { page, desk, operator, chat } = await openVisit(app, browser)
  await say(page, 'Do you have sofas?')
  const opened = await chat()
  await accept(desk, opened)
  await reply(operator, opened.id, 'Yes, soft ones')
  await messageOf(page, 'Yes, soft ones').waitFor(SOON)
  await close(desk, opened)
  // Whoever is reading is not taken away from it, also on the next page.
  await page.getByText('How was this conversation?').waitFor(SOON)
  await page.reload()
  await page.getByText('How was this conversation?').waitFor(SOON)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await launcherOf(page).click()
  await page.getByRole('button', { name: 'Yes, soft ones' }).click(SOON)
  await messageOf(page, 'Do you have sofas?').waitFor(SOON)
  await page.getByRole('button', { name: 'The first page of the chat' }).click()
  await page.getByRole('button', { name: 'Yes, soft ones' }).waitFor(SOON)
  await fieldOf(page).fill('And chairs?')
  await fieldOf(page).press('Enter')
  await messageOf(page, 'And chairs?').getByText('Sent').waitFor(SOON)
})

test('an answer stands beside the closed launcher, one at a time, until it is read or dismissed in any tab', async () => {
  const { page, context, url, desk, operator, chat, problems } = await openVisit(app, browser)
  await say(page, 'Hello')
  const opened = await chat()
  await accept(desk, opened)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  const other = await visitPage(context, url)
  await reply(operator, opened.id, 'One moment, please')
  await reply(operator, opened.id, 'It is on its way')
  const cardOf = (tab: typeof page) =>
    tab.getByRole('complementary', { name: `Message from ${operator.user.name}` })
  for (const tab of [page, other]) {
    await cardOf(tab).getByText('It is on its way').waitFor(SOON)
    await expect.poll(() => tab.getByText('One moment, please').count(), SOON).toBe(0)
  }
  await expectAccessible(page)
  await cardOf(page).getByRole('button', { name: 'Dismiss' }).click()
  for (const tab of [page, other]) await cardOf(tab).waitFor({ state: 'detached', ...SOON })
  await page.goto(`${url}/next`)
  await untilCalled(page, 'svc_onLoad')
  // It stays dismissed, and a later one is shown.
  await reply(operator, opened.id, 'It has arrived')
  for (const tab of [page, other]) await cardOf(tab).getByText('It has arrived').waitFor(SOON)
  await page.reload()
  await cardOf(page).getByText('It has arrived').waitFor(SOON)
  await cardOf(page).getByRole('button', { name: 'Reply' }).click()
  await messageOf(page, 'It has arrived').waitFor(SOON)
  await cardOf(other).waitFor({ state: 'detached', ...SOON })
  await vi.waitFor(async () => expect((await chat()).seenSeq).toBe((await chat()).lastSeq), SOON)
  expect(problems).toEqual([])
})

test('where the settings say so, only the number on the launcher tells of an answer', async () => {
  const { page, desk, operator, chat, problems } = await openVisit(app, browser, {
    settings: { showsAnswers: false },
  })
  await say(page, 'Hello')
  const opened = await chat()
  await accept(desk, opened)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await reply(operator, opened.id, 'It is on its way')
  await page.getByRole('button', { name: /\(1\)$/ }).waitFor(SOON)
  await expect.poll(() => page.getByRole('complementary').count(), SOON).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: /\(1\)$/ }).click(SOON)
  await messageOf(page, 'It is on its way').waitFor(SOON)
  expect(problems).toEqual([])
})

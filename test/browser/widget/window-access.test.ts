import type { Locator, Page } from 'playwright-core'
import sharp, { type Region } from 'sharp'
import { expect, test } from 'vitest'
import { openDesk, reply } from '../../support/desk.ts'
import { mutate } from '../../support/graphql-client.ts'
import { makeWidget } from '../../support/widget.ts'
import { SOON, withBrowser } from '../support.ts'
import { callApi, launcherOf, openShop, openSite, openVisitor, visitPage } from './support.ts'
import {
  accept,
  choose,
  close,
  expectAccessible,
  fieldOf,
  messageOf,
  openVisit,
  say,
} from './window-support.ts'

const THEMES = ['light', 'dark'] as const

const { app, browser } = withBrowser()

test.for(THEMES)('every view can be read by everybody and with a screen reader: %s', async (theme) => {
  const { page, chat, desk, operator } = await openVisit(app, browser, {
    settings: { theme: theme === 'dark' ? 'DARK' : 'LIGHT', color: '#ffb300' },
  })
  await page.getByText('Hello! How can we help you?').waitFor()
  await expectAccessible(page)
  await say(page, 'Hello, see https://shop.example')
  const opened = await chat()
  await accept(desk, opened)
  await reply(operator, opened.id, 'See https://shop.example/help.')
  await messageOf(page, 'help').waitFor(SOON)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  for (const view of ['Contact details', 'Rate this conversation', 'Send me this conversation']) {
    await choose(page, view)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back to the conversation' }).click()
  }
  await close(desk, opened)
  await page.getByRole('button', { name: 'Good', exact: true }).click(SOON)
  await page.getByRole('textbox', { name: 'What was good or bad?' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await callApi(page, 'showProactiveInvitation', 'May I help you?')
  await page.getByText('May I help you?').first().waitFor(SOON)
  await expectAccessible(page)
})

test('the offline form and what is wrong with it can be read by everybody', async () => {
  const desk = await openDesk(app)
  const widget = await makeWidget(app.services, { accountId: desk.account.id })
  const { page } = await openVisit(app, browser, { shop: { desk, widget } })
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Message is required.').waitFor()
  await expectAccessible(page)
})

test('everything can be done by keyboard: the focus stays within, and goes back to where it came from', async () => {
  const { page, desk, chat } = await openVisit(app, browser)
  const launcher = page.locator('.launcher')
  await expect.poll(() => isFocused(fieldOf(page)), SOON).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(launcher), SOON).toBe(true)
  await page.keyboard.press('Enter')
  await fieldOf(page).waitFor()
  await expect.poll(() => isFocused(fieldOf(page)), SOON).toBe(true)
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('alone')
  await page.keyboard.press('Enter')
  await messageOf(page, 'By keyboard').getByText('Sent').waitFor(SOON)
  expect((await chat()).status).toBe('QUEUED')
  await accept(desk, await chat())

  // All the way round, in both directions, and never out of the window.
  for (const key of ['Tab', 'Shift+Tab']) {
    const stops = new Set<string>()
    for (let count = 0; count < 12; count++) {
      await page.keyboard.press(key)
      stops.add(await focusedWithin(page))
    }
    expect([...stops]).toEqual(expect.arrayContaining(['Close the chat', 'More', 'Attach a file', 'Emoji']))
    expect([...stops]).not.toContain('')
  }

  await page.getByRole('button', { name: 'Emoji' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => fieldOf(page).inputValue(), SOON).toMatch(/^\p{Emoji}/u)

  await page.getByRole('button', { name: 'More' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedWithin(page), SOON).toBe('More')
  await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(launcher), SOON).toBe(true)
})

test('a chat that is still open after a reload leaves the focus to the page, until the visitor opens it', async () => {
  const { desk, widget } = await openShop(app)
  const body = '<input type="search" aria-label="Search">'
  const site = await openSite({ service: app.url, widgetId: widget.publicId, body })
  const { context } = await openVisitor(browser)
  const page = await visitPage(context, site.url)
  const search = page.getByRole('searchbox')
  const typeThere = async (text: string) => {
    await page.keyboard.type(text, { delay: 50 })
    await expect.poll(() => search.inputValue()).toContain(text)
  }
  await launcherOf(page).click()
  await expect.poll(() => isFocused(fieldOf(page)), SOON).toBe(true)
  await page.reload()
  await search.focus()
  await fieldOf(page).waitFor(SOON)
  await typeThere('red sofa')
  const setAvailability = (available: boolean) =>
    mutate(desk.operators[0].execute, 'setAvailability', { available })
  await setAvailability(false)
  await page.getByRole('textbox', { name: 'Phone' }).waitFor(SOON)
  await typeThere(' for two')
  await setAvailability(true)
  await fieldOf(page).waitFor(SOON)
  await typeThere(' or three')
  await callApi(page, 'close')
  await callApi(page, 'open')
  await expect.poll(() => isFocused(fieldOf(page)), SOON).toBe(true)
})

test('a new message is said to whoever cannot see it', async () => {
  const { page, chat, desk, operator } = await openVisit(app, browser)
  await say(page, 'Hello')
  const opened = await chat()
  await accept(desk, opened)
  await reply(operator, opened.id, 'At your service')
  const live = page.locator('[aria-live=polite]')
  await live.getByText(`${operator.user.name}: At your service`).waitFor({ ...SOON, state: 'attached' })
})

test('what was said when it came is not said again when the chat is opened', async () => {
  const { page, chat, desk, operator } = await openVisit(app, browser)
  await say(page, 'Hello')
  const opened = await chat()
  await accept(desk, opened)
  await reply(operator, opened.id, 'At your service')
  await messageOf(page, 'At your service').waitFor(SOON)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await reply(operator, opened.id, 'Are you there?')
  await page.getByRole('status').getByText('Are you there?').waitFor(SOON)
  const said = await noteSpoken(page)
  await page.getByRole('button', { name: 'Reply' }).click()
  await messageOf(page, 'Are you there?').waitFor(SOON)
  await reply(operator, opened.id, 'I will wait')
  await expect.poll(said, SOON).toContain(`${operator.user.name}: I will wait`)
  expect((await said()).join()).not.toContain('Are you there?')
})

/** Notes what the region of the window says from now on, from before it is there. */
async function noteSpoken(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const root = document.querySelector('switchboard-widget')?.shadowRoot as ShadowRoot
    new MutationObserver(() =>
      said.push(root.querySelector('.spoken[aria-live]')?.textContent ?? ''),
    ).observe(root, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}

test('in Arabic it is read from the right, and loads only that language', async () => {
  const loaded: string[] = []
  const { page, chat, desk, operator } = await openVisit(app, browser, { settings: { locale: 'ar' } })
  page.on('request', (request) => loaded.push(request.url()))
  await page.reload()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor(SOON)
  await expect
    .poll(
      () => dialog.evaluate((one: HTMLElement) => [one.dir, one.lang, getComputedStyle(one).direction]),
      SOON,
    )
    .toEqual(['rtl', 'ar', 'rtl'])
  const field = page.getByRole('textbox', { name: 'اكتب رسالة…' })
  await field.fill('مرحبا')
  await field.press('Enter')
  await messageOf(page, 'مرحبا').getByText('تم الإرسال').waitFor(SOON)
  const own = await messageOf(page, 'مرحبا').locator('.bubble').boundingBox()
  const opened = await chat()
  await accept(desk, opened)
  await reply(operator, opened.id, 'Hello')
  await messageOf(page, 'Hello').waitFor(SOON)
  const theirs = await messageOf(page, 'Hello').locator('.bubble').boundingBox()
  expect(own?.x).toBeLessThan(theirs?.x ?? 0)
  await expectAccessible(page)
  expect(loaded.filter((url) => url.includes('/texts-')).map((url) => /texts-(\w\w)/.exec(url)?.[1])).toEqual(
    ['ar'],
  )
})

test('where the system chooses the colours, the button has its picture, and what was chosen can be told', async () => {
  const { page, chat, desk } = await openVisit(app, browser)
  await page.emulateMedia({ forcedColors: 'active' })
  await say(page, 'Hello')
  await close(desk, await chat())
  const good = page.getByRole('button', { name: 'Good', exact: true })
  await good.click(SOON)
  await expect.poll(() => good.getAttribute('aria-pressed'), SOON).toBe('true')
  const edge = { left: 8, top: 18, width: 2, height: 2 }
  expect(await colorsOf(good, edge)).not.toEqual(
    await colorsOf(page.getByRole('button', { name: 'Not good' }), edge),
  )
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const [dark, light] = await colorsOf(launcherOf(page), { left: 14, top: 14, width: 24, height: 24 })
  expect(light - dark).toBeGreaterThan(100)
})

test('the page of a phone is not made larger when a field is touched, as Safari does for small letters', async () => {
  const { page } = await openVisit(app, browser)
  const sizeOf = (field: Locator) =>
    field.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(await sizeOf(fieldOf(page))).toBeGreaterThanOrEqual(16)
  await choose(page, 'Contact details')
  expect(await sizeOf(page.getByRole('textbox', { name: 'Name' }))).toBeGreaterThanOrEqual(16)
})

test.for([
  { name: 'a narrow phone', width: 320, height: 568 },
  { name: 'a phone on its side', width: 667, height: 320 },
  { name: 'a phone at 200 %', width: 190, height: 380 },
  { name: 'a desktop at 400 %', width: 360, height: 225 },
])('on $name it fills the screen, and nothing is cut off', async ({ width, height }) => {
  const { page, chat } = await openVisit(app, browser)
  await page.setViewportSize({ width, height })
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.boundingBox(), SOON).toEqual({ x: 0, y: 0, width, height })
  await say(page, `A word of ${'very '.repeat(60)}https://shop.example/${'long'.repeat(60)}`)
  await chat()
  const cut = () =>
    dialog.evaluate((panel) =>
      [...panel.querySelectorAll('button, textarea, input, .bubble')]
        .map((one) => [one.className, one.getBoundingClientRect()] as const)
        .filter(([, { left, right }]) => left < 0 || right > innerWidth)
        .map(([name]) => name),
    )
  await expect.poll(cut, SOON).toEqual([])
  expect((await fieldOf(page).boundingBox())?.width).toBeGreaterThan(width / 3)
  await page.getByRole('button', { name: 'Emoji' }).click()
  const smile = page.getByRole('button', { name: '😀' })
  await expect.poll(async () => (await smile.boundingBox())?.y, SOON).toBeGreaterThan(0)
  await expect.poll(cut, SOON).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Rate this conversation' }).waitFor(SOON)
  await expect.poll(cut, SOON).toEqual([])
  await page.keyboard.press('Escape')
  await choose(page, 'Contact details')
  await page.getByRole('button', { name: 'Save' }).scrollIntoViewIfNeeded()
  await expect.poll(cut, SOON).toEqual([])
})

/** How dark and how light a part of an element is, from 0 to 255. */
async function colorsOf(element: Locator, part: Region): Promise<[dark: number, light: number]> {
  const picture = sharp(await element.screenshot())
    .extract(part)
    .removeAlpha()
    .greyscale()
  const values = await picture.raw().toBuffer()
  return [Math.min(...values), Math.max(...values)]
}

const isFocused = (locator: ReturnType<Page['locator']>) =>
  locator.evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement === one)

/** The name of what has the focus within the window; empty when nothing there has. */
function focusedWithin(page: Page): Promise<string> {
  return page.evaluate(() => {
    const active = document.activeElement?.shadowRoot?.activeElement
    const within = active?.closest('[role=dialog]')
    return within ? (active?.getAttribute('aria-label') ?? active?.tagName ?? '') : ''
  })
}

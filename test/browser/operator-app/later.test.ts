import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openDesk, reply } from '../../support/desk.ts'
import { SOON, typeQuickly, withBrowser } from '../support.ts'

const { app, enter } = withBrowser()

/** Keeps a script of the app from the page until it is let go. */
async function holdScript(page: Page, name: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  onTestFinished(() => release())
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  return release
}

async function enterInbox({ loadsAhead = true } = {}): Promise<Page> {
  const desk = await openDesk(app)
  return enter(desk.operators[0], { loadsAhead })
}

/** Collects the names of the scripts that a page asks for from now on. */
function watchScripts(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    const name = /\/assets\/(\w+)-[^/]*\.js$/.exec(request.url())?.[1]
    if (name) names.push(name)
  })
  return names
}

const showInbox = async (page: Page, path = '/inbox/waiting') => {
  await page.goto(app.url + path)
  await page.getByRole('button', { name: 'Commands' }).waitFor(SOON)
}

test('what is typed after Ctrl K while the palette is still being loaded is typed into it', async () => {
  const page = await enterInbox()
  const release = await holdScript(page, 'CommandPalette')
  await showInbox(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('profilx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('e')
  release()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect.poll(() => palette.getByRole('combobox').inputValue(), SOON).toBe('profile')
  expect(new URL(page.url()).pathname).toBe('/inbox/waiting')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/settings/profile')
})

test('a dialog that cannot be loaded says so, keeps no key, and is there after the page is loaded again', async () => {
  const page = await enterInbox()
  await page.route('**/assets/ShortcutSheet-*.js*', (route) => route.fulfill({ status: 404, body: '' }))
  await showInbox(page)
  await page.keyboard.press('?')
  const toast = page.getByRole('listitem').filter({ hasText: 'could not be loaded' })
  await toast.waitFor(SOON)
  await typeQuickly(page, 'gp')
  await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/inbox/calls')
  await page.unroute('**/assets/ShortcutSheet-*.js*')
  const again = page.waitForEvent('load')
  await toast.getByRole('button', { name: 'Reload the page' }).click(SOON)
  await again
  await page.getByRole('button', { name: 'Commands' }).waitFor(SOON)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor(SOON)
})

test('a page that cannot be loaded says so in its place, and comes when the server can be reached again', async () => {
  const page = await enterInbox()
  await page.route('**/assets/MentionsPage-*.js*', (route) => route.abort())
  await showInbox(page, '/mentions')
  await page.getByRole('alert').getByRole('button', { name: 'Reload the page' }).waitFor(SOON)
  await page.unroute('**/assets/MentionsPage-*.js*')
  await page.getByRole('heading', { level: 1, name: 'Mentions' }).waitFor(SOON)
})

test('a page that somebody goes to while offline comes when they are back online', async () => {
  const page = await enterInbox({ loadsAhead: false })
  await showInbox(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('This part of the app could not be loaded').waitFor(SOON)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor(SOON)
})

test('a page is loaded from a server on the same machine, although the browser is offline', async () => {
  const page = await enterInbox({ loadsAhead: false })
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }))
  await showInbox(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor(SOON)
})

test('a page is never shown without its styles, also when these could not be loaded at first', async () => {
  const page = await enterInbox({ loadsAhead: false })
  await showInbox(page)
  await page.route('**/assets/ArchivePage-*.css', (route) => route.abort(), { times: 1 })
  await page.getByRole('link', { name: 'Archive' }).click()
  await page.getByRole('heading', { name: 'Archive', level: 1 }).waitFor(SOON)
  const styles = page.locator('link[rel=stylesheet][href*=ArchivePage]')
  const rules = () => styles.evaluate(({ sheet }: HTMLLinkElement) => sheet?.cssRules.length ?? 0)
  await expect.poll(rules, SOON).toBeGreaterThan(0)
})

test('pages and dialogs are loaded while the page has nothing else to do', async () => {
  const page = await enterInbox()
  const scripts = watchScripts(page)
  await showInbox(page)
  for (const name of ['CommandPalette', 'ShortcutSheet', 'ArchivePage', 'CallsPage', 'MentionsPage'])
    await expect.poll(() => scripts, SOON).toContain(name)
})

test('where data is saved, a page is loaded when somebody goes there, and nothing before', async () => {
  const page = await enterInbox({ loadsAhead: false })
  const scripts = watchScripts(page)
  await showInbox(page)
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual(['first'])
  await page.getByRole('link', { name: 'Archive' }).first().click(SOON)
  await page.getByRole('heading', { level: 1, name: 'Archive' }).waitFor(SOON)
  await expect.poll(() => scripts, SOON).toContain('ArchivePage')
  expect(scripts).not.toContain('CallsPage')
})

test('a click on one’s own chat leads into its message field, also while the conversation is still being loaded', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Hello')
  await reply(operator, (await desk.chatOf('v')).id, 'Hi')
  const page = await enter(operator)
  const release = await holdScript(page, 'Conversation')
  await showInbox(page, '/inbox/mine')
  const row = page.locator('a[data-chat]')
  await row.click(SOON)
  await expect.poll(() => row.getAttribute('aria-current'), SOON).toBe('true')
  release()
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect.poll(() => field.evaluate((each) => each === document.activeElement), SOON).toBe(true)
})

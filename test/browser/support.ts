import axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { sharedChromium } from '../support/chromium.ts'
import type { Person } from '../support/desk.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { sharedSwitchboard } from '../support/shared-switchboard.ts'

/** A machine that also runs the server, the stores and a browser can be slow. */
export const SOON = { timeout: PATIENCE_MS }

/** What the pages of a file's tests come from. */
interface Installation {
  /** Without a slash at the end. */
  url: string
  close(): Promise<void>
}

interface WindowOptions extends BrowserContextOptions {
  width?: number
  height?: number
  /** Whether the operator app loads what may be needed later, as it does unless the browser saves data. */
  loadsAhead?: boolean
}

/**
 * Gives the tests of a file an installation and a browser, of which nothing can be read before they run. Other files use
 * the same two: a test makes an account of its own, as everywhere. `defaults` are those of all its windows.
 */
export function withBrowser(defaults: WindowOptions = {}, launch = sharedChromium) {
  return windowsOf(madeForAll(sharedSwitchboard), defaults, launch)
}

/** The same for a file that needs an installation of its own. It is closed after the last test. */
export function startWithBrowser<T extends Installation>(
  start: () => Promise<T>,
  defaults: WindowOptions = {},
) {
  return windowsOf(
    madeForAll(start, (made) => made.close()),
    defaults,
  )
}

function windowsOf<T extends Installation>(app: T, defaults: WindowOptions, launch = sharedChromium) {
  const browser = madeForAll<Browser>(launch, closeWindows)

  /** A window with storage and cookies of its own, which is closed after the test. */
  async function openWindow(own: WindowOptions = {}): Promise<Page> {
    const { width = 1440, height = 900, loadsAhead = true, ...options } = { ...defaults, ...own }
    // Colours are checked as they are, not on their way from one to another.
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: 'reduce',
      // Requests that pass a service worker cannot be held.
      serviceWorkers: 'block',
      ...options,
    })
    await makePatient(context)
    if (!loadsAhead) await context.addInitScript(saveData)
    onTestFinished(() => context.close())
    return context.newPage()
  }

  /** A window in which somebody is signed in, before it shows anything. */
  async function enter(person: Person, options?: WindowOptions): Promise<Page> {
    const page = await openWindow(options)
    const [name = '', value = ''] = person.cookie.split('=')
    await page.context().addCookies([{ name, value, url: app.url }])
    return page
  }

  /** Somebody's window with a page of the operator app: at a path, or at an address that leads to the same server. */
  async function open(person: Person, path = '/', width?: number): Promise<Page> {
    const page = await enter(person, { width })
    await page.goto(new URL(path, app.url).href)
    await page.getByRole('heading', { level: 1 }).first().waitFor(SOON)
    return page
  }

  return { app, browser, openWindow, enter, open }
}

/** Stands for what is made before all tests of a file, so that the file can name it before. */
function madeForAll<T extends object>(make: () => Promise<T>, end?: (made: T) => Promise<void>): T {
  let made: T | undefined
  beforeAll(async () => {
    made = await make()
  })
  afterAll(() => made && end?.(made))
  return new Proxy({} as T, {
    get(_, key) {
      if (!made) throw new Error(`${String(key)} is read before the tests run`)
      const value = Reflect.get(made, key)
      return typeof value === 'function' ? value.bind(made) : value
    },
  })
}

/**
 * The pages of a browser, and the tests that wait for them, give up nothing before a slow machine could have done it: pages
 * would ask again after 20 seconds, also for what is held back.
 */
export async function makePatient(context: BrowserContext): Promise<void> {
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript((patienceMs) => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.max(ms, patienceMs))
  }, PATIENCE_MS)
}

/** What a browser says in which somebody has chosen to save data. */
function saveData(): void {
  const { connection } = navigator as { connection?: object }
  if (connection) Object.defineProperty(connection, 'saveData', { value: true })
}

async function closeWindows(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** Signs in through the page that people see. */
export async function signIn(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
) {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
}

/** Waits until the operator has read the chat that is open. Closing it asks first while they have not. */
export async function waitUntilRead(page: Page): Promise<void> {
  const row = page.locator('a[aria-current=true]')
  await expect.poll(() => row.innerText(), SOON).not.toContain('Unread')
}

/** What this page offers for some seconds, such as to undo, it offers for minutes from now on: a slow machine takes longer. */
export function stretchTimers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const set = window.setTimeout
    const stretched = (run: () => void, ms = 0) => set(run, ms < 3_000 ? ms : ms * 100)
    window.setTimeout = stretched as typeof set
  })
}

/** The keys of a word as they follow each other under quick hands, however slow the machine is. */
export const typeQuickly = (page: Page, word: string) =>
  page.evaluate((keys) => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }, word)

/** Presses a key that belongs to a character which is being composed, as Safari tells of it: the composition is over by then. */
export function pressWhileComposing(field: Locator, key: string): Promise<void> {
  return field.evaluate((element, key) => {
    const options = { key, keyCode: 229, bubbles: true, composed: true, cancelable: true }
    element.dispatchEvent(new KeyboardEvent('keydown', options))
  }, key)
}

/** Keeps back the answers to an operation, or to those that are meant, from now on and until they are let go. */
export async function holdAnswers(page: Page, operation: string | ((name: string) => boolean)) {
  const isMeant = typeof operation === 'string' ? (name: string) => name === operation : operation
  const counts = { held: 0, given: 0 }
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  onTestFinished(() => release())
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string }
    if (!isMeant(operationName)) return route.fallback()
    const response = await route.fetch({ timeout: PATIENCE_MS }).catch(() => null)
    // The page asks again, if it is still there.
    if (!response) return route.abort().catch(() => {})
    counts.held++
    await released
    // The page may no longer want it.
    await route.fulfill({ response }).catch(() => {})
    counts.given++
  })
  return { counts, release }
}

/** WCAG 2.2 A and AA as far as axe can see. */
export async function expectAccessible(page: Page): Promise<void> {
  expect((await runAxe(page)).violations).toEqual([])
}

/** What axe finds against WCAG 2.2 A and AA, and whether it has looked into an open shadow root. */
export async function runAxe(page: Page): Promise<{ seen: boolean; violations: string[] }> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  // By the debugger's way, because the page's policy lets no other script in.
  const session = await page.context().newCDPSession(page)
  const expression = `(async () => {
    ${axe.source}
    const { violations, passes } = await axe.run(document, { runOnly: ${JSON.stringify(tags)} })
    const describe = ({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')
    const seen = passes.some(({ nodes }) => nodes.some(({ target }) => Array.isArray(target[0])))
    return JSON.stringify({ seen, violations: violations.map(describe) })
  })()`
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    allowUnsafeEvalBlockedByCSP: true,
  })
  await session.detach()
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
  return JSON.parse(result.value)
}

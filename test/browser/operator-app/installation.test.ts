import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { DEMO_ADMIN, spawnWithStores } from '../../support/spawn-switchboard.ts'
import { expectAccessible, SOON, signIn, startWithBrowser, withBrowser } from '../support.ts'

/** One account, and processes as people run them. */
const own = startWithBrowser(spawnWithStores)
/** Many accounts. */
const shared = withBrowser()

async function enter(width?: number): Promise<Page> {
  const page = await own.openWindow({ width, permissions: ['clipboard-read', 'clipboard-write'] })
  await signIn(page, own.app.url, DEMO_ADMIN)
  return page
}

/** Answers to the query of the page fail from now on, until it is called again. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  const isMeant = (body: string | null) => body?.includes('"operationName":"Installation"') ?? false
  await page.route('**/graphql', (route) =>
    isMeant(route.request().postData()) ? route.abort() : route.fallback(),
  )
  return () => page.unroute('**/graphql')
}

/** As somebody who comes back to the tab. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('an admin goes to the installation by key, sees what runs, and runs the checks', async () => {
  const page = await enter()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('installation')
  await page.getByRole('option', { name: 'Settings: Installation' }).waitFor(SOON)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Installation', level: 1 }).waitFor(SOON)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Web and worker' })
    .getByText(/just started|for \d/)
    .waitFor(SOON)
  await page.getByText('The checks have not been run from here yet.').waitFor(SOON)
  await page.getByRole('button', { name: 'Run the checks' }).focus()
  await page.keyboard.press('Enter')
  const stores = page.getByRole('list', { name: 'Stores' }).last()
  await stores.getByText(/^PostgreSQL \d.* answers in/).waitFor(SOON)
  // The address of this server is not the one that it was told.
  await page.getByText(/\d do not work/).waitFor(SOON)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy as text' }).focus()
  await page.keyboard.press('Enter')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied, SOON).toMatch(/^Failed: Public address\. .+\n {2}→ /m)
  await page.getByRole('button', { name: 'Copy as JSON' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(copied, SOON).toContain('"check": "ADDRESS"')
  await page.reload()
  await stores.getByText(/^PostgreSQL \d.* answers in/).waitFor(SOON)
})

test('what cannot be read is said, and read again when it can', async () => {
  const page = await enter(380)
  const reconnect = await cutOff(page)
  await page.goto(`${own.app.url}/settings/installation`)
  await page.getByText('This could not be loaded.').waitFor(SOON)
  await reconnect()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Web and worker').waitFor(SOON)
  const reconnectAgain = await cutOff(page)
  await comeBack(page)
  const notice = page.getByText(/^The server cannot be reached\. This is how it was at /)
  await notice.waitFor(SOON)
  await expect.poll(() => page.getByText('Web and worker').isVisible(), SOON).toBe(true)
  await reconnectAgain()
  await comeBack(page)
  await notice.waitFor({ ...SOON, state: 'hidden' })
  await expectAccessible(page)
})

test('an admin of one of several accounts sees what works, and an operator nothing', async () => {
  await openDesk(shared.app)
  const desk = await openDesk(shared.app)
  const page = await shared.open(desk.admin, '/settings/installation')
  await page.getByText(/^Other accounts are on this installation, too\./).waitFor(SOON)
  await expect.poll(() => page.getByRole('heading', { name: 'Work', exact: true }).count(), SOON).toBe(0)
  await page.getByRole('button', { name: 'Run the checks' }).click()
  await page.getByText('Works.', { exact: true }).first().waitFor(SOON)
  await expect.poll(() => page.getByText(/answers in/).count(), SOON).toBe(0)
  const operatorPage = await shared.enter(desk.operators[0])
  await operatorPage.goto(`${shared.app.url}/settings/installation`)
  await operatorPage.getByText('Only an admin can change this.').waitFor(SOON)
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type CallDesk, NUMBER, openCallDesk } from '../../calls/support.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { launchChromium } from '../../support/chromium.ts'
import type { Person } from '../../support/desk.ts'
import { PASSWORD } from '../../support/factories.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, signIn } from '../support.ts'

vi.setConfig({ testTimeout: 120_000 })

/** A machine that also runs the server, the stores and a browser can be slow. */
const SOON = { timeout: 20_000 }

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await startTestApp()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

async function open({ user }: Person, path = '/', width = 1440): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: true })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await signIn(page, app.url, { email: user.email, password: PASSWORD })
  if (path !== '/') await page.goto(app.url + path)
  return page
}

/** Somebody who has asked to be called, by name. */
async function callOf(desk: CallDesk, name: string) {
  const call = await desk.call()
  const input = { id: globalId('Visitor', String(call.visitorId)), name }
  expect((await mutate(desk.admin.execute, 'updateVisitor', input)).userErrors).toEqual([])
  return call
}

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

test('an offered call is on every operator’s screen; one takes it, the others are told by whom, and it is marked to its end', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const [first, second, tab] = [await open(anna), await open(ben), await open(anna, '/inbox/calls')]
  const { id } = await callOf(desk, 'Carla')

  for (const page of [first, second, tab]) await cardOf(page, 'Carla').waitFor(SOON)
  await expectAccessible(first)
  await cardOf(first, 'Carla').getByRole('button', { name: 'Take the call' }).click()

  await cardOf(second, 'Carla').waitFor({ state: 'detached', ...SOON })
  await second.getByText(`${anna.user.name} has taken the call with Carla.`).first().waitFor(SOON)
  // In the other tab it is their call, without a word about somebody else.
  await cardOf(tab, 'Carla')
    .getByRole('link', { name: `Dial ${NUMBER}` })
    .waitFor(SOON)
  expect(await tab.getByText('has taken the call').count()).toBe(0)
  const dial = cardOf(first, 'Carla').getByRole('link', { name: `Dial ${NUMBER}` })
  expect(await dial.getAttribute('href')).toBe(`tel:${NUMBER}`)

  await cardOf(first, 'Carla').getByRole('button', { name: 'Client answered' }).click()
  await cardOf(tab, 'Carla').getByText('Connected').waitFor(SOON)
  await cardOf(tab, 'Carla').getByRole('button', { name: 'Call ended' }).click()
  await cardOf(first, 'Carla').waitFor({ state: 'detached', ...SOON })
  expect((await desk.find(id)).state).toBe('END')

  const past = tab.getByRole('list', { name: 'Past' }).getByRole('link').filter({ hasText: 'Carla' })
  await past.click()
  const detail = tab.getByRole('region', { name: 'Call', exact: true })
  await expect.poll(() => detail.getByRole('listitem').allInnerTexts(), SOON).toHaveLength(4)
  await expectAccessible(tab)
})

test('a call that failed says why, on the screens of all', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const [first, second] = [await open(anna), await open(ben, '/inbox/calls')]
  await callOf(desk, 'Dora')
  await cardOf(first, 'Dora').getByRole('button', { name: 'Take the call' }).click(SOON)
  await second.getByRole('list', { name: 'Under way' }).getByText(`with ${anna.user.name}`).waitFor(SOON)
  await cardOf(first, 'Dora').getByRole('button', { name: 'Failed…' }).click()
  await first.getByRole('dialog').waitFor(SOON)
  await expectAccessible(first)
  await first.getByRole('button', { name: 'The line was busy.' }).click()
  await first.getByRole('button', { name: 'Mark as failed' }).click()
  await second.getByRole('list', { name: 'Past' }).getByText('The line was busy.').waitFor(SOON)
})

test('a call that was offered and taken while a screen was away is there when it is back', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const page = await open(anna)
  const gone = await callOf(desk, 'Emil')
  await cardOf(page, 'Emil').waitFor(SOON)
  await page.context().setOffline(true)
  await page.getByText('You are offline').first().waitFor(SOON)
  await mutate(ben.execute, 'takeCall', { id: globalId('Call', gone.id) })
  await callOf(desk, 'Fritz')
  await page.context().setOffline(false)
  await cardOf(page, 'Fritz').waitFor(SOON)
  await cardOf(page, 'Emil').waitFor({ state: 'detached', ...SOON })
})

test.for([380, 1440])('calls can be used with a screen reader at %i px', async (width) => {
  const desk = await openCallDesk(app)
  await callOf(desk, 'Gustav')
  const page = await open(desk.operators[0], '/inbox/calls', width)
  await cardOf(page, 'Gustav').waitFor(SOON)
  await expectAccessible(page)
  await cardOf(page, 'Gustav').getByRole('link', { name: 'Gustav' }).click()
  await page
    .getByRole('region', { name: 'Call', exact: true })
    .getByRole('heading', { name: 'Gustav' })
    .waitFor(SOON)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

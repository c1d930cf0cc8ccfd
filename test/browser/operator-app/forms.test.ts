import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/desk.ts'
import { mutate } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open: openAt } = withBrowser()
let desk: Desk

beforeAll(async () => {
  desk = await openDesk(app)
  const provider = { name: 'Platform', endpointUrl: 'http://127.0.0.1:9/', profile: 'SEED' }
  await mutate(desk.admin.execute, 'createBotProvider', provider)
  await mutate(desk.admin.execute, 'createDepartment', { name: 'Sales', memberIds: [] })
})

const open = (path: string, width?: number) => openAt(desk.admin, path, width)

/** Fills the fields by their labels and sends the form as it is, whatever the browser thinks of it. */
async function send(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value, SOON)
  }
  const [first = ''] = Object.keys(values)
  await page.getByLabel(first, { exact: true }).evaluate((input) => {
    const { form } = input as HTMLInputElement
    if (!form) throw new Error('the field is in no form')
    form.noValidate = true
    form.requestSubmit()
  })
}

/** The messages on the page with the labels of their fields. */
function messages(page: Page): Promise<string[]> {
  return page.locator('form [role=alert]').evaluateAll((alerts) =>
    alerts.map((alert) => {
      const label = alert.parentElement?.querySelector('label, legend')?.textContent ?? 'form'
      return `${label.trim()}: ${alert.textContent?.trim()}`
    }),
  )
}

async function expectMessages(page: Page, expected: unknown[]): Promise<void> {
  await page.locator('form [role=alert]').first().waitFor(SOON)
  await expect.poll(() => messages(page), SOON).toEqual(expected)
}

const starting = (text: string) => expect.stringMatching(new RegExp(`^${text}`))

test.each([1440, 380])(
  'the form of a channel shows everything that is wrong at its fields (%i px)',
  async (width) => {
    const page = await open('/settings/channels/new', width)
    await page.getByRole('radio', { name: /Chat API/ }).check()
    await send(page, { Name: ' ', 'Client server URL': 'http://10.0.0.1/' })
    await expectMessages(page, [
      'Name: Enter a name.',
      starting('Client server URL: 10.0.0.1 is a private address'),
    ])
  },
)

test('the form of a bot shows everything that is wrong at its fields', async () => {
  const page = await open('/settings/bots/new')
  await send(page, { Name: ' ', Token: 'two words' })
  await expectMessages(page, ['Name: Enter a name.', starting('Token: A token can contain only ASCII')])
})

test('the form of an invitation says at the e-mail address that somebody uses it', async () => {
  const page = await open('/settings/people')
  await page
    .getByRole('button', { name: /invite/i })
    .first()
    .click(SOON)
  await send(page, { 'E-mail': desk.operators[0].user.email })
  await expectMessages(page, ['E-mail: Somebody already uses this e-mail address.'])
})

test('the form of a bot provider shows everything that is wrong at its fields', async () => {
  const page = await open('/settings/bot-providers/new')
  await send(page, { Name: ' ', 'Endpoint address': 'ftp://x' })
  await expectMessages(page, [
    'Name: Enter a name.',
    'Endpoint address: Enter an address that starts with http:// or https://',
  ])
})

test('a button keeps the focus while what it asked for is on its way, and nothing asks for it twice', async () => {
  const page = await open('/settings/profile')
  let asked = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('changePassword')) return route.continue()
    asked += 1
    await answered
    return route.continue()
  })
  const field = page.getByLabel('Current password', { exact: true })
  await field.fill('not the password', SOON)
  await page.getByLabel('New password', { exact: true }).fill('a password that is long enough')
  const button = page.getByRole('button', { name: 'Change password' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => asked, SOON).toBe(1)
  await expect.poll(() => button.getAttribute('aria-disabled'), SOON).toBe('true')
  await expect.poll(() => button.evaluate((element) => element === document.activeElement), SOON).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await field.press('Enter')
  answer()
  await page.locator('form [role=alert]').first().waitFor(SOON)
  expect(asked).toBe(1)
})

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startCuttableProxy } from '../../support/cuttable-proxy.ts'
import { type Desk, openDesk, type Person } from '../../support/desk.ts'
import { makeUser, PASSWORD } from '../../support/factories.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser({ loadsAhead: false })
/** Whoever comes to an address at which there is nothing. */
let stranger: Desk

beforeAll(async () => {
  stranger = await openDesk(app)
})

/** Goes to a section by its link, as a reload would begin with an empty cache. */
async function goTo(page: Page, section: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: section, exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: section }).waitFor(SOON)
}

/** Keeps back what the page asks of these operations, until it is let go. */
async function hold(
  page: Page,
  ...operations: string[]
): Promise<{ held: () => number; release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = 0
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string }
    if (operations.includes(operationName)) {
      held += 1
      await released
    }
    // The page may be gone by then.
    await route.continue().catch(() => {})
  })
  onTestFinished(() => release())
  return { held: () => held, release }
}

function channelPath({ channel }: Desk): string {
  return `/settings/channels/${encodeURIComponent(globalId('Channel', channel.id))}`
}

function makeProvider({ admin }: Desk): Promise<{ botProvider: { id: string } }> {
  const input = {
    name: `Provider ${randomUUID()}`,
    endpointUrl: 'https://bots.example.com/',
    profile: 'SEED',
  }
  return mutate(admin.execute, 'createBotProvider', input, 'botProvider { id }')
}

test('a channel that is renamed in one tab has its new name in another, in lists and on its own page', async () => {
  const desk = await openDesk(app)
  const name = `Renamed ${randomUUID()}`
  const [editor, list, own] = await Promise.all([
    open(desk.admin, channelPath(desk)),
    open(desk.admin, '/settings/channels'),
    open(desk.admin, channelPath(desk)),
  ])
  await editor.getByRole('tab', { name: 'Settings' }).click(SOON)
  await editor.getByLabel('Name', { exact: true }).fill(name)
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.getByRole('heading', { name }).waitFor(SOON)
  await list.getByRole('link', { name }).waitFor(SOON)
  await own.getByRole('heading', { name }).waitFor(SOON)
})

test('a page that was seen before shows what it had while the server has not answered yet, and then what is new', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.admin, '/settings/channels')
  await page.getByRole('link', { name: desk.channel.name }).waitFor(SOON)
  await goTo(page, 'Profile')
  const name = `Renamed ${randomUUID()}`
  const { held, release } = await hold(page, 'Channels', 'Channel')
  // Written without an event: only an answer can bring it.
  await app.services.db.channel.update({ where: { id: desk.channel.id }, data: { name } })
  await goTo(page, 'Channels')
  await page.getByRole('link', { name: desk.channel.name }).waitFor(SOON)
  await expect.poll(held, SOON).toBe(1)
  // The list had everything that the page of a channel shows.
  await page.getByRole('link', { name: desk.channel.name }).click()
  await page.getByRole('heading', { level: 1, name: desk.channel.name }).waitFor(SOON)
  await expect.poll(held, SOON).toBe(2)
  release()
  await page.getByRole('heading', { level: 1, name }).waitFor(SOON)
})

test('a form keeps what was typed when another admin changes the rest, and saves both', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.admin, channelPath(desk))
  await page.getByRole('tab', { name: 'Settings' }).click(SOON)
  await page.getByLabel('Name', { exact: true }).fill('Typed')
  const serverUrl = `https://${randomUUID()}.example.com/`
  const id = globalId('Channel', desk.channel.id)
  await mutate(desk.admin.execute, 'updateChannel', {
    id,
    name: 'Theirs',
    settings: { chatApi: { serverUrl } },
  })
  await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor(SOON)
  await expect.poll(() => page.getByLabel('Client server URL').inputValue(), SOON).toBe(serverUrl)
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue(), SOON).toBe('Typed')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Typed' }).waitFor(SOON)
  const saved = await app.services.db.channel.findUniqueOrThrow({
    where: { id: desk.channel.id },
    include: { chatApi: true },
  })
  expect(saved).toMatchObject({ name: 'Typed', chatApi: { serverUrl } })
})

test('of two admins who change the operators of a channel, neither undoes what the other did', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [first, second] = desk.operators as [Person, Person]
  const idOf = ({ user }: Person) => globalId('Operator', user.id)
  const id = globalId('Channel', desk.channel.id)
  const store = (people: Person[]) =>
    mutate(desk.admin.execute, 'updateChannel', { id, operatorIds: people.map(idOf) })
  await store([first])
  const page = await open(desk.admin, channelPath(desk))
  await page.getByRole('tab', { name: 'Settings' }).click(SOON)
  await page.getByLabel(first.user.name).uncheck(SOON)
  await store([first, second])
  await expect.poll(() => page.getByLabel(second.user.name).isChecked(), SOON).toBe(true)
  await expect.poll(() => page.getByLabel(first.user.name).isChecked(), SOON).toBe(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => app.services.db.channelOperator.findMany({ where: { channelId: desk.channel.id } }), SOON)
    .toMatchObject([{ userId: second.user.id }])
})

test('what is changed elsewhere is on the open pages: providers, invitations, call settings, API tokens', async () => {
  const desk = await openDesk(app)
  const { botProvider } = await makeProvider(desk)
  const [providers, people, calls, profile] = await Promise.all([
    open(desk.admin, '/settings/bot-providers'),
    open(desk.admin, '/settings/people'),
    open(desk.admin, '/settings/calls'),
    open(desk.admin, '/settings/profile'),
  ])
  await providers.getByRole('link', { name: /^Provider / }).waitFor(SOON)
  await people.getByText(desk.admin.user.email).waitFor(SOON)
  await calls.getByLabel('Calls left').waitFor(SOON)
  await profile.getByRole('heading', { name: 'Sessions' }).waitFor(SOON)
  const name = `Renamed ${randomUUID()}`
  await mutate(desk.admin.execute, 'updateBotProvider', { id: botProvider.id, name })
  await providers.getByRole('link', { name }).waitFor(SOON)
  const email = `${randomUUID()}@example.com`
  await mutate(desk.admin.execute, 'inviteOperator', { email, role: 'OPERATOR' })
  await people.getByText(email).waitFor(SOON)
  await mutate(desk.admin.execute, 'updateCallSettings', { balance: 4711 })
  await expect.poll(() => calls.getByLabel('Calls left').inputValue(), SOON).toBe('4711')
  await mutate(desk.admin.execute, 'createApiToken', { name: 'For the night' })
  await profile.getByText('For the night').waitFor(SOON)
})

test('what no event tells of is read again when somebody comes back to the page', async () => {
  const desk = await openDesk(app)
  const email = `${randomUUID()}@example.com`
  await mutate(desk.admin.execute, 'inviteOperator', { email, role: 'OPERATOR' })
  const page = await open(desk.admin, '/settings/people')
  await page.getByText(email).waitFor(SOON)
  await app.services.db.userInvitation.updateMany({ where: { email }, data: { expiresAt: new Date(0) } })
  // A page without a window never loses the focus, so it cannot get it back.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByText(email).waitFor({ ...SOON, state: 'hidden' })
})

test('a channel that another admin deletes is gone from the list and from its own page', async () => {
  const desk = await openDesk(app)
  const [list, own] = await Promise.all([
    open(desk.admin, '/settings/channels'),
    open(desk.admin, channelPath(desk)),
  ])
  await list.getByRole('link', { name: desk.channel.name }).waitFor(SOON)
  await own.getByRole('tab').first().waitFor(SOON)
  await mutate(desk.admin.execute, 'deleteChannel', { id: globalId('Channel', desk.channel.id) })
  await list.getByText('No channels yet').waitFor(SOON)
  await own.getByText('This channel does not exist').waitFor(SOON)
})

test.each([
  ['/inbox/all/Q2hhdDowMDA', 'This chat does not exist'],
  ['/archive/zzz', 'This chat does not exist'],
  ['/inbox/calls/zzz', 'This call does not exist'],
  ['/archive/offline-messages/zzz', 'Message not found'],
  ['/settings/channels/xxx', 'This channel does not exist'],
  ['/settings/bots/xxx', 'This bot does not exist'],
  ['/settings/bot-providers/xxx', 'This provider does not exist'],
  ['/settings/developers/zzz', 'This endpoint does not exist'],
  [`/settings/developers/${globalId('Channel', randomUUID())}`, 'This endpoint does not exist'],
])('at the mistyped address %s the page says: %s', async (path, text) => {
  const page = await open(stranger.admin, '/settings/profile')
  await page.goto(app.url + path)
  await page.getByText(text).waitFor(SOON)
})

test('what is made and deleted on a page is in its list and gone from it when one comes back', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.admin, '/settings/bot-providers')
  await page.getByText('No bot providers yet').waitFor(SOON)
  await page.getByRole('button', { name: 'New provider' }).click()
  const name = `Provider ${randomUUID()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.locator('input[inputmode="url"]').first().fill('https://bots.example.com/')
  await page.getByRole('button', { name: 'Register provider' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor(SOON)
  await goTo(page, 'Bot providers')
  await page.getByRole('link', { name }).click(SOON)
  await page.getByRole('button', { name: 'Delete provider' }).click(SOON)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete provider' }).click(SOON)
  await page.getByText('No bot providers yet').waitFor(SOON)
})

test('after a loss of the network everything on the screen is read again, also what no event tells of', async () => {
  const desk = await openDesk(app)
  const { botProvider } = await makeProvider(desk)
  const proxy = await startCuttableProxy(app.url)
  onTestFinished(() => proxy.close())
  const page = await open(
    desk.admin,
    `${proxy.url}/settings/bot-providers/${encodeURIComponent(botProvider.id)}`,
  )
  await page.getByRole('heading', { level: 1, name: 'Provider' }).waitFor(SOON)
  proxy.takeAway()
  await page.getByText('Reconnecting…').waitFor(SOON)
  const name = `Renamed ${randomUUID()}`
  await app.services.db.botProvider.updateMany({ where: { accountId: desk.account.id }, data: { name } })
  // What was seen stays without the network; what was not says so, and can be asked for again.
  await goTo(page, 'Bots')
  await page.getByText('This could not be loaded').waitFor(SOON)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Provider' }).waitFor(SOON)
  proxy.restore()
  await page.getByText('Back online').waitFor(SOON)
  await page.getByRole('heading', { level: 1, name }).waitFor(SOON)
})

test('what is made while a list is being read again is in the list', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.admin, '/settings/tags')
  await page.getByText('No tags yet').waitFor(SOON)
  let asked = 0
  const { counts, release } = await holdAnswers(page, (name) => name === 'Tags' && asked++ === 0)
  await mutate(desk.admin.execute, 'createTag', { name: 'Refund', color: 'BLUE' })
  await expect.poll(() => counts.held, SOON).toBe(1)
  await mutate(desk.admin.execute, 'createTag', { name: 'Delivery', color: 'BLUE' })
  const tag = page.locator('main').getByText('Delivery')
  await tag.waitFor(SOON)
  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  await page.locator('main').getByText('Refund').waitFor(SOON)
  await tag.waitFor(SOON)
})

test('an answer that an event has overtaken does not turn a person back', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const theirs = await open(operator, '/settings/profile')
  const page = await open(desk.admin, '/settings/people')
  const row = page.locator('main li').filter({ hasText: operator.user.email })
  await row.getByRole('img', { name: 'Online' }).waitFor(SOON)
  await goTo(page, 'Profile')
  const { counts, release } = await holdAnswers(page, 'Operators')
  await goTo(page, 'People')
  await expect.poll(() => counts.held, SOON).toBeGreaterThan(0)
  await theirs.close()
  await row.getByRole('img', { name: 'Offline' }).waitFor(SOON)
  release()
  await expect.poll(() => counts.given, SOON).toBeGreaterThan(1)
  await row.getByRole('img', { name: 'Offline' }).waitFor(SOON)
})

test('an operator who is taken out of a channel no longer has it on the screen, and has it again when put back', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const page = await open(operator, '/settings/channels')
  const link = page.getByRole('link', { name: desk.channel.name })
  await link.waitFor(SOON)
  const id = globalId('Channel', desk.channel.id)
  await mutate(desk.admin.execute, 'updateChannel', { id, operatorIds: [] })
  await page.getByText('No channels yet').waitFor(SOON)
  const operatorIds = [globalId('Operator', operator.user.id)]
  await mutate(desk.admin.execute, 'updateChannel', { id, operatorIds })
  await link.waitFor(SOON)
})

test('whoever signs in next sees nothing that was read for the one before', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.admin, '/settings/channels')
  await page.getByRole('link', { name: desk.channel.name }).waitFor(SOON)
  await goTo(page, 'Profile')
  await page.getByRole('button', { name: 'Sign out' }).click()
  const other = await makeUser(app.services, { accountId: desk.account.id })
  await page.getByLabel('E-mail').fill(other.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  const { held } = await hold(page, 'Channels')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Settings' }).click(SOON)
  await goTo(page, 'Channels')
  await expect.poll(held, SOON).toBe(1)
  await expect.poll(() => page.getByText(desk.channel.name).count(), SOON).toBe(0)
})

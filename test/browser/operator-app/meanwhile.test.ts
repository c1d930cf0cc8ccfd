import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { leaveOfflineMessage } from '../../../server/domain/offline-messages/leave-offline-message.ts'
import { openCallDesk } from '../../calls/support.ts'
import { type Desk, openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser({ loadsAhead: false })

const rulesOf = async ({ admin }: Desk) => {
  const { data } = await admin.execute('{ routingSettings { rules { name priority } } }')
  const { rules } = (data as { routingSettings: { rules: { name: string; priority: string }[] } })
    .routingSettings
  return rules.map(({ name, priority }) => `${name} ${priority}`)
}
const setRules = ({ admin }: Desk, ...names: string[]) =>
  mutate(admin.execute, 'updateRoutingSettings', {
    rules: names.map((name) => ({ name, enabled: true, priority: 'HIGH', conditions: [] })),
  })

test('a rule of a colleague is not replaced by one that is made, edited or deleted when it comes', async () => {
  const desk = await openDesk(app)
  await setRules(desk, 'First', 'Second')
  const page = await open(desk.admin, '/settings/routing')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await page.getByRole('button', { name: 'Edit Second' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('Low')
  await setRules(desk, 'Theirs', 'First', 'Second')
  await row('Theirs').waitFor({ state: 'attached', ...SOON })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
  await expect.poll(() => rulesOf(desk), SOON).toEqual(['Theirs HIGH', 'First HIGH', 'Second LOW'])

  await page.getByRole('button', { name: 'Delete Second' }).click()
  await setRules(desk, 'First')
  await row('Theirs').waitFor({ state: 'detached', ...SOON })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Somebody has since changed or deleted this rule.').waitFor(SOON)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('Low')
  await setRules(desk, 'First', 'Theirs')
  await row('Theirs').waitFor({ state: 'attached', ...SOON })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => rulesOf(desk), SOON).toEqual(['First HIGH', 'Theirs HIGH', 'Mine LOW'])
})

test('a target that is entered before the answer to the one before it does not undo that', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/routing')
  const { counts, release } = await holdAnswers(page, 'UpdateRoutingSettings')
  await page.getByRole('textbox', { name: 'Minutes until the first reply: All other chats' }).fill('5')
  await page.keyboard.press('Tab')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.getByRole('textbox', { name: 'Minutes until it is closed: All other chats' }).fill('60')
  await page.keyboard.press('Tab')
  release()
  await expect.poll(() => counts.given, SOON).toBe(2)
  const { data } = await admin.execute('{ routingSettings { targets { firstReplyMinutes closingMinutes } } }')
  expect(data).toEqual({ routingSettings: { targets: [{ firstReplyMinutes: 5, closingMinutes: 60 }] } })
})

test('a reason for being away that a colleague adds stays when somebody saves theirs', async () => {
  const { admin, account } = await openDesk(app)
  await mutate(admin.execute, 'updateAccount', { awayReasons: ['Lunch', 'Dentist'] })
  const page = await open(admin, '/settings/account')
  await page.getByRole('textbox', { name: 'Reasons for being away' }).fill('Lunch\nTraining', SOON)
  await mutate(admin.execute, 'updateAccount', {
    name: 'Renamed',
    awayReasons: ['Lunch', 'Dentist', 'Meeting'],
  })
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue(), SOON).toBe('Renamed')
  await page.getByRole('button', { name: 'Save' }).last().click()
  const where = { id: account.id }
  const reasons = async () => (await app.services.db.account.findUniqueOrThrow({ where })).awayReasons
  await expect.poll(reasons, SOON).toEqual(['Lunch', 'Training', 'Meeting'])
})

test('what a colleague writes in a canned reply is not undone by a title that is saved later', async () => {
  const { admin } = await openDesk(app)
  const greeting = { shared: true, title: 'Greeting', shortcut: 'hi', text: 'Hello' }
  const { cannedReply } = await mutate(admin.execute, 'createCannedReply', greeting, 'cannedReply { id }')
  const page = await open(admin, '/settings/canned-replies')
  await page.getByRole('button', { name: 'Edit' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Welcome')
  await mutate(admin.execute, 'updateCannedReply', { id: cannedReply.id, text: 'Good morning' })
  await page
    .getByText('Good morning')
    .first()
    .waitFor({ state: 'attached', ...SOON })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached', ...SOON })
  const { data } = await admin.execute('{ cannedReplies(first: 1) { edges { node { title text } } } }')
  expect(data).toEqual({ cannedReplies: { edges: [{ node: { title: 'Welcome', text: 'Good morning' } }] } })
})

test('a file that is taken out of a canned reply does not come back when another one is uploaded', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/canned-replies')
  await page.getByRole('button', { name: 'New canned reply' }).click(SOON)
  const files = page.getByRole('dialog').getByRole('group', { name: 'Files' })
  const add = (name: string) =>
    files
      .locator('input')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}`) })
  await add('first.txt')
  await files.getByText('first.txt').waitFor(SOON)
  const uploads = await holdSending(page, '**/files')
  await add('second.txt')
  await expect.poll(() => uploads.held, SOON).toBe(1)
  await files.getByRole('button', { name: 'Remove first.txt' }).click()
  await files.getByText('first.txt').waitFor({ state: 'detached', ...SOON })
  uploads.release()
  await files.getByText('second.txt').waitFor(SOON)
  await expect.poll(() => files.getByRole('listitem').count(), SOON).toBe(1)
})

test('whoever goes elsewhere before what they searched for is found stays there', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.post({ sender: { id: 'v', name: 'Dora' }, message: { type: 'text', text: 'My refund is late' } })
  const page = await open(operator, '/inbox/waiting')
  await page.getByRole('link').filter({ hasText: 'My refund is late' }).waitFor(SOON)
  const { counts, release } = await holdAnswers(page, 'Chats')
  await page.getByLabel('Search chats').fill('Dora')
  await page.keyboard.press('Enter')
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.getByRole('link', { name: /^Archive/ }).click()
  await page.waitForURL('**/archive')
  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  // What is loaded after it comes after it.
  await page
    .getByRole('navigation', { name: 'Archive sections' })
    .getByRole('link', { name: 'Calls' })
    .click()
  await page.getByText('No calls').first().waitFor(SOON)
  await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/archive/calls')
})

test('what is written on while an answer to an offline message is being sent is kept', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await leaveOfflineMessage(app.services, {
    channel: desk.channel,
    text: 'Are you open?',
    phone: '+49 170 5550000',
  })
  const page = await open(operator, '/archive/offline-messages')
  await page.getByRole('list', { name: 'Offline messages' }).getByRole('link').click(SOON)
  const field = page.getByLabel('How you answered')
  await field.fill('Called.')
  const sending = await holdSending(page, '**/graphql')
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await expect.poll(() => sending.held, SOON).toBe(1)
  await field.fill('Called. They will come on Monday.')
  sending.release()
  await page.getByText('What you were writing was not sent').waitFor(SOON)
  await page.getByText('They will come on Monday.').waitFor(SOON)
})

test('the steps of a call stay when an answer comes that was asked for before the last of them', async () => {
  const desk = await openCallDesk(app)
  const { execute } = desk.operators[0]
  const call = await desk.call()
  const id = globalId('Call', call.id)
  const page = await open(desk.operators[0], `/inbox/calls/${encodeURIComponent(id)}`)
  const detail = page.getByRole('region', { name: 'Call', exact: true })
  const steps = () => detail.getByRole('listitem').count()
  await expect.poll(steps, SOON).toBe(1)
  let asked = 0
  const { counts, release } = await holdAnswers(page, (name) => name === 'Call' && asked++ === 0)
  await mutate(execute, 'takeCall', { id })
  await expect.poll(() => counts.held, SOON).toBe(1)
  await mutate(execute, 'markCallConnected', { id })
  await expect.poll(steps, SOON).toBe(3)
  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  // What is told after it comes after it.
  await mutate(desk.admin.execute, 'updateVisitor', {
    id: globalId('Visitor', String(call.visitorId)),
    name: 'Dora Delay',
  })
  await detail.getByRole('heading', { name: 'Dora Delay' }).waitFor(SOON)
  await expect.poll(steps, SOON).toBe(3)
})

test('a view that was saved and could not be pinned is not saved again', async () => {
  const { account, operators } = await openDesk(app)
  const page = await open(operators[0], '/inbox/all?operatorIds=nobody')
  await page.getByRole('button', { name: 'Save as a view' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nobody has it')
  await page.route('**/graphql', (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string }
    return operationName === 'PinSavedView' ? route.abort() : route.fallback()
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Nobody has it' }).waitFor(SOON)
  await dialog.waitFor({ state: 'detached', ...SOON })
  await expect.poll(() => app.services.db.savedView.count({ where: { accountId: account.id } }), SOON).toBe(1)
})

test('whoever goes back while a view is being saved stays there', async () => {
  const { operators } = await openDesk(app)
  const page = await open(operators[0], '/archive')
  await page.getByRole('link', { name: /^Inbox/ }).click(SOON)
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Operator: Any' }).click(SOON)
  await page.getByRole('menuitemcheckbox', { name: 'Nobody' }).click(SOON)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save as a view' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nobody has it')
  await dialog.getByLabel('Pin').uncheck()
  const { counts, release } = await holdAnswers(page, 'CreateSavedView')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => counts.held, SOON).toBe(1)
  await page.evaluate(() => history.go(-2))
  await page.waitForURL('**/archive')
  release()
  await expect.poll(() => counts.given, SOON).toBe(1)
  // What is loaded after it comes after it.
  await page
    .getByRole('navigation', { name: 'Archive sections' })
    .getByRole('link', { name: 'Calls' })
    .click()
  await page.getByText('No calls').first().waitFor(SOON)
  await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/archive/calls')
})

test('secrets of an endpoint that a colleague has rotated are shown as they are now', async () => {
  const { admin } = await openDesk(app)
  const hook = { name: 'CRM', url: 'https://crm.example.com/hook', events: ['CHAT_ACCEPTED'] }
  const { endpoint } = await mutate(admin.execute, 'createWebhookEndpoint', hook, 'endpoint { id }')
  const page = await open(admin, `/settings/developers/${encodeURIComponent(endpoint.id)}`)
  await page.getByRole('button', { name: 'Show the secret' }).click(SOON)
  await expect.poll(() => page.getByText(/^whsec_/).count(), SOON).toBe(1)
  await mutate(admin.execute, 'rotateWebhookSecret', { id: endpoint.id })
  await page.getByText('Secret before the rotation').waitFor(SOON)
  await expect.poll(() => page.getByText(/^whsec_/).count(), SOON).toBe(2)
})

/** Keeps back what is sent to an address. */
async function holdSending(page: Page, address: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const sending = { held: 0, release }
  await page.route(address, async (route) => {
    sending.held += 1
    await released
    await route.fallback()
  })
  return sending
}

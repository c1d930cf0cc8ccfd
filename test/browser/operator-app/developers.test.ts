import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { encryptSecret } from '../../../server/secrets.ts'
import { openDesk } from '../../support/desk.ts'
import { globalId } from '../../support/graphql-client.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { until } from '../../support/until.ts'
import { acceptedChat, openCrm } from '../../webhooks/support.ts'
import { webhooksWaiting } from '../../webhooks/webhooks-waiting.ts'
import { expectAccessible, holdAnswers, SOON, startWithBrowser } from '../support.ts'

const TITLE = 'Integration settings for developers'

/** Between attempts at webhooks. */
let waitMs: number | null = null
const { app, open } = startWithBrowser(() =>
  startSwitchboard(
    {},
    webhooksWaiting(() => waitMs),
  ),
)

async function openReceiver(): Promise<Receiver> {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.stop())
  return receiver
}

const endpointPath = (id: string) => `/settings/developers/${encodeURIComponent(id)}`

test('an admin creates an endpoint in a minute: extras are off, and a test shows request and answer in place', async () => {
  const desk = await openDesk(app)
  const receiver = await openReceiver()
  const page = await open(desk.admin, '/settings/developers')
  await page.getByText('No endpoints yet').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await page.getByLabel('Name', { exact: true }).fill('CRM')
  await page.getByLabel('Address').fill('http://10.0.0.1/')
  await expect.poll(() => page.getByLabel('message_created').isChecked(), SOON).toBe(false)
  await expect.poll(() => page.getByLabel('chat_accepted').isChecked(), SOON).toBe(true)
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /private|inside|public/i })
    .waitFor()
  await page.getByLabel('Address').fill(`${receiver.url}/hook`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor()
  receiver.answer({ body: { result: 'ok', crm_link: 'https://crm.example.com/1' } })
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('A link in crm_link was removed').waitFor()
  await page.getByText(`POST ${receiver.url}/hook`).waitFor()
  await page.getByText('"event_name": "chat_accepted"').waitFor()
  for (const event of ['chat_updated', 'chat_finished', 'call_event', 'offline_message', 'chat_rated']) {
    await page.getByLabel('Event', { exact: true }).selectOption({ label: event })
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByText(`"event_name": "${event}"`).waitFor()
  }
  receiver.answer({ status: 500, body: 'unknown event' })
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('The endpoint answered with HTTP 500.').waitFor()
  await expectAccessible(page)
  const where = { accountId: desk.account.id }
  const [endpoint] = await app.services.db.webhookEndpoint.findMany({ where })
  expect(endpoint).toMatchObject({ allChannels: true, enabled: true })
  expect(endpoint?.events).toHaveLength(6)
})

test('extras add to the other events, in a new endpoint and in the settings of one', async () => {
  const { admin, account } = await openDesk(app)
  const page = await open(admin, '/settings/developers')
  const stored = async () =>
    (
      await app.services.db.webhookEndpoint.findMany({ where: { accountId: account.id } })
    )[0]?.events.toSorted()
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await page.getByLabel('Name', { exact: true }).fill('CRM')
  await page.getByLabel('Address').fill('https://crm.example.com/hook')
  await page.getByLabel('message_created').check()
  await page.getByLabel('call_event').uncheck()
  await page.getByLabel('offline_message').uncheck()
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor()
  const chosen = ['CHAT_ACCEPTED', 'CHAT_ASSIGNED', 'CHAT_FINISHED', 'CHAT_UPDATED', 'MESSAGE_CREATED']
  expect(await stored()).toEqual(chosen)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('chat_rated').check()
  await page.getByLabel('message_created').uncheck()
  await page.getByLabel('chat_finished').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await until(async () =>
    expect(await stored()).toEqual(['CHAT_ACCEPTED', 'CHAT_ASSIGNED', 'CHAT_RATED', 'CHAT_UPDATED']),
  )
})

test('the secret is shown only when it is asked for, and after a rotation two of them verify until one is ended', async () => {
  const crm = await openCrm(app)
  onTestFinished(() => crm.receiver.stop())
  const page = await open(crm.desk.admin, endpointPath(crm.endpointId))
  await page.getByRole('button', { name: 'Show the secret' }).waitFor()
  await expect.poll(() => page.content(), SOON).not.toContain('whsec_')
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await page.getByText(crm.secrets[0] ?? '').waitFor()
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click()
  await page.getByText('Secret before the rotation').waitFor()
  const shown = await page.getByText(/^whsec_/).allInnerTexts()
  expect(shown[1]).toBe(crm.secrets[0])
  await page.getByRole('button', { name: 'Send a test event' }).click()
  const [request] = await crm.receiver.waitFor(1)
  for (const secret of shown)
    expect(new Webhook(secret).verify(request?.text ?? '', request?.headers as never)).toEqual(request?.json)
  await page.reload()
  await page.getByText('Requests are also still signed with the old secret.').waitFor()
  const end = page.getByRole('button', { name: 'End the old secret' })
  await end.click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the old secret' }).click()
  await end.first().waitFor({ state: 'detached' })
  await expect.poll(() => page.content(), SOON).not.toContain('whsec_')
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await page.getByText(shown[0] ?? '').waitFor()
  await expect.poll(() => page.getByText(/^whsec_/).allInnerTexts(), SOON).toEqual([shown[0]])
})

test('after the SECRET_KEY was lost, the pages say so in the place of a secret, and it is rotated there', async () => {
  const crm = await openCrm(app)
  onTestFinished(() => crm.receiver.stop())
  const { db } = app.services
  const lost = { secretEncrypted: encryptSecret('lost', randomBytes(32)) }
  await db.webhookEndpoint.updateMany({ where: { accountId: crm.desk.account.id }, data: lost })
  await db.chatApiSettings.update({ where: { channelId: crm.desk.channel.id }, data: lost })
  const page = await open(crm.desk.admin, endpointPath(crm.endpointId))
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await page.getByRole('alert').filter({ hasText: 'encrypted with another SECRET_KEY' }).waitFor()
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click()
  await page.getByText(/^whsec_/).waitFor()
  await expect.poll(() => page.getByText('Secret before the rotation').count(), SOON).toBe(0)
  const path = encodeURIComponent(globalId('Channel', crm.desk.channel.id))
  await page.goto(`${app.url}/settings/channels/${path}`)
  await page.getByText('It still works. To see an address again, rotate the secret.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByText('Anyone who knows it can write as a visitor.').waitFor()
})

test('the log shows what failed and why, and sends one again or everything since a time', async () => {
  const crm = await openCrm(app)
  onTestFinished(() => crm.receiver.stop())
  // No attempt comes of its own meanwhile.
  waitMs = 600_000
  onTestFinished(() => {
    waitMs = null
  })
  crm.receiver.answer({ status: 503, body: 'closed for lunch' })
  await acceptedChat(crm, 'one')
  await acceptedChat(crm, 'two')
  await until(async () => expect((await crm.items()).map(({ attempts }) => attempts)).toEqual([1, 1]))
  const page = await open(crm.desk.admin, endpointPath(crm.endpointId))
  await page.getByText(/Its events have failed since/).waitFor()
  await page.getByRole('tab', { name: 'Log' }).click()
  const entries = page.getByRole('tabpanel').locator('details')
  await entries.nth(1).waitFor()
  await entries.first().locator('summary').click()
  await entries.first().getByText('closed for lunch').waitFor()
  await expectAccessible(page)
  crm.receiver.answer({ body: { result: 'ok' } })
  await entries.first().getByRole('button', { name: 'Send again' }).click()
  await entries.first().getByText('Delivered', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send failed events again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await page.getByText('1 event is being sent again.').waitFor()
  await until(async () => expect((await crm.items()).map(({ state }) => state)).toEqual(['SENT', 'SENT']))
  await page.getByRole('group', { name: 'Show' }).getByText('Failed', { exact: true }).click()
  await page.getByText('No events of this kind.').waitFor()
  await page.getByRole('group', { name: 'Show' }).getByText('All', { exact: true }).click()
  const log = page.getByRole('tabpanel', { name: 'Log' })
  await entries.first().waitFor()
  const { release } = await holdAnswers(page, 'WebhookDeliveries')
  await log.getByLabel('Event', { exact: true }).selectOption({ label: 'chat_finished' })
  // What is on the screen never belongs to another choice.
  await entries.first().waitFor({ state: 'detached' })
  release()
  await page.getByText('No events of this kind.').waitFor()
})

test('an endpoint that went off by itself says why, and what one admin changes is on the screen of another', async () => {
  const crm = await openCrm(app)
  onTestFinished(() => crm.receiver.stop())
  const page = await open(crm.desk.admin, endpointPath(crm.endpointId))
  const list = await open(crm.desk.admin, '/settings/developers')
  await list.getByRole('link', { name: 'CRM' }).waitFor()
  crm.receiver.answer({ status: 410 })
  await acceptedChat(crm, 'one')
  await page.getByText('It answered 410 Gone').waitFor()
  await list.getByText('Switched off automatically').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Switch it on again' }).click()
  await page.getByText('It answered 410 Gone').waitFor({ state: 'detached' })
  const name = `Renamed ${randomUUID()}`
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Only these').check()
  await page.getByLabel(crm.desk.channel.name).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await list.getByRole('link', { name }).waitFor()
  await list.getByText('1 channel').waitFor()
  await page.getByRole('button', { name: 'Delete endpoint' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await list.getByText('No endpoints yet').waitFor()
})

test('safe URLs, the identity secret and the addresses of chat logs are kept, and what is wrong is said at its field', async () => {
  const { admin, account } = await openDesk(app)
  const page = await open(admin, '/settings/developers')
  const section = (name: string) => page.getByRole('region', { name })
  const safe = section('Safe URLs')
  await safe.getByLabel('Hosts').fill('https://crm.example.com/cards\nnot a host')
  await safe.getByRole('button', { name: 'Save' }).click()
  await safe.getByRole('alert').waitFor()
  await safe.getByLabel('Hosts').fill('https://crm.example.com/cards\n\n  shop.example.org')
  await safe.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => safe.getByLabel('Hosts').inputValue(), SOON)
    .toBe('crm.example.com\nshop.example.org')
  const identity = section('Identity secret')
  await identity.getByLabel('New secret').fill('short')
  await identity.getByRole('button', { name: 'Set the secret' }).click()
  await identity.getByRole('alert').waitFor()
  await identity.getByLabel('New secret').fill('a secret that is long enough')
  await identity.getByRole('button', { name: 'Set the secret' }).click()
  await identity.getByText('A secret is set.').waitFor()
  await identity.getByRole('button', { name: 'Remove the secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the secret' }).click()
  await identity.getByText('No secret is set.').waitFor()
  const logs = section('Chat logs by e-mail')
  await logs.getByLabel('E-mail addresses').fill('log@example.org')
  await logs.getByRole('button', { name: 'Save' }).click()
  await until(async () =>
    expect(await app.services.db.chatLogAddress.findMany({ where: { accountId: account.id } })).toMatchObject(
      [{ email: 'log@example.org' }],
    ),
  )
  await page.reload()
  await expect.poll(() => page.getByLabel('E-mail addresses').inputValue(), SOON).toBe('log@example.org')
  await expectAccessible(page)
})

test('what was saved last is shown, also when the answer to something earlier comes after it', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/developers')
  await page.getByText('No secret is set.').waitFor()
  const { counts, release } = await holdAnswers(page, 'DeveloperSettings')
  const safe = page.getByRole('region', { name: 'Safe URLs' })
  await safe.getByLabel('Hosts').fill('shop.example.org')
  await safe.getByRole('button', { name: 'Save' }).click()
  // Read for the mutation's answer and again for its event: both before the next change.
  await expect.poll(() => counts.held, SOON).toBeGreaterThan(1)
  const identity = page.getByRole('region', { name: 'Identity secret' })
  await identity.getByLabel('New secret').fill('a secret that is long enough')
  await identity.getByRole('button', { name: 'Set the secret' }).click()
  await page.getByText('Identity secret set').waitFor()
  release()
  await identity.getByText('A secret is set.').waitFor()
})

test('operators do not find the page', async () => {
  const { operators } = await openDesk(app)
  const page = await open(operators[0], '/settings/profile')
  await expect.poll(() => page.getByRole('link', { name: 'Developers' }).count(), SOON).toBe(0)
  await page.goto(`${app.url}/settings/developers`)
  await page.getByText('Only an admin can change this.').waitFor()
  await page.getByRole('heading', { name: 'Developers', level: 1 }).waitFor()
})

test('what could not be loaded can be loaded again', async () => {
  const { admin } = await openDesk(app)
  const page = await open(admin, '/settings/profile')
  await page.route('**/graphql', (route) => route.abort())
  await page.getByRole('link', { name: 'Developers' }).click()
  // Two parts of the page, each by itself.
  await expect.poll(() => page.getByText('This could not be loaded.').count(), SOON).toBe(2)
  await page.unroute('**/graphql')
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await page.getByLabel('Hosts').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No endpoints yet').waitFor()
})

test('a folded row of the log says that the event was a test, also after it was sent again', async () => {
  const crm = await openCrm(app)
  onTestFinished(() => crm.receiver.stop())
  const page = await open(crm.desk.admin, endpointPath(crm.endpointId))
  await page.getByRole('button', { name: 'Send a test event' }).click()
  // The log shows what was sent when it is opened.
  await page.getByText('"event_name": "chat_accepted"').waitFor()
  await page.getByRole('tab', { name: 'Log' }).click()
  const row = page.locator('summary').filter({ hasText: 'chat_accepted (test)' })
  await row.click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await crm.receiver.waitFor(2)
  await page.reload()
  await page.getByRole('tab', { name: 'Log' }).click()
  await row.waitFor()
})

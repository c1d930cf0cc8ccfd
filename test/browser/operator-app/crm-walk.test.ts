import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { type MailServer, startMailServer } from '../../support/mail-server.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { SOON, startWithBrowser, waitUntilRead } from '../support.ts'

let mails: MailServer
// Runs after the installation's own, which was registered later.
afterAll(() => mails?.stop())
const { app, open } = startWithBrowser(async () => {
  mails = await startMailServer()
  return startSwitchboard({ variables: { SMTP_URL: mails.url, MAIL_FROM: 'support@example.com' } })
})

test('a CRM from its endpoint to the mail: data beside the chat, the card bound, the chat in the archive, its log sent', async () => {
  const desk = await openDesk(app)
  const word = `kettle${randomUUID().slice(0, 6)}`
  const log = `${randomUUID()}@example.org`
  const crm = await startReceiver(({ json }) => {
    const { event_name: event } = json as { event_name: string }
    if (event !== 'chat_accepted') return { body: { result: 'ok' } }
    const contact_info = { name: 'Anna Berg', email: 'anna@example.org' }
    const custom_data = [{ title: 'Plan', content: 'Gold' }]
    const crm_link = 'https://crm.example.com/cards/7'
    const answer = { result: 'ok', enable_assign: true, crm_link, custom_data, contact_info }
    // As receivers in the field do it.
    return { body: JSON.stringify(answer), headers: { 'content-type': 'text/html' } }
  })
  onTestFinished(() => crm.stop())
  const told = (event: string) =>
    crm.waitFor(({ json }) => (json as { event_name: string }).event_name === event)

  const admin = await open(desk.admin, '/settings/developers')
  await admin.getByLabel('Hosts').fill('crm.example.com')
  await admin.getByRole('region', { name: 'Safe URLs' }).getByRole('button', { name: 'Save' }).click()
  await admin.getByText('Saved').first().waitFor()
  await admin.getByLabel('E-mail addresses').fill(log)
  const save = admin.getByRole('region', { name: 'Chat logs' }).getByRole('button', { name: 'Save' })
  await save.click()
  await expect.poll(() => app.services.db.chatLogAddress.count({ where: { email: log } }), SOON).toBe(1)
  // Whoever leaves the page while it is being saved is asked.
  await expect.poll(() => save.getAttribute('aria-busy'), SOON).toBe(null)
  await admin.getByRole('button', { name: 'New endpoint' }).click()
  await admin.getByLabel('Name', { exact: true }).fill('Shop CRM')
  await admin.getByLabel('Address').fill(`${crm.url}/hook`)
  await admin.getByRole('button', { name: 'Create endpoint' }).click()
  await admin.getByRole('heading', { level: 1, name: 'Shop CRM' }).waitFor()

  const [operator] = desk.operators
  const page = await open(operator, '/inbox/waiting')
  await desk.say('visitor', `My ${word} never arrived`)
  await page.getByText(`My ${word} never arrived`).first().click()
  await page.getByRole('button', { name: 'Accept' }).click()
  const section = page.getByRole('region', { name: 'Shop CRM' })
  await section.getByText('Gold').waitFor()
  await page.getByRole('region', { name: 'Visitor' }).getByRole('heading', { name: 'Anna Berg' }).waitFor()
  await section.getByRole('button', { name: 'Bind to the CRM card' }).click()
  await section.getByText(`Bound to the CRM card by ${operator.user.name}`).waitFor()
  expect((await told('chat_assigned')).json).toMatchObject({ assign_to: 'https://crm.example.com/cards/7' })
  await page.getByRole('textbox', { name: 'Message' }).fill('It left today.')
  await page.keyboard.press('Enter')
  await page.getByRole('article').filter({ hasText: 'It left today.', hasNotText: 'Sending' }).waitFor()
  await waitUntilRead(page)
  await page.getByRole('button', { name: 'Close chat' }).click()
  expect((await told('chat_finished')).json).toMatchObject({
    visitor: { name: 'Anna Berg' },
    plain_messages: expect.stringContaining('It left today.'),
  })

  await page.getByRole('link', { name: 'Archive' }).click()
  await page.getByRole('list', { name: 'Closed chats' }).getByRole('link').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(word)
  await page.getByRole('list', { name: 'Closed chats' }).locator('mark').getByText(word).click()
  await page.getByRole('article').filter({ hasText: word }).waitFor()
  await section.getByText('Gold').waitFor()

  const [mail] = await mails.waitFor(log)
  for (const text of [word, 'It left today.', 'anna@example.org']) expect(mail?.text).toContain(text)

  await admin.getByRole('tab', { name: 'Log' }).click()
  const entries = admin.getByRole('tabpanel', { name: 'Log' }).locator('summary')
  await entries.nth(2).waitFor()
  expect((await entries.allInnerTexts()).map((entry) => entry.split(/\s+/)[0])).toEqual([
    'chat_finished',
    'chat_assigned',
    'chat_accepted',
  ])
})

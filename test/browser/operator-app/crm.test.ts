import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type Person, reply } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { acceptedChat, type Crm, closeChat, openCrm } from '../../webhooks/support.ts'
import { expectAccessible, holdAnswers, SOON, withBrowser } from '../support.ts'

const { app, open: openAt } = withBrowser()

async function enter(options: Parameters<typeof openCrm>[1] = {}): Promise<Crm> {
  const crm = await openCrm(app, options)
  onTestFinished(() => crm.receiver.stop())
  const { admin } = crm.desk
  const input = { safeUrls: ['crm.example.com'] }
  expect((await mutate(admin.execute, 'updateDeveloperSettings', input)).userErrors).toEqual([])
  return crm
}

/** The inbox with a chat opened, and the visitor pane beside it. */
async function open(person: Person, chat: { id: string }, view = 'all'): Promise<Page> {
  const page = await openAt(person, `/inbox/${view}/${encodeURIComponent(globalId('Chat', chat.id))}`)
  await page.getByRole('region', { name: 'Visitor' }).waitFor(SOON)
  return page
}

const answer = {
  result: 'ok',
  enable_assign: true,
  crm_link: 'https://crm.example.com/cards/7',
  custom_data: [
    { title: 'Plan', key: 'Level', content: 'Gold', link: 'https://crm.example.com/plans/3' },
    { content: '<b>Two</b> open invoices', link: 'https://evil.example/' },
  ],
  page: { url: 'https://eu.crm.example.com/anna', title: 'Anna’s page' },
}

test('the pane says that an endpoint is asked, and fills with its answer, in order, with safe links only', async () => {
  const crm = await enter()
  const { desk, receiver } = crm
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  receiver.answer(async () => {
    await released
    return { body: answer }
  })
  await desk.say('v', 'Hello')
  const chat = await desk.chatOf('v')
  const page = await open(desk.operators[0], chat)
  const section = page.getByRole('region', { name: 'CRM', exact: true })
  await expect.poll(() => section.count(), SOON).toBe(0)
  await reply(desk.operators[0], chat.id, 'Hi')
  await section.getByText('Asking for data…').waitFor()
  release()
  await section.getByText('Two').waitFor()
  await expect.poll(() => section.getByText('Asking for data…').count(), SOON).toBe(0)
  const words = (await section.innerText()).split(/\s*\n\s*/).filter(Boolean)
  expect(words).toEqual([
    'CRM',
    'Bind to the CRM card',
    'Plan',
    'Level: Gold',
    '<b>Two</b> open invoices',
    'Page: Anna’s page',
    'Open the CRM card',
  ])
  const links = await section
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((one) => [one.textContent?.trim(), one.getAttribute('href'), one.getAttribute('rel')]),
    )
  const rel = 'noopener noreferrer nofollow'
  expect(links).toEqual([
    ['Gold', 'https://crm.example.com/plans/3', rel],
    ['Anna’s page', 'https://eu.crm.example.com/anna', rel],
    ['Open the CRM card', 'https://crm.example.com/cards/7', rel],
  ])
  await expectAccessible(page)
})

test('binding tells the outcome, also in another tab: a failure with its reason, and then who bound it', async () => {
  const crm = await enter()
  const { desk, receiver } = crm
  receiver.answer({ body: answer })
  const chat = await acceptedChat(crm, 'v')
  const [page, other] = await Promise.all([open(desk.operators[0], chat), open(desk.admin, chat)])
  await crm.waitFor('chat_accepted')
  await page.getByRole('button', { name: 'Bind to the CRM card' }).waitFor()
  receiver.answer({ body: { result: 'This card is locked.' } })
  await page.getByRole('button', { name: 'Bind to the CRM card' }).click()
  for (const tab of [page, other]) await tab.getByText('It answered: This card is locked.').waitFor()
  await expectAccessible(page)
  receiver.answer({ body: { result: 'OK' } })
  await page.getByRole('button', { name: 'Try to bind again' }).click()
  const { name } = desk.operators[0].user
  for (const tab of [page, other]) await tab.getByText(`Bound to the CRM card by ${name}`).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /bind/i }).count(), SOON).toBe(0)
  expect(crm.bodies('chat_assigned')).toHaveLength(2)
})

test('a chat can be bound while another one is being bound to its card', async () => {
  const crm = await enter()
  const [operator] = crm.desk.operators
  crm.receiver.answer({ body: answer })
  const [first, second] = [await acceptedChat(crm, 'v'), await acceptedChat(crm, 'w')]
  const page = await open(operator, first)
  const show = (chat: { id: string }) => page.locator(`a[data-chat="${globalId('Chat', chat.id)}"]`).click()
  const bind = page.getByRole('button', { name: 'Bind to the CRM card' })
  await bind.waitFor()
  await show(second)
  await bind.waitFor()
  await show(first)
  const { counts } = await holdAnswers(page, 'AssignChat')
  await bind.click()
  await page.getByRole('button', { name: 'Binding…' }).waitFor()
  await show(second)
  await bind.click()
  await expect.poll(() => counts.held, SOON).toBe(2)
})

test('while the endpoint cannot be reached, the pane says so, and the button works', async () => {
  const crm = await enter()
  const { desk, receiver } = crm
  receiver.answer({ body: answer })
  const chat = await acceptedChat(crm, 'v')
  const page = await open(desk.operators[0], chat)
  // The endpoint has been asked for data by then.
  const bind = page.getByRole('button', { name: 'Bind to the CRM card' })
  await bind.waitFor()
  receiver.answer({ status: 503 })
  await bind.click()
  await page.getByText('Not bound yet. Another attempt will follow.').waitFor()
  await page.getByText('The endpoint answered with HTTP 503.').waitFor()
  receiver.answer({ body: { result: 'ok' } })
  await page.getByRole('button', { name: 'Try to bind again' }).click()
  await page.getByText('Bound to the CRM card by').waitFor()
})

test('the data stays with a closed chat, in which nothing can be bound any more', async () => {
  const crm = await enter()
  crm.receiver.answer({ body: answer })
  const chat = await acceptedChat(crm, 'v')
  const page = await open(crm.desk.operators[0], chat)
  await page.getByRole('button', { name: 'Bind to the CRM card' }).waitFor()
  await closeChat(crm, chat)
  await page.getByRole('button', { name: 'Bind to the CRM card' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Gold').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Bind to the CRM card' }).count(), SOON).toBe(0)
})

test('several endpoints are shown one after the other: one with data, one that fails, until it is deleted', async () => {
  const crm = await enter()
  const { desk } = crm
  const second = await openCrm(app, { desk })
  onTestFinished(() => second.receiver.stop())
  const input = { id: second.endpointId, name: 'Billing' }
  await mutate(desk.admin.execute, 'updateWebhookEndpoint', input)
  crm.receiver.answer({ body: answer })
  second.receiver.answer({ status: 503 })
  const chat = await acceptedChat(crm, 'v')
  const page = await open(desk.operators[0], chat)
  const billing = page.getByRole('region', { name: 'Billing' })
  await billing.getByText('No data.').waitFor()
  await billing.getByText('HTTP 503').waitFor()
  await page.getByText('Gold').waitFor()
  const names = await page
    .getByRole('region', { name: 'Visitor' })
    .getByRole('heading', { level: 3 })
    .allInnerTexts()
  expect(names.slice(0, 2)).toEqual(['CRM', 'Billing'])
  await mutate(desk.admin.execute, 'deleteWebhookEndpoint', { id: second.endpointId })
  await billing.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText('Gold').count(), SOON).toBe(1)
})

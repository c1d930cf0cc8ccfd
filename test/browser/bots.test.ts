import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts'
import { DEMO_ADMIN, spawnWithStores } from '../support/spawn-switchboard.ts'
import { signIn, startWithBrowser } from './support.ts'

const { app: switchboard, openWindow } = startWithBrowser(spawnWithStores)

async function openInbox(): Promise<Page> {
  const page = await openWindow()
  await signIn(page, switchboard.url, DEMO_ADMIN)
  return page
}

async function openServer(): Promise<Receiver> {
  const server = await startReceiver()
  onTestFinished(() => server.stop())
  return server
}

/** Creates a channel and gives its address, as an admin would copy it. */
async function createChannel(page: Page, name: string, serverUrl: string): Promise<string> {
  await page.goto(`${switchboard.url}/settings/channels/new`)
  await page.getByRole('radio', { name: /Chat API/ }).check()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Client server URL').fill(serverUrl)
  await page.getByRole('button', { name: 'Create channel' }).click()
  const example = await page
    .getByText(/\/channel\/[\w-]{43}\/\w+/)
    .first()
    .textContent()
  return switchboard.url + (/\/channel\/[\w-]{43}\/\w+/.exec(example ?? '')?.[0] ?? '')
}

/** Registers the provider and connects its bot; gives where the bot posts to (B1). */
async function connectBot(page: Page, endpointUrl: string, channel: string): Promise<string> {
  const token = randomUUID()
  await page.goto(`${switchboard.url}/settings/bots`)
  await page.getByRole('button', { name: 'Register a provider' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Robot works')
  await page.getByLabel('Endpoint address').fill(endpointUrl)
  await page.getByRole('button', { name: 'Register provider' }).click()
  await page.getByRole('button', { name: 'Connect a bot' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Robo')
  await page.getByLabel('Token').fill(token)
  const address = await page.getByText(new RegExp(`/bot/webhooks/\\w+/${token}`)).textContent()
  await page.getByLabel(channel).check()
  await page.getByRole('button', { name: 'Connect bot' }).click()
  await page.getByRole('heading', { level: 1, name: 'Robo' }).waitFor()
  return switchboard.url + new URL(address ?? '').pathname
}

/** Answers in Markdown, in the body of the answer. */
function answerInMarkdown({ json }: Received) {
  const { event, chat_id, client_id } = json as Record<string, string>
  if (event !== 'CLIENT_MESSAGE') return { status: 200 }
  const message = { type: 'MARKDOWN', content: 'I am **Robo**.', text: 'I am Robo.' }
  return { body: { event: 'BOT_MESSAGE', id: randomUUID(), chat_id, client_id, message } }
}

async function writeAsVisitor(address: string, text: string): Promise<void> {
  const body = JSON.stringify({ sender: { id: 'ann', name: 'Ann' }, message: { type: 'text', text } })
  expect((await fetch(address, { method: 'POST', body })).status).toBe(200)
}

test('a bot answers first, asks for an operator, gets the chat back, and asks again while nobody is there', async () => {
  const [client, bot] = await Promise.all([openServer(), openServer()])
  bot.answer(answerInMarkdown)
  const page = await openInbox()
  const address = await createChannel(page, 'Shop app', client.url)
  const inbound = await connectBot(page, bot.url, 'Shop app')

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText(/The bot answered in \d+ ms/).waitFor()
  await page.getByRole('tab', { name: 'Event log' }).click()
  await page.getByRole('listitem').filter({ hasText: 'CLIENT_MESSAGE' }).waitFor()

  await page.goto(`${switchboard.url}/inbox`)
  await page.getByText('Nobody is waiting').waitFor()
  await writeAsVisitor(address, 'Hello?')
  // Also in views that were never opened.
  await page.getByRole('link', { name: 'All 1' }).waitFor()
  await page.keyboard.press('v')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Bots/ }).click()
  await page.getByRole('link', { name: /Ann.*Answered by Robo/ }).click()
  // What a bot writes in Markdown is shown as it is meant, and left as text for the client.
  await page
    .getByRole('article')
    .filter({ hasText: 'Robo' })
    .getByText('Robo', { exact: true })
    .nth(1)
    .waitFor()
  await client.waitFor((request) => request.text.includes('I am Robo.'))

  const asked = await bot.waitFor((request) => request.text.includes('Hello?'))
  const { chat_id, client_id } = asked.json as Record<string, string>
  const invitation = { event: 'INVITE_AGENT', id: randomUUID(), chat_id, client_id }
  await fetch(inbound, { method: 'POST', body: JSON.stringify(invitation) })
  await page.getByText('Robo asks for an operator.').waitFor()
  await page.getByRole('link', { name: /^Waiting/ }).click()
  await page.getByRole('link', { name: /Ann/ }).click()

  await page.getByRole('button', { name: /^Accept/ }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('A person now.')
  await page.keyboard.press('Enter')
  await client.waitFor((request) => request.text.includes('A person now.'))
  await bot.waitFor((request) => request.text.includes('AGENT_JOINED'))

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: /Hand to the bot/ }).click()
  await page.getByRole('button', { name: /^Accept/ }).waitFor()
  await page.getByText(/handed the chat to Robo/).waitFor()

  // Nobody is there when the bot asks again: the first operator who comes back is offered the chat.
  await page.goto('about:blank')
  const status = async () => (await fetch(`${address}/status`)).text()
  await expect.poll(status).toBe('0')
  await fetch(inbound, { method: 'POST', body: JSON.stringify({ ...invitation, id: randomUUID() }) })
  await bot.waitFor((request) => request.text.includes('AGENT_UNAVAILABLE'))
  await page.goto(`${switchboard.url}/inbox`)
  await page.getByText('A visitor is waiting', { exact: true }).waitFor({ state: 'attached' })
  await page.getByRole('link', { name: /Ann/ }).waitFor()
})

import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../support/receiver.ts'
import { DEMO_ADMIN, spawnWithStores } from '../support/spawn-switchboard.ts'
import { signIn, startWithBrowser } from './support.ts'

const { app: switchboard, openWindow } = startWithBrowser(spawnWithStores, { loadsAhead: false })

async function openInbox(): Promise<Page> {
  const page = await openWindow()
  await signIn(page, switchboard.url, DEMO_ADMIN)
  return page
}

/** Creates a channel in the settings and gives its address, as an admin would copy it. */
async function createChannel(page: Page, name: string, serverUrl: string): Promise<string> {
  await page.goto(`${switchboard.url}/settings/channels`)
  await page
    .getByRole('link', { name: 'New channel' })
    .or(page.getByRole('button', { name: 'New channel' }))
    .click()
  await page.getByRole('radio', { name: /Chat API/ }).check()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Client server URL').fill(serverUrl)
  await page.getByRole('button', { name: 'Create channel' }).click()
  const address = await page
    .getByText(/\/channel\/[\w-]{43}\/\w+/)
    .first()
    .textContent()
  const { pathname } = new URL(/https?:\/\/[^\s']+/.exec(address ?? '')?.[0] ?? '')
  return `${switchboard.url}${pathname.replace(/\/status$/, '')}`
}

async function writeAsVisitor(address: string, name: string, text: string): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    body: JSON.stringify({ sender: { id: name, name }, message: { type: 'text', text } }),
  })
  expect(await response.json()).toMatchObject({ result: 'ok' })
}

async function reply(page: Page, visitor: string, text: string): Promise<void> {
  const composer = page
    .getByRole('textbox', { name: 'Message' })
    .or(page.getByPlaceholder(`Write to ${visitor}`))
  await composer.first().fill(text)
  await page.keyboard.press('Enter')
}

test('an operator creates a channel, sees a visitor write, answers, and the client server receives it', async () => {
  const client = await startReceiver()
  onTestFinished(() => client.stop())
  const page = await openInbox()
  const address = await createChannel(page, 'Shop app', client.url)
  await page.goto(`${switchboard.url}/inbox/waiting`)

  await writeAsVisitor(address, 'Ann', 'Do you ship to Norway?')
  await page.getByText('Do you ship to Norway?').first().click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await reply(page, 'Ann', 'Yes, we do.')

  const answer = await client.waitFor((request) => request.text.includes('Yes, we do.'))
  expect(answer.json).toMatchObject({
    recipient: { id: 'Ann' },
    message: { type: 'text', text: 'Yes, we do.' },
  })
  await page.getByText('Delivered').first().waitFor({ state: 'attached' })
})

test('a reply that the client server did not take is shown as failed and can be sent again', async () => {
  const client = await startReceiver()
  onTestFinished(() => client.stop())
  const page = await openInbox()
  const address = await createChannel(page, 'Another app', client.url)
  await page.goto(`${switchboard.url}/inbox/waiting`)
  await writeAsVisitor(address, 'Bea', 'Is anybody there?')
  await page.getByText('Is anybody there?').first().click()
  await page.getByRole('button', { name: 'Accept' }).click()

  await client.stop()
  await reply(page, 'Bea', 'Right here.')
  await page.getByText('The client’s server cannot be reached').first().waitFor()

  await client.restart()
  await page.getByRole('button', { name: 'Send again' }).click()
  const answer = await client.waitFor((request) => request.text.includes('Right here.'))
  expect(answer.json).toMatchObject({ recipient: { id: 'Bea' } })
  await page.getByText('Delivered').first().waitFor({ state: 'attached' })
})

import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startCuttableProxy } from '../../support/cuttable-proxy.ts'
import { demoChannelPath } from '../../support/demo-channel.ts'
import { startReceiver } from '../../support/receiver.ts'
import { DEMO_ADMIN, spawnWithStores } from '../../support/spawn-switchboard.ts'
import { until } from '../../support/until.ts'
import { SOON, signIn, startWithBrowser, waitUntilRead } from '../support.ts'

const { app: switchboard, openWindow } = startWithBrowser(spawnWithStores)
let channelPath: string

beforeAll(async () => {
  channelPath = await demoChannelPath(switchboard)
})

async function openInbox(url: string, person = DEMO_ADMIN): Promise<Page> {
  const page = await openWindow()
  await signIn(page, url, person)
  return page
}

/** The demo account's second user. */
async function demoOperator(): Promise<{ email: string; password: string }> {
  const email = 'operator@example.com'
  const said = await switchboard.admin('reset-password', email)
  return { email, password: /password ([a-z2-9-]+),/.exec(said)?.[1] ?? '' }
}

async function writeAsVisitor(name: string, text: string): Promise<void> {
  const body = JSON.stringify({ sender: { id: name, name }, message: { type: 'text', text } })
  const response = await fetch(`${switchboard.url}${channelPath}`, { method: 'POST', body })
  expect(response.status).toBe(200)
}

test('connections cut at random during a storm of messages leave no hole and nothing twice', async () => {
  const proxy = await startCuttableProxy(switchboard.url)
  onTestFinished(() => proxy.close())
  const storm = randomUUID().slice(0, 8)
  const names = Array.from({ length: 8 }, (_, index) => `Storm ${storm}-${index}`)
  const texts = Array.from({ length: 12 }, (_, index) => `line ${index + 1} of ${storm}.`)
  await writeAsVisitor(names[0] ?? '', 'The first one')
  const page = await openInbox(proxy.url)
  let connections = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('"connection_ack"')) connections += 1
    }),
  )
  await page.goto(`${proxy.url}/inbox/waiting`)
  // On a slow machine, Playwright takes back a click on a row that moved under it a moment before.
  await until(async () => {
    await page
      .getByText(names[0] ?? '')
      .first()
      .click()
    expect(page.url()).toMatch(/\/waiting\/./)
  })
  await page.getByRole('article').getByText('The first one').waitFor()

  for (const text of texts) {
    const before = connections
    const cutAfter = randomInt(1, names.length + 1)
    let written = 0
    await Promise.all(
      names.map(async (name) => {
        await writeAsVisitor(name, text)
        written += 1
        if (written === cutAfter) proxy.cut()
      }),
    )
    // What was written after the cut was missed; the next one hits a screen that is connected again.
    await expect.poll(() => connections, SOON).toBeGreaterThan(before)
  }

  const rows = page.getByRole('link').filter({ hasText: `Storm ${storm}` })
  await expect.poll(() => rows.filter({ hasText: texts.at(-1) }).count(), SOON).toBe(names.length)
  await expect.poll(() => rows.count(), SOON).toBe(names.length)
  const bubbles = page.getByRole('article').getByText(`of ${storm}.`)
  await expect.poll(() => bubbles.allTextContents(), SOON).toEqual(texts)
})

test('what is sent while the network is away waits, visibly, and leaves in order when it is back', async () => {
  const client = await startReceiver()
  onTestFinished(() => client.stop())
  const proxy = await startCuttableProxy(switchboard.url)
  onTestFinished(() => proxy.close())
  const name = `Waiting ${randomUUID().slice(0, 8)}`
  await writeAsVisitor(name, 'Are you there?')
  const page = await openInbox(proxy.url)
  await page.getByText(name).first().click()
  await page.getByRole('button', { name: 'Accept' }).click()
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.waitFor()
  await expect.poll(() => page.getByText('joined').count(), SOON).toBeGreaterThan(0)

  proxy.takeAway()
  const texts = ['One', 'Two', 'Three'].map((word) => `${word} ${randomUUID().slice(0, 8)}`)
  for (const text of texts) {
    await composer.fill(text)
    await page.keyboard.press('Enter')
  }
  await expect.poll(() => page.getByText('Waiting for the connection').count(), SOON).toBe(texts.length)
  await page.getByText('Reconnecting…').waitFor(SOON)

  proxy.restore()
  await page.getByText('Back online').waitFor(SOON)
  await expect.poll(() => page.getByText(/^(Waiting for the connection|Sending)$/).count(), SOON).toBe(0)
  // Read from the server again: the order is the one that was stored.
  await page.reload()
  // Among the messages: the list of chats shows it too, and earlier.
  await page
    .getByRole('article')
    .getByText(texts[2] ?? '')
    .waitFor(SOON)
  const stored = await page.getByRole('article').allInnerTexts()
  const order = texts.map((text) => stored.findIndex((body) => body.includes(text)))
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(stored.filter((body) => texts.some((text) => body.includes(text)))).toHaveLength(texts.length)
})

test('of two operators who press Reply at once one has the chat, and the other is told by whom', async () => {
  const name = `Contested ${randomUUID().slice(0, 8)}`
  const pages = await Promise.all([
    openInbox(switchboard.url),
    openInbox(switchboard.url, await demoOperator()),
  ])
  await writeAsVisitor(name, 'Who takes me?')
  for (const page of pages) await page.getByText(name).first().click()
  const replies = pages.map((page) => page.getByRole('button', { name: 'Accept' }))
  for (const reply of replies) await reply.waitFor(SOON)
  // Not with the mouse, which looks at a button first: whoever is slower would find none any more.
  const buttons = await Promise.all(replies.map((reply) => reply.elementHandle()))
  await Promise.all(buttons.map((button) => button?.evaluate((one) => (one as HTMLElement).click())))

  const composers = pages.map((page) => page.getByRole('textbox', { name: 'Message' }))
  const count = async () => (await Promise.all(composers.map((composer) => composer.count()))).sort()
  await expect.poll(count, SOON).toEqual([0, 1])
  const loser = (await composers[0]?.count()) === 0 ? pages[0] : pages[1]
  const winnerName = loser === pages[0] ? 'Operator' : 'Admin'
  await loser?.getByText(`${winnerName} is answering this visitor.`).waitFor(SOON)
})

test('a chat is found, accepted, answered and closed without a mouse', async () => {
  const name = `Keyboard ${randomUUID().slice(0, 8)}`
  const other = `Somebody ${randomUUID().slice(0, 8)}`
  const text = `Typed ${randomUUID().slice(0, 8)}`
  const page = await openInbox(switchboard.url)
  await writeAsVisitor(other, 'Not me')
  await writeAsVisitor(name, 'Keys only, please')
  await page.getByText(name).first().waitFor(SOON)

  const otherRow = page.getByText(other).first()
  await otherRow.waitFor(SOON)

  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await otherRow.waitFor({ state: 'detached', ...SOON })
  await page.keyboard.press('Enter')
  await page.getByRole('article').getByText('Keys only, please').waitFor(SOON)
  await page.keyboard.press('r')
  await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).count(), SOON).toBe(1)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), SOON).toBe('TEXTAREA')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  // Closing the chat asks first while a message is on its way to the server, and while one is unread.
  await page.getByRole('article').filter({ hasText: text, hasNotText: 'Sending' }).waitFor(SOON)
  await waitUntilRead(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page.getByText('Chat closed').waitFor(SOON)
})

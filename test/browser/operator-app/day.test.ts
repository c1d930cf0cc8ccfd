import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { demoChannelPath } from '../../support/demo-channel.ts'
import { startReceiver } from '../../support/receiver.ts'
import { DEMO_ADMIN, spawnWithStores } from '../../support/spawn-switchboard.ts'
import { SOON, signIn, startWithBrowser, stretchTimers, typeQuickly, waitUntilRead } from '../support.ts'

const { app: switchboard, openWindow } = startWithBrowser(spawnWithStores)
let channelPath: string

beforeAll(async () => {
  channelPath = await demoChannelPath(switchboard)
})

async function open(person = DEMO_ADMIN): Promise<Page> {
  // As most people have it: with motion.
  const page = await openWindow({ width: 1280, height: 800, reducedMotion: 'no-preference' })
  await signIn(page, switchboard.url, person)
  return page
}

async function write(sender: { id: string } & Record<string, string>, text: string): Promise<void> {
  const body = JSON.stringify({ sender, message: { type: 'text', text } })
  const response = await fetch(`${switchboard.url}${channelPath}`, { method: 'POST', body })
  expect(response.status).toBe(200)
}

const newName = (word: string) => `${word} ${randomUUID().slice(0, 8)}`
const row = (page: Page, name: string): Locator => page.getByRole('link').filter({ hasText: name })
const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })

/** A visitor writes, and the person at this page takes the chat. */
async function takeChat(page: Page, name: string, text = 'Are you there?'): Promise<void> {
  await write({ id: name, name }, text)
  await page.goto(`${switchboard.url}/inbox/waiting`)
  await row(page, name).click()
  await accept(page)
}

/** The composer is there before, too. */
async function accept(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Accept' })
  await button.click()
  await button.waitFor({ state: 'detached', ...SOON })
}

/** What an operation of the API answers to whoever is signed in at this page. */
async function ask(page: Page, query: string, variables: object = {}) {
  const response = await page.request.post(`${switchboard.url}/graphql`, {
    headers: { 'x-graphql-yoga-csrf': '1' },
    data: { query, variables },
  })
  const { data, errors } = await response.json()
  expect(errors).toBeUndefined()
  return data
}

async function statusOf(page: Page, name: string): Promise<string> {
  const query = `query ($search: String) { chats(view: ALL, search: $search, first: 1) { edges { node { id } } }
    closed: chats(view: CLOSED, search: $search, first: 1) { edges { node { id } } } }`
  const { chats, closed } = await ask(page, query, { search: name })
  if (chats.edges.length > 0) return 'open'
  return closed.edges.length > 0 ? 'closed' : 'unknown'
}

test('a word that is typed after a click on one’s own chat is a draft, and no word ever closes a chat', async () => {
  const page = await open()
  const name = newName('Typed')
  await takeChat(page, name)
  await page.goto(`${switchboard.url}/inbox/mine`)
  await row(page, name).click()
  await expect.poll(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Hello', { delay: 60 })
  await expect.poll(() => composer(page).inputValue(), SOON).toBe('Hello')
  await composer(page).fill('')

  // Out of the field the same word, and one that begins with the key that closes, do nothing.
  await page.keyboard.press('Escape')
  await expect.poll(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(false)
  for (const word of ['Hello', 'ello', 'tell', 'label']) {
    await typeQuickly(page, word)
    await page.waitForFunction(
      (at) => performance.now() - at > 700,
      await page.evaluate(() => performance.now()),
    )
  }
  await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count(), SOON).toBe(0)
  await expect.poll(() => composer(page).inputValue(), SOON).toBe('')

  // The key alone closes it, and it can be taken back.
  await stretchTimers(page)
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Undo' }).waitFor(SOON)
  await expect.poll(() => row(page, name).count(), SOON).toBe(0)
  expect(await statusOf(page, name)).toBe('open')
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(page, name).waitFor(SOON)
  await expect.poll(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true)
})

test('the button of the visitor’s details says what it does, which is another thing where they are a sheet', async () => {
  const page = await open()
  await takeChat(page, newName('Details'))
  await page.getByRole('button', { name: 'Hide visitor details' }).click()
  await page.getByRole('button', { name: 'Visitor details', exact: true }).click()
  await page.getByRole('button', { name: 'Hide visitor details' }).waitFor()
  await page.setViewportSize({ width: 380, height: 800 })
  await page.getByRole('button', { name: 'Visitor details', exact: true }).click()
  await page.getByRole('dialog').waitFor()
})

test('a closed chat is closed for good after a moment, or when the page goes away; a visitor who writes in time keeps it open', async () => {
  const page = await open()
  const [kept, left, over] = ['Kept', 'Left', 'Over'].map(newName) as [string, string, string]
  for (const name of [kept, left, over]) await takeChat(page, name)
  const openOwn = async (name: string) => {
    await page.goto(`${switchboard.url}/inbox/mine`)
    await row(page, name).click()
    await waitUntilRead(page)
  }
  const close = async () => {
    await page.getByRole('button', { name: 'Close chat' }).click()
    await page.getByText('Chat closed').waitFor(SOON)
  }
  await openOwn(kept)
  await stretchTimers(page)
  await close()
  await write({ id: kept, name: kept }, 'One more thing')
  await page.getByText(`${kept} wrote again, so the chat stays open`).waitFor(SOON)
  await row(page, kept).filter({ hasText: 'One more thing' }).waitFor(SOON)

  await openOwn(over)
  await close()
  await expect.poll(() => statusOf(page, over), SOON).toBe('closed')
  await openOwn(left)
  await close()
  await page.goto('about:blank')
  await expect.poll(() => statusOf(page, left), SOON).toBe('closed')
  expect(await statusOf(page, kept)).toBe('open')
})

test('what did not arrive shows in the list, is told, counts, and says why only to whoever asks', async () => {
  const client = await startReceiver(() => ({
    body: { error: { code: 'gone', message: 'X-77: no such user' } },
  }))
  onTestFinished(() => client.stop())
  const page = await open()
  const { channels } = await ask(
    page,
    '{ channels { edges { node { id settings { ... on ChatApiSettings { serverUrl } } } } } }',
  )
  const { id, settings } = channels.edges.find(
    ({ node }: { node: { settings: { serverUrl?: string } } }) => node.settings.serverUrl,
  ).node
  const setServer = (url: string) =>
    ask(
      page,
      'mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { userErrors { message } } }',
      {
        input: { id, settings: { chatApi: { serverUrl: url } } },
      },
    )
  await setServer(client.url)
  onTestFinished(() => setServer(settings.serverUrl).catch(() => {}))
  const name = newName('Refused')
  await takeChat(page, name)
  await composer(page).fill('Do you read me?')
  await page.keyboard.press('Enter')
  await page.goto(`${switchboard.url}/inbox/waiting`)
  await page.goto(`${switchboard.url}/inbox/mine`)
  await row(page, name).getByText('1 message not delivered').waitFor(SOON)
  await row(page, name).click()
  await page.getByText('X-77: no such user').waitFor(SOON)
  await expect.poll(() => page.getByText('Code: gone').isVisible(), SOON).toBe(false)
  await page.getByText('Details', { exact: true }).click()
  await page.getByText('Code: gone').waitFor(SOON)

  // The same while another page is looked at.
  await composer(page).fill('And now?')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^All/ }).click()
  await row(page, name).getByText('2 messages not delivered').waitFor(SOON)
})

test('texts without an end or a gap widen no pane, at any width', async () => {
  const page = await open()
  const name = `Wide-${randomUUID()}-${'w'.repeat(160)}`
  const long = { id: name, name, email: `${'e'.repeat(60)}@${'f'.repeat(60)}.example.com` }
  const text = `https://example.com/${'endless'.repeat(40)}`
  await write({ ...long, url: text, invite: text }, text)
  await page.goto(`${switchboard.url}/inbox/waiting`)
  await row(page, name.slice(0, 40)).click()
  await accept(page)
  await waitUntilRead(page)
  await page.getByRole('button', { name: 'Close chat' }).click()
  await expect.poll(() => statusOf(page, name.slice(0, 40)), SOON).toBe('closed')
  await write(long, text)
  await page.goto(`${switchboard.url}/inbox/waiting`)
  await row(page, name.slice(0, 40)).click()
  await page.getByRole('region', { name: 'Visitor', exact: true }).locator('time').waitFor(SOON)
  for (const width of [1440, 1101, 1100, 900, 761, 760, 480, 380, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoneWider(page, `the conversation at ${width} px`)
    if (width > 1100) continue
    await page.getByRole('button', { name: /isitor details/ }).click()
    await page.getByRole('dialog').locator('time').waitFor(SOON)
    await expectNoneWider(page, `the visitor's details at ${width} px`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.goto(`${switchboard.url}/inbox/waiting`)
  await row(page, name.slice(0, 40)).waitFor(SOON)
  for (const width of [1440, 761, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoneWider(page, `the list at ${width} px`)
  }
})

/** Once the page has followed the new width: its scripts hear of it a frame after its styles. */
function expectNoneWider(page: Page, where: string): Promise<void> {
  return expect.poll(() => findWider(page), { ...SOON, message: where }).toEqual([])
}

/** What reaches out of the page, and what can be scrolled sideways. */
function findWider(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describe = (element: Element) => `${element.tagName}.${element.className}`
    const isSeen = (element: Element) =>
      element.checkVisibility() && !element.closest('.sr-only, .skip-link, .tooltip, :has(> .tooltip)')
    return [...document.querySelectorAll('body *')]
      .filter(isSeen)
      .filter((element) => {
        const { right, width } = element.getBoundingClientRect()
        const { overflowX } = getComputedStyle(element)
        const scrolls =
          ['auto', 'scroll'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1
        const clipped = [...ancestors(element)].some(
          (other) => getComputedStyle(other).overflowX === 'hidden' && other !== document.body,
        )
        return scrolls || (width > 0 && right > innerWidth + 1 && !clipped)
      })
      .map(describe)

    function* ancestors(element: Element) {
      for (let other = element.parentElement; other; other = other.parentElement) yield other
    }
  })
}

test('a new operator without a channel is told so, and what an admin changes shows without a reload, also in a form', async () => {
  const admin = await open()
  const { createChannel } = await ask(
    admin,
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { channel { id name } userErrors { message } } }',
    {
      input: {
        name: newName('Shop'),
        operatorIds: [],
        settings: { chatApi: { serverUrl: 'http://127.0.0.1:9/', chunked: false } },
      },
    },
  )
  const channel = createChannel.channel
  const email = `${randomUUID()}@example.com`
  const { inviteOperator } = await ask(
    admin,
    'mutation ($input: InviteOperatorInput!) { inviteOperator(input: $input) { link userErrors { message } } }',
    { input: { email, role: 'OPERATOR' } },
  )
  const page = await openWindow()
  await page.goto(new URL(new URL(inviteOperator.link).pathname, switchboard.url).href)
  await page.getByLabel('Your name').fill('Newcomer')
  await page.getByRole('textbox', { name: 'Password' }).fill(randomUUID())
  await page.keyboard.press('Enter')
  await page.getByText('You are not assigned to a channel yet').waitFor(SOON)

  const { operators } = await ask(admin, '{ operators(first: 100) { edges { node { id email } } } }')
  const newcomer = operators.edges.find(({ node }: { node: { email: string } }) => node.email === email).node
  const update = (change: object) =>
    ask(
      admin,
      'mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { userErrors { message } } }',
      {
        input: { id: channel.id, ...change },
      },
    )
  await update({ operatorIds: [newcomer.id] })
  await page.getByText('Nobody is waiting').waitFor(SOON)

  // An admin edits the name while another one changes the address.
  await admin.goto(`${switchboard.url}/settings/channels/${encodeURIComponent(channel.id)}`)
  await admin.getByRole('tab', { name: 'Settings' }).click()
  const name = admin.getByLabel('Name', { exact: true })
  await name.fill('Half a name')
  await update({
    name: newName('Renamed'),
    settings: { chatApi: { serverUrl: 'http://127.0.0.1:9/moved' } },
  })
  await expect
    .poll(() => admin.locator('input[inputmode="url"]').inputValue(), SOON)
    .toBe('http://127.0.0.1:9/moved')
  await expect.poll(() => name.inputValue(), SOON).toBe('Half a name')
  await admin.getByRole('heading', { name: /^Renamed/ }).waitFor(SOON)
})

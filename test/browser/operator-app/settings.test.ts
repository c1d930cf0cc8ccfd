import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

/** As long as a name may be, and nowhere a place to break it. */
const NAME = 'x'.repeat(100)

const { app, open } = withBrowser({ loadsAhead: false })

function channelPath({ channel }: Desk): string {
  return `/settings/channels/${encodeURIComponent(globalId('Channel', channel.id))}`
}

async function openChannelSettings(desk: Desk): Promise<Page> {
  const page = await open(desk.admin, channelPath(desk))
  await page.getByRole('tab', { name: 'Settings' }).click(SOON)
  return page
}

/** An account in which everything has the longest name there is. */
async function openLongDesk(): Promise<Desk & { paths: string[] }> {
  const desk = await openDesk(app)
  const { admin, operators, channel } = desk
  const change = (name: string, input: object, selection?: string) =>
    mutate(admin.execute, name, input as Record<string, unknown>, selection)
  for (const person of [admin, ...operators]) await mutate(person.execute, 'updateProfile', { name: NAME })
  const serverUrl = `https://client.example.com/${NAME}${NAME}`
  const channelId = globalId('Channel', channel.id)
  await change('updateChannel', { id: channelId, name: NAME, settings: { chatApi: { serverUrl } } })
  await change('createDepartment', { name: NAME, memberIds: [globalId('Operator', admin.user.id)] })
  await change('inviteOperator', { email: `${'y'.repeat(60)}@${'z'.repeat(60)}.example.com`, role: 'ADMIN' })
  const created = await change(
    'createBotProvider',
    { name: NAME, endpointUrl: serverUrl, profile: 'SEED' },
    'botProvider { id }',
  )
  const providerId = created.botProvider.id
  const connected = await change(
    'connectBot',
    { providerId, name: NAME, token: randomUUID(), channelIds: [channelId] },
    'bot { id }',
  )
  const one = (section: string, id: string) => `/settings/${section}/${encodeURIComponent(id)}`
  const sections = ['profile', 'people', 'departments', 'channels', 'channels/new', 'bots', 'bots/new']
  const paths = [
    ...[...sections, 'bot-providers', 'bot-providers/new'].map((section) => `/settings/${section}`),
    ...[channelPath(desk), one('bots', connected.bot.id), one('bot-providers', providerId)],
  ]
  return { ...desk, paths }
}

/** What reaches over the edge of the window, or makes something scroll sideways that is no block of code. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [...document.querySelectorAll('main *, [role="dialog"], [role="dialog"] *')].filter(
      (element) => {
        if (element.closest('pre') || !element.checkVisibility()) return false
        const { left, right } = element.getBoundingClientRect()
        const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX)
        return (
          left < -1 || right > innerWidth + 1 || (scrolls && element.scrollWidth > element.clientWidth + 1)
        )
      },
    )
    return found.map(
      (element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 30)}`,
    )
  })
}

test.each([1440, 380])(
  'at %d px no page of the settings is wider than the window, however long the names are',
  async (width) => {
    const { admin, paths } = await openLongDesk()
    const page = await open(admin, '/settings/profile', width)
    for (const path of paths) {
      await page.goto(app.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor(SOON)
      await page.waitForLoadState('networkidle')
      await expect.poll(() => findOverflow(page), { ...SOON, message: path }).toEqual([])
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        await page.waitForLoadState('networkidle')
        await expect
          .poll(() => findOverflow(page), { ...SOON, message: `${path} ${await tab.textContent()}` })
          .toEqual([])
      }
    }
    await page.goto(`${app.url}/settings/departments`)
    await page.getByRole('button', { name: 'Delete' }).click(SOON)
    await page.getByText('It has no open chats.').waitFor(SOON)
    await expect.poll(() => findOverflow(page), SOON).toEqual([])
  },
)

test('each page of the settings has a title of its own', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.admin, '/settings/departments')
  const expectTitle = (title: string) => expect.poll(() => page.title(), SOON).toBe(`${title} · Switchboard`)
  await expectTitle('Departments')
  await page.getByRole('link', { name: 'Channels', exact: true }).click()
  await expectTitle('Channels')
  await page.getByRole('link', { name: desk.channel.name }).click()
  await expectTitle(desk.channel.name)
  await page.getByRole('link', { name: 'Back to the inbox' }).click()
  await expectTitle('Inbox')
})

test('whoever is no admin reads at the address of a channel that only admins see it, and who answers there is not asked for', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.operators[0], '/settings/channels')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.postData() ?? ''))
  await page.getByRole('link', { name: desk.channel.name }).click(SOON)
  await page.getByText('Only admins can see it.').waitFor(SOON)
  const headings = page.getByRole('tabpanel').getByRole('heading')
  await expect.poll(() => headings.allTextContents(), SOON).toEqual(['Address', 'SVC_PUBLIC_ID'])
  await page.getByRole('tab', { name: 'Delivery log' }).click()
  await page.getByText('Nothing has been sent through this channel yet.').waitFor(SOON)
  expect(asked.join()).toContain('query Channel(')
  expect(asked.join()).not.toContain('ChannelOperators')
})

test('the dialog that deletes a channel says how many chats are closed by it, and what visitors get', async () => {
  const desk = await openDesk(app)
  for (const visitor of ['a', 'b']) await desk.say(visitor, 'Hello')
  const page = await openChannelSettings(desk)
  await page.getByRole('button', { name: 'Delete channel' }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It has 2 open chats, which will be closed. The visitors are not told').waitFor(SOON)
  await expectAccessible(page)
})

test('an address that is not allowed is refused at its field with the words of the server', async () => {
  const desk = await openDesk(app)
  const page = await openChannelSettings(desk)
  const field = page.getByLabel('Client server URL')
  const described = async () => {
    const ids = (await field.getAttribute('aria-describedby')) ?? ''
    return Promise.all(ids.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()))
  }
  await expect.poll(async () => (await described()).join(), SOON).toContain('only 127.0.0.0/8')
  for (const [address, words] of [
    ['http://10.0.0.1/', '10.0.0.1 is a private address'],
    ['no address', 'Enter an address that starts with http:// or https://'],
  ] as const) {
    await field.fill(address)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: words }).waitFor(SOON)
    expect((await described()).join()).toContain(words)
  }
  await field.fill('http://127.0.0.1:8080/in')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor(SOON)
  await expect.poll(() => page.getByRole('alert').count(), SOON).toBe(0)
})

test('what was typed stays when the channel changes meanwhile, and what was not typed follows the change', async () => {
  const desk = await openDesk(app)
  const page = await openChannelSettings(desk)
  await page.getByLabel('Name').fill('Typed')
  const id = globalId('Channel', desk.channel.id)
  await mutate(desk.admin.execute, 'updateChannel', {
    id,
    name: 'Other',
    settings: { chatApi: { serverUrl: 'https://new.example.com/' } },
  })
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('heading', { name: 'Other' }).waitFor(SOON)
  // The name comes with the event, too; the rest comes with the answer.
  await expect
    .poll(() => page.getByLabel('Client server URL').inputValue(), SOON)
    .toBe('https://new.example.com/')
  await expect.poll(() => page.getByLabel('Name').inputValue(), SOON).toBe('Typed')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Typed' }).waitFor(SOON)
  const saved = await app.services.db.channel.findUniqueOrThrow({
    where: { id: desk.channel.id },
    include: { chatApi: true },
  })
  expect(saved).toMatchObject({ name: 'Typed', chatApi: { serverUrl: 'https://new.example.com/' } })
})

test('nobody leaves an edited form behind without being asked, by a link, a step back, by signing out or closing the tab', async () => {
  const desk = await openDesk(app)
  const page = await open(desk.admin, '/settings/channels')
  await page.getByRole('link', { name: desk.channel.name }).click(SOON)
  await page.getByRole('tab', { name: 'Settings' }).click(SOON)
  const name = page.getByRole('textbox', { name: 'Name' })
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
  const path = channelPath(desk)
  await name.fill('Shop')
  await page.getByRole('link', { name: 'Departments' }).click()
  await dialog.waitFor(SOON)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden', ...SOON })
  expect([await name.inputValue(), new URL(page.url()).pathname]).toEqual(['Shop', path])
  await page.goBack()
  await dialog.waitFor(SOON)
  await expect.poll(() => new URL(page.url()).pathname, SOON).toBe(path)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden', ...SOON })
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click(SOON)
  await expect.poll(() => name.inputValue(), SOON).toBe('Shop')
  const asked = page.waitForEvent('dialog', SOON)
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click(SOON)
  await page.waitForURL('**/settings/channels', SOON)
  expect((await app.services.db.channel.findUnique({ where: { id: desk.channel.id } }))?.name).toBe(
    desk.channel.name,
  )
  // What was saved, or is as it was before, is nothing to be asked about.
  await page.goForward()
  await page.getByRole('tab', { name: 'Settings' }).click(SOON)
  await name.fill('Shop')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor(SOON)
  await name.fill('Website')
  await name.fill('Shop')
  await page.getByRole('link', { name: 'Departments' }).click()
  await page.waitForURL('**/settings/departments', SOON)
})

test('an open chat says that its channel was paused and what that means, until it is resumed', async () => {
  const desk = await openDesk(app)
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  const page = await open(desk.operators[0], `/inbox/all/${encodeURIComponent(globalId('Chat', id))}`)
  await page.getByRole('button', { name: 'Accept' }).waitFor(SOON)
  const note = page.getByText(/is paused\. The visitor cannot write until it is resumed/)
  await expect.poll(() => note.count(), SOON).toBe(0)
  const input = { id: globalId('Channel', desk.channel.id) }
  await mutate(desk.admin.execute, 'pauseChannel', input)
  await note.waitFor(SOON)
  await expectAccessible(page)
  await mutate(desk.admin.execute, 'resumeChannel', input)
  await note.waitFor({ state: 'hidden', ...SOON })
})

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type CallDesk, NUMBER, openCallDesk } from '../../calls/support.ts'
import { startTestApp } from '../../support/app.ts'
import type { Person } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { expectAccessible, holdAnswers, SOON, startWithBrowser } from '../support.ts'

const { app, open } = startWithBrowser(startTestApp, { loadsAhead: false })

/** Somebody who has asked to be called, by name. */
async function callOf(desk: CallDesk, name: string) {
  const call = await desk.call()
  const input = { id: globalId('Visitor', String(call.visitorId)), name }
  expect((await mutate(desk.admin.execute, 'updateVisitor', input)).userErrors).toEqual([])
  return call
}

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

test('an offered call is on every operator’s screen; one takes it, the others are told by whom, and it is marked to its end', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const [first, second, tab] = [await open(anna), await open(ben), await open(anna, '/inbox/calls')]
  const { id } = await callOf(desk, 'Carla')

  for (const page of [first, second, tab]) await cardOf(page, 'Carla').waitFor(SOON)
  await expectAccessible(first)
  await cardOf(first, 'Carla').getByRole('button', { name: 'Take the call' }).press('Enter')

  await cardOf(second, 'Carla').waitFor({ state: 'detached', ...SOON })
  await second.getByText(`${anna.user.name} has taken the call with Carla.`).first().waitFor(SOON)
  // In the other tab it is their call, without a word about somebody else.
  await cardOf(tab, 'Carla')
    .getByRole('link', { name: `Dial ${NUMBER}` })
    .waitFor(SOON)
  await expect.poll(() => tab.getByText('has taken the call').count(), SOON).toBe(0)
  const dial = cardOf(first, 'Carla').getByRole('link', { name: `Dial ${NUMBER}` })
  await expect.poll(() => dial.getAttribute('href'), SOON).toBe(`tel:${NUMBER}`)
  await expect.poll(() => dial.evaluate((link) => link === document.activeElement), SOON).toBe(true)

  await cardOf(first, 'Carla').getByRole('button', { name: 'Visitor answered' }).click()
  await cardOf(tab, 'Carla').getByText('Connected').waitFor(SOON)
  await cardOf(tab, 'Carla').getByRole('button', { name: 'Call ended' }).click()
  await cardOf(first, 'Carla').waitFor({ state: 'detached', ...SOON })
  expect((await desk.find(id)).state).toBe('END')

  const past = tab.getByRole('list', { name: 'Past' }).getByRole('link').filter({ hasText: 'Carla' })
  await past.click()
  const detail = tab.getByRole('region', { name: 'Call', exact: true })
  await expect.poll(() => detail.getByRole('listitem').allInnerTexts(), SOON).toHaveLength(4)
  await expectAccessible(tab)
})

test('a call that failed says why, on the screens of all', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const [first, second] = [await open(anna), await open(ben, '/inbox/calls')]
  await callOf(desk, 'Dora')
  await cardOf(first, 'Dora').getByRole('button', { name: 'Take the call' }).click(SOON)
  await second.getByRole('list', { name: 'In progress' }).getByText(`with ${anna.user.name}`).waitFor(SOON)
  await cardOf(first, 'Dora').getByRole('button', { name: 'Failed…' }).click()
  await first.getByRole('dialog').waitFor(SOON)
  await expectAccessible(first)
  await first.getByRole('button', { name: 'The line was busy.' }).click()
  await first.getByRole('button', { name: 'Mark as failed' }).click()
  await second.getByRole('list', { name: 'Past' }).getByText('The line was busy.').waitFor(SOON)
})

test('a call that was offered and taken while a screen was away is there when it is back', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const page = await open(anna)
  const gone = await callOf(desk, 'Emil')
  await cardOf(page, 'Emil').waitFor(SOON)
  await page.context().setOffline(true)
  await page.getByText('You are offline').first().waitFor(SOON)
  await mutate(ben.execute, 'takeCall', { id: globalId('Call', gone.id) })
  await callOf(desk, 'Fritz')
  await page.context().setOffline(false)
  await cardOf(page, 'Fritz').waitFor(SOON)
  await cardOf(page, 'Emil').waitFor({ state: 'detached', ...SOON })
})

test('calls come and go with the channels that an operator answers', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const page = await open(anna)
  await callOf(desk, 'Hanna')
  await cardOf(page, 'Hanna').waitFor(SOON)
  const answeredBy = (people: Person[]) =>
    mutate(desk.admin.execute, 'updateChannel', {
      id: globalId('Channel', desk.channel.id),
      operatorIds: people.map(({ user }) => globalId('Operator', user.id)),
    })
  expect((await answeredBy([ben])).userErrors).toEqual([])
  await cardOf(page, 'Hanna').waitFor({ state: 'detached', ...SOON })
  await answeredBy([anna, ben])
  await cardOf(page, 'Hanna').waitFor(SOON)
})

test.for([380, 1440])('calls can be used with a screen reader at %i px', async (width) => {
  const desk = await openCallDesk(app)
  await callOf(desk, 'Gustav')
  const page = await open(desk.operators[0], '/inbox/calls', width)
  await cardOf(page, 'Gustav').waitFor(SOON)
  await expectAccessible(page)
  await cardOf(page, 'Gustav').getByRole('link', { name: 'Gustav' }).click()
  await page
    .getByRole('region', { name: 'Call', exact: true })
    .getByRole('heading', { name: 'Gustav' })
    .waitFor(SOON)
  await expectAccessible(page)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), SOON)
    .toBeLessThanOrEqual(width)
})

/** Where a recording of some seconds can be fetched, as from a telephone system. */
async function startRecordings(): Promise<string> {
  const samples = 8_000 * 3
  const header = Buffer.from('RIFF----WAVEfmt ----------------------data----')
  const sound = Buffer.concat([header.subarray(0, 44), Buffer.alloc(samples, 128)])
  sound.writeUInt32LE(36 + samples, 4)
  const fields = [16, 1 | (1 << 16), 8_000, 8_000, 1 | (8 << 16)]
  for (const [index, field] of fields.entries()) sound.writeUInt32LE(field, 16 + 4 * index)
  sound.write('data', 36)
  sound.writeUInt32LE(samples, 40)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(sound)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.wav`
}

/** Reports of the account's telephone system. */
async function reporter({ admin }: CallDesk): Promise<(report: object) => Promise<void>> {
  const { reportUrl } = await mutate(admin.execute, 'rotateCallToken', undefined, 'reportUrl')
  return async (report) => {
    const { status } = await fetch(app.url + new URL(reportUrl).pathname, {
      method: 'POST',
      body: JSON.stringify(report),
    })
    expect(status).toBe(200)
  }
}

test('a call of the telephone system goes on live, is found in the archive, and its recording plays there', async () => {
  const desk = await openCallDesk(app)
  const [operator] = desk.operators
  const recordUrl = await startRecordings()
  const report = await reporter(desk)
  const page = await open(operator, '/inbox/calls')
  const own = { id: 'pbx-1', type: 'incoming', phone: '+49 89 555 777' }
  await report({ ...own, status: 'start' })
  const row = page.getByRole('list', { name: 'In progress' }).getByRole('link')
  await row.filter({ hasText: 'Ringing' }).waitFor(SOON)
  await report({ ...own, status: 'client_connected', agent: operator.user.email })
  await row.filter({ hasText: 'Visitor on the line' }).waitFor(SOON)
  // The telephone system says what becomes of it, not the operator.
  await expect.poll(() => page.getByRole('button', { name: 'Call ended' }).count(), SOON).toBe(0)
  await report({ ...own, status: 'end', record_url: recordUrl })
  await row.waitFor({ state: 'detached', ...SOON })

  await page.getByRole('link', { name: 'Archive' }).click()
  await page
    .getByRole('navigation', { name: 'Archive sections' })
    .getByRole('link', { name: 'Calls' })
    .click()
  const found = page.getByRole('list', { name: 'Past calls' }).getByRole('link')
  await page.getByLabel('Search past calls').fill('no such number')
  await page.getByText('No calls found').waitFor(SOON)
  await page.getByLabel('Search past calls').fill('089 555')
  await found.filter({ hasText: '+4989555777' }).click(SOON)
  const detail = page.getByRole('region', { name: 'Call', exact: true })
  await detail.getByRole('button', { name: 'Play' }).click(SOON)
  const audio = detail.locator('audio')
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime), SOON)
    .toBeGreaterThan(0)
  const arriving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as CSV' }).click()
  expect(await readFile(await (await arriving).path(), 'utf8')).toContain('+4989555777')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Kind').selectOption('Outgoing call')
  await page.getByText('No calls found').waitFor(SOON)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await found.first().waitFor(SOON)
})

test('an operator calls a visitor from beside their chat, and dials the call at once', async () => {
  const desk = await openCallDesk(app, { operators: 2, settings: { countries: ['DE'] } })
  const [anna, ben] = desk.operators as [Person, Person]
  const visitorId = await desk.visitor()
  const chat = await app.services.db.chat.findFirstOrThrow({ where: { visitorId } })
  const path = `/inbox/all/${encodeURIComponent(globalId('Chat', chat.id))}`
  const [page, other] = [await open(anna, path), await open(ben, '/inbox/calls')]
  const pane = page.getByRole('region', { name: 'Visitor' })
  await pane.getByRole('button', { name: 'Call', exact: true }).click(SOON)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number').fill('12')
  await dialog.getByRole('button', { name: 'Start the call' }).click()
  await dialog.getByRole('alert').waitFor(SOON)
  await expectAccessible(page)
  await dialog.getByLabel('Phone number').fill('+44 20 7946 0018')
  await dialog.getByRole('button', { name: 'Start the call' }).click()
  await dialog.getByText('The call settings do not list the country of this number.').waitFor(SOON)
  await dialog.getByLabel('Phone number').fill(NUMBER)
  await dialog.getByRole('button', { name: 'Start the call' }).click()
  await pane.getByRole('link', { name: `Dial ${NUMBER}` }).waitFor(SOON)
  // One at a time with each visitor.
  await pane.getByRole('button', { name: 'Call', exact: true }).waitFor({ state: 'detached', ...SOON })
  await expectAccessible(page)
  await other.getByRole('list', { name: 'In progress' }).getByText(`with ${anna.user.name}`).waitFor(SOON)
  expect(await other.getByRole('button', { name: 'Take the call' }).count()).toBe(0)
  await pane.getByRole('button', { name: 'Visitor answered' }).click()
  await pane.getByRole('button', { name: 'Call ended' }).click(SOON)
  await pane.getByRole('button', { name: 'Call', exact: true }).waitFor(SOON)
  await pane.getByRole('link', { name: /Callback\s+Ended/ }).waitFor(SOON)
})

test('a call that ends before the answer to what was said last has come is marked as ended', async () => {
  const desk = await openCallDesk(app)
  const page = await open(desk.operators[0])
  const { id } = await callOf(desk, 'Carla')
  const card = cardOf(page, 'Carla')
  await card.getByRole('button', { name: 'Take the call' }).click(SOON)
  const { release } = await holdAnswers(page, 'MarkCallConnected')
  await card.getByRole('button', { name: 'Visitor answered' }).click(SOON)
  // And not only when the request has timed out, after 20 seconds.
  await card.getByRole('button', { name: 'Call ended' }).click()
  await card.waitFor({ state: 'detached', ...SOON })
  release()
  await expect.poll(async () => (await desk.find(id)).state, SOON).toBe('END')
})

test('an admin sets up calls, with hours and a telephone system, and sees what is wrong at its field', async () => {
  const desk = await openCallDesk(app, { settings: { balance: 5 } })
  const page = await open(desk.admin, '/settings/calls')
  const balance = page.getByLabel('Calls left')
  await expect.poll(() => balance.inputValue(), SOON).toBe('5')
  await page.getByRole('button', { name: 'Monday to Friday, 9 to 17' }).click()
  await expect.poll(() => page.getByLabel('From', { exact: true }).count(), SOON).toBe(5)
  await page.getByLabel('To', { exact: true }).first().fill('08:00')
  await page.getByLabel('Countries').fill('de, at')
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByText('Your telephone system', { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The end must be later than the beginning').waitFor(SOON)
  await page.getByText('Enter the address of the telephone system.').waitFor(SOON)
  await expectAccessible(page)
  // A call that starts meanwhile uses up one of the balance, which saving something else does not give back.
  await desk.call()
  await expect.poll(() => balance.inputValue(), SOON).toBe('4')
  await page.getByLabel('To', { exact: true }).first().fill('24:00')
  await page.getByLabel('Address for orders').fill('http://127.0.0.1:9/orders')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor(SOON)
  const { data } = await desk.admin.execute(
    '{ callSettings { balance countries timeZone gateway hours { day to } } }',
  )
  expect(data.callSettings).toMatchObject({
    balance: 4,
    countries: ['DE', 'AT'],
    timeZone: 'Europe/Berlin',
    gateway: 'HTTP',
  })
  expect(data.callSettings.hours[0]).toEqual({ day: 'MONDAY', to: '24:00' })

  await page.getByRole('button', { name: 'New address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/\/calls\/[\w-]{43}/).waitFor(SOON)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByText('There is an address.').waitFor(SOON)
  await expect.poll(() => page.getByText(/\/calls\/[\w-]{43}/).count(), SOON).toBe(0)
  // Orders have been signed since there was an address: another secret is asked for first.
  await page.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByText(/whsec_/).waitFor(SOON)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()

  const log = page.getByRole('region', { name: 'Orders for calls' })
  await log.getByText('No call has been ordered yet.').waitFor(SOON)
  // The test runs at any time of the week.
  await desk.settings({ hours: [] })
  const { id } = await desk.call()
  await log.getByRole('button', { name: 'Refresh' }).click()
  await log.getByText(NUMBER).click(SOON)
  await log.getByText('No attempts yet.').waitFor(SOON)
  const path = `/inbox/calls/${encodeURIComponent(globalId('Call', id))}`
  await expect
    .poll(() => log.getByRole('link', { name: 'Open the call' }).getAttribute('href'), SOON)
    .toBe(path)
  await expectAccessible(page)
})

test('calls can be taken on their page also while past ones cannot be read, which are read when the connection is back', async () => {
  const desk = await openCallDesk(app)
  const page = await open(desk.operators[0] as Person)
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('"underWay":false') ? route.abort() : route.fallback(),
  )
  await page.getByRole('link', { name: 'Calls' }).click(SOON)
  await page.getByText('This could not be loaded').waitFor(SOON)
  await callOf(desk, 'Carla')
  await cardOf(page, 'Carla').getByRole('button', { name: 'Take the call' }).waitFor(SOON)
  await page.unroute('**/graphql')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('This could not be loaded').waitFor({ state: 'detached', ...SOON })
  await cardOf(page, 'Carla').waitFor(SOON)
})

test('an address that is not used keeps nothing from being saved, and an empty number of calls is an error', async () => {
  const desk = await openCallDesk(app)
  const page = await open(desk.admin, '/settings/calls')
  await page.getByText('Your telephone system', { exact: true }).click(SOON)
  await page.getByLabel('Address for orders').fill('nonsense')
  await page.getByText('An operator dials', { exact: true }).click()
  const left = page.getByLabel('Calls left')
  await left.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => left.getAttribute('aria-invalid'), SOON).toBe('true')
  await left.fill('55')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor(SOON)
  const { balance } = await app.services.db.callSettings.findUniqueOrThrow({
    where: { accountId: desk.account.id },
  })
  expect(balance).toBe(55)
})

test('a call names its operator as they are called now', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  const id = globalId('Call', (await desk.call()).id)
  await mutate(ben.execute, 'takeCall', { id })
  const page = await open(anna, `/inbox/calls/${encodeURIComponent(id)}`)
  await page.getByText(`Taken, ${ben.user.name}`).waitFor(SOON)
  await mutate(ben.execute, 'updateProfile', { name: 'Zed Zebra' })
  await page.getByText('Taken, Zed Zebra').waitFor(SOON)
})

test('an offered call is taken wherever somebody is: in the settings, and in a chat on a phone', async () => {
  const desk = await openCallDesk(app, { operators: 2 })
  const [anna, ben] = desk.operators as [Person, Person]
  await desk.say('v', 'Where is my order?')
  const chatId = encodeURIComponent(globalId('Chat', (await desk.chatOf('v')).id))
  const settings = await open(anna, '/settings/profile')
  const phone = await open(ben, `/inbox/all/${chatId}`, 380)
  await callOf(desk, 'Hugo')
  for (const page of [settings, phone]) {
    await cardOf(page, 'Hugo').getByRole('button', { name: 'Take the call' }).waitFor(SOON)
    await expectAccessible(page)
  }
  await expect
    .poll(() => phone.evaluate(() => document.documentElement.scrollWidth), SOON)
    .toBeLessThanOrEqual(380)
  await cardOf(phone, 'Hugo').getByRole('button', { name: 'Take the call' }).click()
  await cardOf(settings, 'Hugo').waitFor({ state: 'detached', ...SOON })
  const dial = cardOf(phone, 'Hugo').getByRole('link', { name: `Dial ${NUMBER}` })
  await dial.waitFor(SOON)
  await expect.poll(() => dial.evaluate((link) => link === document.activeElement), SOON).toBe(true)
  // The list shows it as a card, once.
  await phone.goto(`${app.url}/inbox/all`)
  await expect.poll(() => cardOf(phone, 'Hugo').count(), SOON).toBe(1)
})

test('a call can be started as soon as calls are allowed, and no longer when they are not', async () => {
  const desk = await openCallDesk(app)
  await desk.say('v', 'Where is my order?')
  const chatId = encodeURIComponent(globalId('Chat', (await desk.chatOf('v')).id))
  const page = await open(desk.operators[0], `/inbox/all/${chatId}`)
  const start = page.getByRole('button', { name: 'Call', exact: true })
  await start.waitFor(SOON)
  await desk.settings({ enabled: false })
  await start.waitFor({ state: 'detached', ...SOON })
  await desk.settings({ enabled: true })
  await start.waitFor(SOON)
})

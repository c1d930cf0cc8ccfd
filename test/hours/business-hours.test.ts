import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { openSocket } from '../support/graphql-socket.ts'
import { until } from '../support/until.ts'
import { makeWidget, openBrowser, openWidgetFeed, pollEvents } from '../support/widget.ts'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await openDesk(app)
})

const HOUR_MS = 3_600_000
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

const HOURS = `{ id channel { name } department { name } timeZone weekly { day from to } holidays { date name }
  closedUntil open opensAt }`

/** Sets hours, which the test expects to be accepted. */
async function setHours(input: Record<string, unknown>, execute = desk.admin.execute): Promise<Data> {
  const answer = await mutate(execute, 'updateBusinessHours', input, `businessHours ${HOURS}`)
  expect(answer.userErrors).toEqual([])
  return answer.businessHours
}

const hoursNow = async (): Promise<Data[]> => {
  const { data, errors } = await desk.admin.execute(`{ businessHours ${HOURS} }`)
  expect(errors).toBeUndefined()
  return data.businessHours
}

const status = async () => (await fetch(`${app.url}${desk.channel.path}/status`)).text()

/** An operator who is there: the channel's status is 1. */
async function comeOnline() {
  const socket = openSocket(app.url, { cookie: desk.operators[0].cookie })
  await socket.execute('{ viewer { id } }')
  await until(async () => expect(await status()).toBe('1'))
  return socket
}

async function openWidget() {
  const channel = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: [desk.operators[0].user.id],
  })
  return { channel, browser: await openBrowser(app.url, channel.publicId) }
}

const widgetNow = async ({ execute }: { execute: Desk['admin']['execute'] }): Promise<Data> =>
  (await execute('{ visit { widget { online opensAt operators { name } } } }')).data.visit.widget

test('outside its hours a channel’s status is 0 whoever is online, and 1 again within them', async () => {
  const socket = await comeOnline()
  await setHours({ closedUntil: inMs(HOUR_MS) })
  expect(await status()).toBe('0')
  await setHours({ closedUntil: null })
  expect(await status()).toBe('1')
  await socket.close()
})

test('hours of a channel hold there instead of those of the account', async () => {
  const socket = await comeOnline()
  const channelId = globalId('Channel', desk.channel.id)
  await setHours({ closedUntil: inMs(HOUR_MS) })
  const own = await setHours({ channelId, closedUntil: null })
  expect(own.channel.name).toBe(desk.channel.name)
  expect(await status()).toBe('1')
  const { deletedId } = await mutate(desk.admin.execute, 'deleteBusinessHours', { id: own.id }, 'deletedId')
  expect(deletedId).toBe(own.id)
  expect(await status()).toBe('0')
  await socket.close()
})

test('new hours of a channel or department begin as those of the account', async () => {
  const weekly = [{ day: 'MONDAY', from: '22:00', to: '06:00' }]
  const holidays = [{ date: '2026-12-25', name: 'Christmas' }]
  await setHours({ timeZone: 'Europe/Berlin', weekly, holidays })
  const department = await app.services.db.department.create({
    data: { accountId: desk.account.id, number: 1, name: 'Sales' },
  })
  const own = await setHours({ departmentId: globalId('Department', department.id), holidays: [] })
  expect(own).toMatchObject({
    department: { name: 'Sales' },
    timeZone: 'Europe/Berlin',
    weekly,
    holidays: [],
  })
  expect((await hoursNow()).map((hours) => hours.department?.name ?? null)).toEqual([null, 'Sales'])
})

test('two hundred channels and departments of an account have hours of their own, and no more', async () => {
  const { db } = app.services
  const accountId = desk.account.id
  const departments = await db.department.createManyAndReturn({
    data: Array.from({ length: 201 }, (_, index) => ({ accountId, number: index + 1, name: `No. ${index}` })),
  })
  const [first, second, ...rest] = departments.map(({ id }) => id)
  await db.businessHours.createMany({ data: rest.map((departmentId) => ({ accountId, departmentId })) })
  await setHours({ departmentId: globalId('Department', String(first)) })
  const input = { departmentId: globalId('Department', String(second)) }
  const { userErrors } = await mutate(desk.admin.execute, 'updateBusinessHours', input)
  expect(userErrors).toMatchObject([{ code: 'LIMIT_REACHED' }])
  // Those of the account are none of them.
  await setHours({})
  await db.businessHours.deleteMany({ where: { departmentId: String(first) } })
  await setHours(input)
})

test('hours are those of a channel or of a department, not of both', async () => {
  const department = await app.services.db.department.create({
    data: { accountId: desk.account.id, number: 1, name: 'Sales' },
  })
  const both = {
    channelId: globalId('Channel', desk.channel.id),
    departmentId: globalId('Department', department.id),
  }
  const { userErrors } = await mutate(desk.admin.execute, 'updateBusinessHours', both)
  expect(userErrors).toMatchObject([{ code: 'INVALID' }])
  expect(await hoursNow()).toEqual([])
})

test('open widgets learn within seconds that the hours have begun, by the clock alone', async () => {
  const socket = await comeOnline()
  const { browser } = await openWidget()
  const feed = await openWidgetFeed(app.url, browser.token)
  await feed.waitFor('WidgetStatusChanged', ({ online }) => online)
  const opensAt = inMs(2_500)
  await setHours({ closedUntil: opensAt })
  await feed.waitFor('WidgetStatusChanged', ({ online }) => !online)
  expect(await widgetNow(browser)).toEqual({ online: false, opensAt, operators: [] })
  const told = feed.events.length
  const online = await until(() => {
    const event = feed.events.slice(told).find(({ __typename }) => __typename === 'WidgetStatusChanged')
    if (!event) throw new Error('The widget has not heard of it.')
    return event
  })
  expect(online).toMatchObject({ online: true })
  expect(await widgetNow(browser)).toMatchObject({ online: true, opensAt: null, operators: [{}] })
  await Promise.all([feed.close(), socket.close()])
})

test('a widget that polls sees the same', async () => {
  const socket = await comeOnline()
  const { browser } = await openWidget()
  await setHours({ closedUntil: inMs(HOUR_MS) })
  const events = await pollEvents(browser, browser.started.visit.eventCursor)
  expect(events.find(({ __typename }) => __typename === 'WidgetStatusChanged')).toMatchObject({
    online: false,
  })
  await socket.close()
})

test('a bot answers outside the hours, and counts as the channel says, unless it keeps to them', async () => {
  const { bot } = await makeBot(app.services, { accountId: desk.account.id })
  const { id } = desk.channel
  await app.services.db.channel.update({ where: { id }, data: { botId: bot.id, botCounts: true } })
  await setHours({ closedUntil: inMs(HOUR_MS) })
  expect(await status()).toBe('1')
  await desk.say(1, 'Hello')
  expect((await desk.chatOf(1)).status).toBe('BOT')

  const input = { id: globalId('Channel', id), botOutsideHours: false }
  const { channel } = await mutate(desk.admin.execute, 'updateChannel', input, 'channel { botOutsideHours }')
  expect(channel).toEqual({ botOutsideHours: false })
  expect(await status()).toBe('0')
  await desk.say(2, 'Hello')
  expect(await desk.chatOf(2)).toMatchObject({ status: 'QUEUED', botId: null })
  // The bot keeps the chats that it has.
  await desk.say(1, 'And again')
  expect((await desk.chatOf(1)).status).toBe('BOT')

  await setHours({ closedUntil: null })
  await desk.say(3, 'Hello')
  expect((await desk.chatOf(3)).status).toBe('BOT')
})

test('calls have the same hours unless they have their own', async () => {
  const channelId = globalId('Channel', desk.channel.id)
  await desk.say(1, 'Hello')
  const { visitorId } = await desk.chatOf(1)
  const availability = async () => {
    const { data } = await desk.admin.execute(
      `query ($id: ID!) { callbackAvailability(visitorId: $id) { state reason } }`,
      { id: globalId('Visitor', visitorId) },
    )
    return data.callbackAvailability
  }
  await mutate(desk.admin.execute, 'updateCallSettings', {
    enabled: true,
    balance: 5,
    channelIds: [channelId],
  })
  expect(await availability()).toMatchObject({ state: 'AVAILABLE' })
  await setHours({ closedUntil: inMs(HOUR_MS) })
  expect(await availability()).toEqual({ state: 'UNAVAILABLE', reason: 'Callback unavaiable' })
  const always = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
  await mutate(desk.admin.execute, 'updateCallSettings', {
    hours: always.map((day) => ({ day, from: '00:00', to: '24:00' })),
  })
  expect(await availability()).toMatchObject({ state: 'AVAILABLE' })
})

test('screens and the audit log learn who set which hours', async () => {
  await setHours({ timeZone: 'Asia/Kolkata' })
  const [hours] = await hoursNow()
  await mutate(desk.admin.execute, 'deleteBusinessHours', { id: hours.id })
  const { data } = await desk.admin.execute(
    '{ auditEntries { nodes { action label changes { field after } } } }',
  )
  expect(data.auditEntries.nodes).toMatchObject([
    { action: 'BUSINESS_HOURS_DELETED', label: null },
    { action: 'BUSINESS_HOURS_UPDATED', label: null },
  ])
  const kinds = await app.services.db.event.findMany({
    where: { accountId: desk.account.id, kind: { in: ['BUSINESS_HOURS_UPDATED', 'BUSINESS_HOURS_DELETED'] } },
    orderBy: { id: 'asc' },
  })
  expect(kinds.map(({ kind }) => kind)).toEqual(['BUSINESS_HOURS_UPDATED', 'BUSINESS_HOURS_DELETED'])
})

test.each([
  [{ timeZone: '+02:00' }, 'timeZone', 'INVALID'],
  [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'INVALID'],
  [{ weekly: [{ day: 'MONDAY', from: '9', to: '17:00' }] }, 'weekly.0.from', 'INVALID'],
  [{ weekly: [{ day: 'MONDAY', from: '09:00', to: '09:00' }] }, 'weekly.0.to', 'INVALID'],
  [{ weekly: Array(51).fill({ day: 'MONDAY', from: '09:00', to: '10:00' }) }, 'weekly', 'TOO_LONG'],
  [{ holidays: [{ date: '2026-02-30', name: 'None' }] }, 'holidays.0.date', 'INVALID'],
  [{ holidays: [{ date: '2026-02-03', name: ' ' }] }, 'holidays.0.name', 'BLANK'],
])('%j is refused at %s as %s', async (input, field, code) => {
  const { userErrors } = await mutate(desk.admin.execute, 'updateBusinessHours', input)
  expect(userErrors).toMatchObject([{ code, field: ['input', ...field.split('.')] }])
  expect(await hoursNow()).toEqual([])
})

test('only admins set and read them, and nobody those of another account', async () => {
  const other = await openDesk(app)
  const own = await setHours({ timeZone: 'UTC' })
  const operator = desk.operators[0].execute
  expect((await mutate(operator, 'updateBusinessHours', {})).userErrors[0].code).toBe('FORBIDDEN')
  expect((await mutate(operator, 'deleteBusinessHours', { id: own.id })).userErrors[0].code).toBe('FORBIDDEN')
  expect((await operator('{ businessHours { id } }')).data.businessHours).toBeNull()
  const { execute } = other.admin
  expect((await execute('{ businessHours { id } }')).data.businessHours).toEqual([])
  const stolen = { channelId: globalId('Channel', desk.channel.id) }
  expect((await mutate(execute, 'updateBusinessHours', stolen)).userErrors[0].code).toBe('NOT_FOUND')
  expect((await mutate(execute, 'deleteBusinessHours', { id: own.id })).userErrors[0].code).toBe('NOT_FOUND')
  const { data } = await execute('query ($id: ID!) { node(id: $id) { id } }', { id: own.id })
  expect(data.node).toBeNull()
})

test('two admins who set them for the first time at once set the same hours', async () => {
  const inputs = [{ timeZone: 'Asia/Tokyo' }, { holidays: [{ date: '2026-12-25', name: 'Christmas' }] }]
  await Promise.all(inputs.map((input) => setHours(input)))
  expect(await hoursNow()).toMatchObject([{ timeZone: 'Asia/Tokyo', holidays: [{ date: '2026-12-25' }] }])
})

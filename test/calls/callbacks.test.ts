import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCallback } from '../../server/domain/calls/get-callback.ts'
import { isOfCountries, readPhone } from '../../server/domain/calls/read-phone.ts'
import { startCallback } from '../../server/domain/calls/start-callback.ts'
import { isOpen } from '../../server/domain/hours/is-open.ts'
import type { WeeklyHours } from '../../server/domain/hours/opening-hours.ts'
import { SYSTEM } from '../../server/events/actor.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { makeChannel } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type CallDesk, NUMBER, openCallDesk } from './support.ts'

let app: TestApp
let desk: CallDesk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openCallDesk(app)
})
afterAll(() => app.close())

const isWithinHours = (weekly: WeeklyHours[], timeZone: string, moment: Date) =>
  isOpen({ timeZone, weekly, holidays: [], closedUntil: null }, moment)

const WEEK = [{ day: 'MONDAY', from: '09:00', to: '17:00' }] as const
const moments: [zone: string, moment: string, isIn: boolean, why: string][] = [
  ['Europe/Berlin', '2026-01-05T08:00:00Z', true, 'begins at nine'],
  ['Europe/Berlin', '2026-01-05T07:59:59Z', false, 'just before'],
  ['Europe/Berlin', '2026-01-05T15:59:59Z', true, 'just before the end'],
  ['Europe/Berlin', '2026-01-05T16:00:00Z', false, 'the end is not included'],
  ['Europe/Berlin', '2026-07-06T07:00:00Z', true, 'in summer, an hour earlier in UTC'],
  ['Europe/Berlin', '2026-07-06T15:00:00Z', false, 'in summer, it ends earlier in UTC, too'],
  // The clocks went forward on Sunday, 2026-03-29.
  ['Europe/Berlin', '2026-03-30T07:00:00Z', true, 'on the day after the clocks went forward'],
  ['Europe/Berlin', '2026-10-26T07:59:00Z', false, 'on the day after the clocks went back'],
  ['Pacific/Auckland', '2026-01-04T20:00:00Z', true, 'Monday comes earlier in the east'],
  ['America/Los_Angeles', '2026-01-06T00:59:00Z', true, 'and ends later in the west'],
  ['Asia/Kolkata', '2026-01-05T03:30:00Z', true, 'half-hour zones'],
  ['UTC', '2026-01-06T09:00:00Z', false, 'another day'],
]

describe('hours', () => {
  test.each(moments)('%s, %s: %s (%s)', (zone, moment, isIn) => {
    expect(isWithinHours([...WEEK], zone, new Date(moment))).toBe(isIn)
  })

  test('the hour that the clocks repeat counts twice, and the one that they skip not at all', () => {
    const night = [{ day: 'SUNDAY' as const, from: '02:00', to: '03:00' }]
    const minutes = (from: string) =>
      Array.from({ length: 240 }, (_, minute) => new Date(Date.parse(from) + minute * 60_000)).filter(
        (moment) => isWithinHours(night, 'Europe/Berlin', moment),
      ).length
    expect(minutes('2026-10-24T23:00:00Z')).toBe(120)
    expect(minutes('2026-03-28T23:00:00Z')).toBe(0)
  })

  test('a day can end at midnight, and without spans it is always open', () => {
    const evening = [{ day: 'FRIDAY' as const, from: '20:00', to: '24:00' }]
    expect(isWithinHours(evening, 'UTC', new Date('2026-01-02T23:59:59Z'))).toBe(true)
    expect(isWithinHours(evening, 'UTC', new Date('2026-01-03T00:00:00Z'))).toBe(false)
    expect(isWithinHours([], 'UTC', new Date())).toBe(true)
  })
})

const numbers: [typed: string, countries: string[], outcome: string][] = [
  ['+49 (30) 123-456', [], '+4930123456'],
  ['0049 30 123456', [], '+4930123456'],
  ['030 123456', ['DE'], '+4930123456'],
  ['030 123456', [], 'Enter the telephone number with its country code, such as +49 30 123456.'],
  ['', [], 'Enter a telephone number.'],
  ['   ', ['DE'], 'Enter a telephone number.'],
  ['call me', ['DE'], 'This is not a telephone number.'],
  ['tel:+4930123456', [], 'This is not a telephone number.'],
  ['my number is +49 30 123456', [], 'This is not a telephone number.'],
  ['+49', [], 'This is not a telephone number.'],
  ['112', ['DE'], 'This is not a telephone number.'],
  ['+49 900 1123456', [], 'Premium-rate numbers are not called.'],
  [`+49 30 1234 ${'.'.repeat(38)}`, [], '+49301234'],
  ['9'.repeat(51), [], 'This telephone number is too long.'],
]

test.each(numbers)('the number %j with the countries %j is %s', (typed, countries, outcome) => {
  const read = () => {
    try {
      return readPhone(typed, countries).number
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(read()).toBe(outcome)
})

test.each([
  ['+4930123456', ['DE', 'AT'], true],
  ['+4930123456', ['AT'], false],
  ['+12125552368', ['US'], true],
  ['+14165550123', ['US'], false],
  ['+14165550123', ['CA'], true],
])('%s is of %j: %s', (typed, countries, isListed) => {
  expect(isOfCountries(readPhone(typed, []), countries)).toBe(isListed)
})

describe('a visitor who asks to be called', () => {
  const monday = new Date('2026-01-05T12:00:00Z')
  const unavailable = 'Callback unavaiable'
  const cases: [why: string, settings: Record<string, unknown>, reason: string | null][] = [
    ['can be', {}, null],
    ['cannot while it is switched off', { enabled: false }, 'Callback disabled'],
    ['cannot on a channel that is not listed', { channelIds: [] }, 'Callback disabled'],
    ['cannot without a balance', { balance: 0 }, unavailable],
    ['cannot outside the hours', { hours: [{ day: 'MONDAY', from: '13:00', to: '14:00' }] }, unavailable],
    ['can within them', { hours: [{ day: 'MONDAY', from: '12:00', to: '12:01' }] }, null],
    [
      'can within them in another zone',
      { hours: [{ day: 'MONDAY', from: '13:00', to: '14:00' }], timeZone: 'Europe/Berlin' },
      null,
    ],
  ]

  test.each(cases)('%s', async (_why, settings, reason) => {
    const { services } = app
    const fresh = await openCallDesk(app, { settings })
    const visitorId = await fresh.visitor()
    const { id: accountId } = fresh.account
    const channelId = fresh.channel.id
    const answer = await getCallback(services, { accountId, channelId, visitorId, now: monday })
    const state = reason === unavailable ? 'UNAVAILABLE' : reason ? 'DISABLED' : 'AVAILABLE'
    expect(answer).toMatchObject({ state, reason })
    const started = startCallback(services, {
      visitor: { id: visitorId, accountId, channelId },
      phone: NUMBER,
      actor: SYSTEM,
      now: monday,
    })
    if (reason) await expect(started).rejects.toThrow(reason)
    else await expect(started).resolves.toMatchObject({ state: 'START', phone: NUMBER, type: 'CALLBACK' })
    const balance = (settings.balance as number | undefined) ?? 100
    expect(await fresh.balance()).toBe(reason ? balance : balance - 1)
  })

  test('cannot have a number of a country that is not listed, or one that is none', async () => {
    const fresh = await openCallDesk(app, { settings: { countries: ['at'] } })
    const visitorId = await fresh.visitor()
    expect((await fresh.start(visitorId)).userErrors).toMatchObject([
      { code: 'CALLBACK_UNAVAILABLE', message: unavailable, field: ['input', 'phone'] },
    ])
    expect((await fresh.start(visitorId, 'nonsense')).userErrors).toMatchObject([
      { code: 'INVALID', field: ['input', 'phone'] },
    ])
    expect((await fresh.start(visitorId, '01 5123456')).userErrors).toEqual([])
    expect(await fresh.balance()).toBe(99)
  })

  test('cannot while a call with them is under way, and can when it is over', async () => {
    const { visitorId, id } = await desk.call()
    const visitor = String(visitorId)
    const ask = `{ callbackAvailability(visitorId: "${globalId('Visitor', visitor)}") { available state reason } }`
    expect((await desk.start(visitor)).userErrors).toMatchObject([{ message: unavailable }])
    expect((await desk.admin.execute(ask)).data.callbackAvailability).toEqual({
      available: false,
      state: 'UNAVAILABLE',
      reason: unavailable,
    })
    await mutate(desk.admin.execute, 'takeCall', { id: globalId('Call', id) })
    await mutate(desk.admin.execute, 'endCall', { id: globalId('Call', id) })
    expect((await desk.admin.execute(ask)).data.callbackAvailability.available).toBe(true)
    expect((await desk.start(visitor)).userErrors).toEqual([])
  })

  test('is called once however often they press at once, and the balance goes down by one', async () => {
    const visitorId = await desk.visitor()
    const before = await desk.balance()
    const answers = await Promise.all(Array.from({ length: 8 }, () => desk.start(visitorId)))
    expect(answers.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(1)
    const refused = answers.flatMap(({ userErrors }) => userErrors)
    expect(new Set(refused.map(({ message }: { message: string }) => message))).toEqual(
      new Set([unavailable]),
    )
    expect(await desk.balance()).toBe(before - 1)
    expect(await app.services.db.call.count({ where: { visitorId } })).toBe(1)
  })

  test('shares the balance with all others: of many at once no more are called than it allows', async () => {
    const fresh = await openCallDesk(app, { settings: { balance: 3 } })
    const visitors = await Promise.all(Array.from({ length: 8 }, () => fresh.visitor()))
    const answers = await Promise.all(visitors.map((visitorId) => fresh.start(visitorId)))
    expect(answers.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(3)
    expect(await fresh.balance()).toBe(0)
    const { id: accountId } = fresh.account
    expect(await app.services.db.event.count({ where: { accountId, kind: 'CALL_STARTED' } })).toBe(3)
  })
})

describe('settings', () => {
  const wrong: [input: Record<string, unknown>, code: string, field: string][] = [
    [{ timeZone: 'Mars/Olympus' }, 'INVALID', 'timeZone'],
    [{ timeZone: '+02:00' }, 'INVALID', 'timeZone'],
    [{ hours: [{ day: 'MONDAY', from: '9', to: '17:00' }] }, 'INVALID', 'hours.0.from'],
    [{ hours: [{ day: 'MONDAY', from: '22:00', to: '06:00' }] }, 'INVALID', 'hours.0.to'],
    [{ hours: [{ day: 'MONDAY', from: '09:00', to: '25:00' }] }, 'INVALID', 'hours.0.to'],
    [{ countries: ['Germany'] }, 'INVALID', 'countries.0'],
    [{ balance: -1 }, 'INVALID', 'balance'],
    [{ gateway: 'HTTP' }, 'BLANK', 'gatewayUrl'],
    [{ gatewayUrl: 'http://10.0.0.1/' }, 'PRIVATE_TARGET', 'gatewayUrl'],
    [{ gatewayUrl: 'ftp://example.com/' }, 'INVALID', 'gatewayUrl'],
  ]
  test.each(wrong)('%j is refused as %s', async (input, code, field) => {
    const fresh = await openCallDesk(app)
    const { userErrors } = await fresh.settings(input)
    expect(userErrors).toMatchObject([{ code, field: ['input', ...field.split('.')] }])
  })

  test('say everything that is wrong at once, and change nothing then', async () => {
    const { userErrors } = await desk.settings({
      balance: 7_000_000,
      timeZone: 'x',
      gatewayUrl: 'nonsense',
      channelIds: [globalId('Channel', desk.account.id)],
    })
    expect(userErrors.map(({ code }: { code: string }) => code).toSorted()).toEqual([
      'INVALID',
      'INVALID',
      'NOT_FOUND',
      'TOO_LONG',
    ])
  })

  test('are changed by all who change them for the first time at the same moment', async () => {
    const first = await openDesk(app)
    const change = (balance: number) => mutate(first.admin.execute, 'updateCallSettings', { balance })
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(change))
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([])
  })

  test('are for admins alone, and omitted fields are unchanged', async () => {
    const fresh = await openCallDesk(app)
    const [operator] = fresh.operators
    expect((await operator.execute('{ callSettings { balance } }')).errors?.[0]?.extensions?.code).toBe(
      'FORBIDDEN',
    )
    for (const [verb, input] of [
      ['updateCallSettings', { balance: 1 }],
      ['rotateCallToken'],
      ['rotateCallSecret'],
    ] as const) {
      expect((await mutate(operator.execute, verb, input)).userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
    }
    const channel = await makeChannel(app.services, { accountId: fresh.account.id })
    await fresh.settings({ hours: [...WEEK], timeZone: 'Europe/Berlin', countries: ['DE', 'AT'] })
    await fresh.settings({ balance: 5, channelIds: [globalId('Channel', channel.id)] })
    const { data } = await fresh.admin.execute(
      `{ callSettings { enabled balance timeZone hours { day from to } countries channels { name }
         gateway gatewayUrl hasReportUrl hasSecret } }`,
    )
    expect(data.callSettings).toEqual({
      enabled: true,
      balance: 5,
      timeZone: 'Europe/Berlin',
      hours: WEEK,
      countries: ['DE', 'AT'],
      channels: [{ name: channel.name }],
      gateway: 'OPERATOR_DIALS',
      gatewayUrl: null,
      hasReportUrl: false,
      hasSecret: false,
    })
  })
})

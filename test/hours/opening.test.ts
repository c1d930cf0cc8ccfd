import { describe, expect, test } from 'vitest'
import { isOpen } from '../../server/domain/hours/is-open.ts'
import { nextOpening } from '../../server/domain/hours/next-opening.ts'
import type { OpeningHours, WeeklyHours } from '../../server/domain/hours/opening-hours.ts'

const WEEK = (['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const).flatMap(
  (day): WeeklyHours[] => [
    { day, from: '09:00', to: '12:30' },
    { day, from: '13:30', to: '17:00' },
  ],
)

function hours(given: Partial<OpeningHours>): OpeningHours {
  return { timeZone: 'Europe/Berlin', weekly: WEEK, holidays: [], closedUntil: null, ...given }
}

const opens = (given: Partial<OpeningHours>, after: string) =>
  nextOpening(hours(given), new Date(after))?.toISOString() ?? null

/** The moments at which it opens and closes, found minute by minute. */
function changes(given: Partial<OpeningHours>, [from, to]: [string, string]): string[] {
  const found: string[] = []
  let before = isOpen(hours(given), new Date(Date.parse(from) - 60_000))
  for (let at = Date.parse(from); at < Date.parse(to); at += 60_000) {
    const now = isOpen(hours(given), new Date(at))
    if (now !== before) found.push(`${now ? 'opens' : 'closes'} ${new Date(at).toISOString().slice(0, 16)}`)
    before = now
  }
  return found
}

describe('a week', () => {
  test('has several hours a day, and the end is not included', () => {
    expect(changes({}, ['2026-11-23T00:00Z', '2026-11-24T00:00Z'])).toEqual([
      'opens 2026-11-23T08:00',
      'closes 2026-11-23T11:30',
      'opens 2026-11-23T12:30',
      'closes 2026-11-23T16:00',
    ])
  })

  test('opens next after the break, on the next day, and after the weekend', () => {
    expect(opens({}, '2026-11-23T11:45Z')).toBe('2026-11-23T12:30:00.000Z')
    expect(opens({}, '2026-11-23T16:00Z')).toBe('2026-11-24T08:00:00.000Z')
    expect(opens({}, '2026-11-27T16:00Z')).toBe('2026-11-30T08:00:00.000Z')
    expect(opens({}, '2026-11-23T09:00Z')).toBe('2026-11-23T09:00:00.000Z')
  })

  test('without any hours is open at any time', () => {
    expect(changes({ weekly: [] }, ['2026-11-23T00:00Z', '2026-11-24T00:00Z'])).toEqual([])
    expect(isOpen(hours({ weekly: [] }), new Date('2026-11-23T03:00Z'))).toBe(true)
    expect(isOpen(null, new Date())).toBe(true)
  })
})

describe('hours over midnight', () => {
  const night: WeeklyHours[] = [{ day: 'SUNDAY', from: '22:00', to: '06:00' }]

  test('end on the next day, also from Sunday to Monday', () => {
    expect(changes({ weekly: night }, ['2026-11-22T12:00Z', '2026-11-24T00:00Z'])).toEqual([
      'opens 2026-11-22T21:00',
      'closes 2026-11-23T05:00',
    ])
    expect(opens({ weekly: night }, '2026-11-23T04:00Z')).toBe('2026-11-23T04:00:00.000Z')
  })

  test('are closed on the part that falls on a holiday', () => {
    const holidays = [{ date: '2026-11-22', name: 'A day' }]
    expect(changes({ weekly: night, holidays }, ['2026-11-22T12:00Z', '2026-11-24T00:00Z'])).toEqual([
      'opens 2026-11-22T23:00',
      'closes 2026-11-23T05:00',
    ])
    expect(opens({ weekly: night, holidays }, '2026-11-22T20:00Z')).toBe('2026-11-22T23:00:00.000Z')
  })

  test('up to 24:00 meet those from 00:00', () => {
    const weekly: WeeklyHours[] = [
      { day: 'MONDAY', from: '20:00', to: '24:00' },
      { day: 'TUESDAY', from: '00:00', to: '02:00' },
    ]
    expect(changes({ weekly, timeZone: 'UTC' }, ['2026-11-23T00:00Z', '2026-11-25T00:00Z'])).toEqual([
      'opens 2026-11-23T20:00',
      'closes 2026-11-24T02:00',
    ])
  })
})

describe('when the clocks change', () => {
  const at = (from: string, to: string): WeeklyHours[] => [{ day: 'SUNDAY', from, to }]
  const spring = ['2026-03-28T23:00Z', '2026-03-29T12:00Z'] as [string, string]
  const autumn = ['2026-10-24T22:00Z', '2026-10-25T12:00Z'] as [string, string]

  test('in Berlin, hours keep their local time on both days', () => {
    const weekly = at('09:00', '10:00')
    expect(changes({ weekly }, spring)).toEqual(['opens 2026-03-29T07:00', 'closes 2026-03-29T08:00'])
    expect(changes({ weekly }, autumn)).toEqual(['opens 2026-10-25T08:00', 'closes 2026-10-25T09:00'])
    expect(opens({ weekly }, '2026-03-28T12:00Z')).toBe('2026-03-29T07:00:00.000Z')
    expect(opens({ weekly }, '2026-10-24T12:00Z')).toBe('2026-10-25T08:00:00.000Z')
  })

  test('a beginning that the clocks skip is when they do, and hours within the gap are none', () => {
    expect(changes({ weekly: at('02:30', '05:00') }, spring)).toEqual([
      'opens 2026-03-29T01:00',
      'closes 2026-03-29T03:00',
    ])
    expect(changes({ weekly: at('02:10', '02:50') }, spring)).toEqual([])
    expect(changes({ weekly: at('01:00', '02:30') }, spring)).toEqual([
      'opens 2026-03-29T00:00',
      'closes 2026-03-29T01:00',
    ])
  })

  test('hours in which the clocks go back have no gap', () => {
    expect(changes({ weekly: at('01:30', '02:30') }, autumn)).toEqual([
      'opens 2026-10-24T23:30',
      'closes 2026-10-25T01:30',
    ])
  })

  test('in New York, a night is an hour shorter or longer', () => {
    const weekly: WeeklyHours[] = [{ day: 'SATURDAY', from: '22:00', to: '06:00' }]
    const timeZone = 'America/New_York'
    expect(changes({ weekly, timeZone }, ['2026-03-08T00:00Z', '2026-03-09T00:00Z'])).toEqual([
      'opens 2026-03-08T03:00',
      'closes 2026-03-08T10:00',
    ])
    expect(changes({ weekly, timeZone }, ['2026-11-01T00:00Z', '2026-11-02T00:00Z'])).toEqual([
      'opens 2026-11-01T02:00',
      'closes 2026-11-01T11:00',
    ])
  })

  test('a day that begins at one o’clock, because midnight is skipped, is a whole day', () => {
    // In Havana, 2026-03-08 begins at 01:00.
    const timeZone = 'America/Havana'
    const weekly: WeeklyHours[] = [{ day: 'SUNDAY', from: '00:00', to: '24:00' }]
    expect(changes({ weekly, timeZone }, ['2026-03-08T00:00Z', '2026-03-10T00:00Z'])).toEqual([
      'opens 2026-03-08T05:00',
      'closes 2026-03-09T04:00',
    ])
    expect(opens({ weekly, timeZone }, '2026-03-07T12:00Z')).toBe('2026-03-08T05:00:00.000Z')
  })
})

describe('closed', () => {
  test('on a holiday, from midnight to midnight in local time', () => {
    const holidays = [{ date: '2026-12-25', name: 'Christmas' }]
    const weekly: WeeklyHours[] = []
    expect(changes({ weekly, holidays }, ['2026-12-24T12:00Z', '2026-12-27T00:00Z'])).toEqual([
      'closes 2026-12-24T23:00',
      'opens 2026-12-25T23:00',
    ])
    expect(opens({ holidays }, '2026-12-24T17:00Z')).toBe('2026-12-28T08:00:00.000Z')
    expect(opens({ weekly, holidays }, '2026-12-25T12:00Z')).toBe('2026-12-25T23:00:00.000Z')
  })

  test('until a time, and then as the week says', () => {
    const closedUntil = new Date('2026-11-24T10:00Z')
    expect(isOpen(hours({ closedUntil }), new Date('2026-11-24T09:59:59Z'))).toBe(false)
    expect(isOpen(hours({ closedUntil }), closedUntil)).toBe(true)
    expect(opens({ closedUntil }, '2026-11-23T09:00Z')).toBe('2026-11-24T10:00:00.000Z')
    expect(opens({ closedUntil: new Date('2026-11-24T18:00Z') }, '2026-11-23T09:00Z')).toBe(
      '2026-11-25T08:00:00.000Z',
    )
  })

  test('for longer than two years has no opening', () => {
    const monday: WeeklyHours[] = [{ day: 'MONDAY', from: '09:00', to: '10:00' }]
    const holidays = Array.from({ length: 110 }, (_, week) => ({
      date: new Date(Date.UTC(2026, 10, 30 + 7 * week)).toISOString().slice(0, 10),
      name: 'A Monday',
    }))
    expect(opens({ weekly: monday, holidays }, '2026-11-24T00:00Z')).toBeNull()
  })
})

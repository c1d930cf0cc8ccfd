import { expect, test } from 'vitest'
import { readHolidays } from '../../../operator-app/src/settings/hours/read-holidays.ts'

const calendar = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...events.flatMap((lines, index) => ['BEGIN:VEVENT', `UID:${index}`, ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')

const TODAY = '2026-11-25'

test('the whole days of a calendar from today on, with their names, in their order', () => {
  const text = calendar(
    ['DTSTART;VALUE=DATE:20270101', 'DTEND;VALUE=DATE:20270102', 'SUMMARY:New Year\\, at last'],
    ['DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227', 'SUMMARY:Christmas'],
    ['DTSTART;VALUE=DATE:20261124', 'SUMMARY:Yesterday'],
    ['DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z', 'SUMMARY:A meeting'],
    ['DTSTART;VALUE=DATE:20261202'],
  )
  expect(readHolidays(text, TODAY)).toEqual([
    { date: '2026-12-25', name: 'Christmas' },
    { date: '2026-12-26', name: 'Christmas' },
    { date: '2027-01-01', name: 'New Year, at last' },
  ])
})

test('days that come again each year are read for the next three years', () => {
  const text = calendar(['DTSTART;VALUE=DATE:19900501', 'RRULE:FREQ=YEARLY', 'SUMMARY:May Day'])
  expect(readHolidays(text, TODAY).map(({ date }) => date)).toEqual([
    '2027-05-01',
    '2028-05-01',
    '2029-05-01',
  ])
})

test('a rule without an end, or an event of a thousand years, is bounded', () => {
  const endless = calendar(
    ['DTSTART;VALUE=DATE:20261126', 'RRULE:FREQ=DAILY', 'SUMMARY:Every day'],
    ['DTSTART;VALUE=DATE:20000101', 'DTEND;VALUE=DATE:30000101', 'SUMMARY:An age'],
  )
  expect(readHolidays(endless, TODAY)).toHaveLength(500)
})

test('a name of several lines becomes one of a single line, as the server demands', () => {
  const text = calendar(['DTSTART;VALUE=DATE:20261225', 'SUMMARY:Christmas\\nDay'])
  expect(readHolidays(text, TODAY)).toEqual([{ date: '2026-12-25', name: 'Christmas Day' }])
})

test('what is no calendar is refused', () => {
  for (const text of ['', 'Hello', 'BEGIN:VCALENDAR', '{"a":1}']) {
    expect(() => readHolidays(text, TODAY)).toThrow()
  }
})

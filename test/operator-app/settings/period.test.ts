import { expect, test } from 'vitest'
import { limits } from '../../../operator-app/src/limits.ts'
import { daysOf, periodOf } from '../../../operator-app/src/settings/retention/period.ts'

test('a year has twelve months, and the longest period is a whole number of them', () => {
  const months = (amount: number) => daysOf({ amount: String(amount), unit: 'months' })
  expect([1, 3, 6, 12, 24].map(months)).toEqual([30, 91, 182, 365, 730])
  expect(periodOf(limits.retentionDays)).toEqual({ amount: '120', unit: 'months' })
})

test('months are shown as they were entered, and days that are no whole months as days', () => {
  for (let amount = 3; amount <= 120; amount++) {
    const period = { amount: String(amount), unit: 'months' } as const
    expect(periodOf(daysOf(period))).toEqual(period)
  }
  for (const days of [1, 30, 60, 90, 364])
    expect(periodOf(days)).toEqual({ amount: String(days), unit: 'days' })
})

test('an empty amount is for ever, and what is no whole number is no period', () => {
  expect(daysOf({ amount: ' ', unit: 'months' })).toBeNull()
  expect(periodOf(null).amount).toBe('')
  expect(daysOf({ amount: '1.5', unit: 'months' })).toBeNaN()
  expect(daysOf({ amount: 'a', unit: 'days' })).toBeNaN()
})

import { describe, expect, test } from 'vitest'
import { type Facts, holds } from '../../../widget/loader/holds.ts'
import type { SvcCondition } from '../../../widget/svc-api.d.ts'

const facts: Facts = {
  time_on_page: 10,
  time_on_site: 60,
  pages_seen: 3,
  page_url: 'https://shop.example/Cart?step=2',
  page_title: 'Your cart',
  referrer: 'https://search.example/?q=chairs',
  returning_visitor: true,
  operators_online: false,
  scroll_depth: 40,
  exit_intent: false,
  // A Wednesday.
  time_of_day: new Date(2026, 10, 25, 22, 30),
}

/** What the table leaves out is as above. */
const cases: [holds: boolean, condition: SvcCondition, changes?: Partial<Facts>][] = [
  [true, { type: 'time_on_page', seconds: 10 }],
  [false, { type: 'time_on_page', seconds: 11 }],
  [true, { type: 'time_on_site', seconds: 60 }],
  [false, { type: 'time_on_site', seconds: 61 }],
  [true, { type: 'pages_seen', count: 3 }],
  [false, { type: 'pages_seen', count: 4 }],
  [true, { type: 'page_url', operator: 'contains', value: '/cart' }],
  [false, { type: 'page_url', operator: 'contains_not', value: '/cart' }],
  [true, { type: 'page_url', operator: 'begins', value: 'https://SHOP.example/' }],
  [false, { type: 'page_url', operator: 'begins', value: 'shop.example/' }],
  [true, { type: 'page_url', operator: 'ends', value: 'step=2' }],
  [false, { type: 'page_url', operator: 'ends', value: 'step=' }],
  [true, { type: 'page_title', operator: 'is', value: 'your CART' }],
  [false, { type: 'page_title', operator: 'is', value: 'cart' }],
  [true, { type: 'page_title', operator: 'is_not', value: 'cart' }],
  [true, { type: 'referrer', operator: 'contains', value: 'search.example' }],
  [true, { type: 'returning_visitor', value: true }],
  [false, { type: 'returning_visitor', value: false }],
  [true, { type: 'operators_online', value: false }],
  [false, { type: 'operators_online', value: true }],
  [true, { type: 'scroll_depth', percent: 40 }],
  [false, { type: 'scroll_depth', percent: 41 }],
  [false, { type: 'exit_intent' }],
  [true, { type: 'exit_intent' }, { exit_intent: true }],
  [true, { type: 'time_of_day', from: '22:30', to: '23:00' }],
  [false, { type: 'time_of_day', from: '09:00', to: '22:30' }],
  [true, { type: 'time_of_day', from: '22:00', to: '23:00', days: [3] }],
  [false, { type: 'time_of_day', from: '22:00', to: '23:00', days: [1, 2, 4, 5, 6, 7] }],
  [true, { type: 'time_of_day', from: '22:00', to: '06:00', days: [3] }],
  [
    true,
    { type: 'time_of_day', from: '22:00', to: '06:00', days: [3] },
    { time_of_day: new Date(2026, 10, 26, 5, 59) },
  ],
  [
    false,
    { type: 'time_of_day', from: '22:00', to: '06:00', days: [4] },
    { time_of_day: new Date(2026, 10, 26, 5, 59) },
  ],
  [false, { type: 'time_of_day', from: '22:00', to: '06:00' }, { time_of_day: new Date(2026, 10, 26, 6, 0) }],
  [
    true,
    { type: 'time_of_day', from: '00:00', to: '23:59', days: [7] },
    { time_of_day: new Date(2026, 10, 29, 12, 0) },
  ],
  [false, { type: 'moon_phase' } as unknown as SvcCondition],
]

describe('a condition of a trigger', () => {
  test.each(cases)('%s: %o', (expected, condition, changes = {}) => {
    expect(holds(condition, { ...facts, ...changes })).toBe(expected)
  })
})

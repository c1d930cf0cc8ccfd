import { expect, test } from 'vitest'
import type { VisitMessage } from '../../../../widget/core.ts'
import { withFreshQuotes } from '../../../../widget/window/model/with-fresh-quotes.ts'

const message = (id: string, change: Partial<VisitMessage> = {}) =>
  ({ id, text: null, deletedAt: null, quote: null, ...change }) as VisitMessage

test('what quotes a message says of it what it is now', () => {
  const quoting = message('2', { quote: { id: '1', text: 'It costs 10' } })
  const quotes = (changed: VisitMessage) =>
    withFreshQuotes([quoting, message('3')], changed).map(({ quote }) => quote?.text)
  expect(quotes(message('1', { text: 'It costs 100' }))).toEqual(['It costs 100', undefined])
  expect(quotes(message('1', { deletedAt: '2026-03-01T12:00:00.000Z' }))).toEqual([null, undefined])
  expect(quotes(message('1'))).toEqual(['It costs 10', undefined])
  expect(quotes(message('1', { text: '🙂'.repeat(300) }))[0]).toBe('🙂'.repeat(200))
  expect(quotes(message('4', { text: 'Another' }))).toEqual(['It costs 10', undefined])
})

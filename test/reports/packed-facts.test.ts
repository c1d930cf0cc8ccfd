import { expect, test } from 'vitest'
import { countPacked, countPages } from '../../server/domain/reports/rollups/count-packed.ts'
import { decodeFacts, encodeFacts } from '../../server/domain/reports/rollups/encode-facts.ts'
import { type Figures, noFigures } from '../../server/domain/reports/rollups/figures.ts'
import { bucketOf, secondsOf } from '../../server/domain/reports/rollups/histogram.ts'
import { packFacts } from '../../server/domain/reports/rollups/pack-facts.ts'
import type { CountedFact } from '../../server/domain/reports/rollups/packed-facts.ts'

function fact(chat: Partial<CountedFact>): CountedFact {
  return {
    ...{ chatId: '1', accountId: '1', channelId: 'shop', departmentId: null, operatorIds: [], tagIds: [] },
    ...{
      botId: null,
      country: null,
      page: null,
      outcome: 'MISSED',
      rating: null,
      inHours: true,
      transfers: 0,
    },
    ...{
      replySeconds: [],
      handlingSeconds: null,
      chatsAtOnce: null,
      firstReplyOnTime: null,
      closedOnTime: null,
    },
    ...{ startedAt: new Date(0), closedAt: new Date(0), hour: 0 },
    ...chat,
  }
}

function chatsBy(facts: CountedFact[], by: 'PAGE' | 'OPERATOR'): Record<string, number> {
  const rows = new Map<string, Figures>()
  const figuresOf = (key: string) => {
    const figures = noFigures()
    rows.set(key, figures)
    return figures
  }
  countPacked(packFacts(facts), { by, times: [], figuresOf })
  return Object.fromEntries([...rows].map(([key, { chats }]) => [key, chats]))
}

test('facts are the same after they were stored', () => {
  const packed = packFacts([
    fact({
      operatorIds: ['anna', 'max'],
      replySeconds: [5, 86_400],
      handlingSeconds: 0,
      page: 'https://ü.example/',
    }),
    fact({ tagIds: ['vip'], botId: 'bot', country: 'DE', departmentId: 'sales', hour: 167, chatsAtOnce: 3 }),
    fact({
      operatorIds: ['max'],
      rating: 'POSITIVE',
      firstReplyOnTime: false,
      closedOnTime: true,
      transfers: 70_000,
    }),
  ])
  expect(decodeFacts(Buffer.from(encodeFacts(packed)))).toEqual(packed)
  const none = packFacts([])
  expect(decodeFacts(Buffer.from(encodeFacts(none)))).toEqual(none)
})

test('of the pages of a day, the 200 with the most chats are told apart, and the others counted together', () => {
  const often = Array.from({ length: 200 }, (_, page) => [
    fact({ page: `/${page}` }),
    fact({ page: `/${page}` }),
  ])
  const rarely = [fact({ page: '/a' }), fact({ page: '/b' }), fact({ page: null })]
  const chats = chatsBy([...rarely, ...often.flat()], 'PAGE')
  expect(Object.keys(chats)).toHaveLength(202)
  expect(chats).toMatchObject({ '': 1, '*': 2, '/0': 2, '/199': 2 })
})

test('the pages of those chats are counted that fulfil the conditions', () => {
  const chats = new Map([['/a', 1]])
  const facts = [
    fact({ page: '/a' }),
    fact({ page: '/a', country: 'DE' }),
    fact({ page: '/b', country: 'DE' }),
  ]
  countPages(packFacts([...facts, fact({ page: '/c' })]), [{ dimension: 'COUNTRY', keys: ['DE'] }], chats)
  expect(Object.fromEntries(chats)).toEqual({ '/a': 2, '/b': 1 })
})

test('a time is rounded down by less than two per cent, to a number that stays as it is', () => {
  const times = Array.from({ length: 3_000 }, (_, step) => Math.floor(1.006 ** step)).filter(
    (time) => time < 1e7,
  )
  for (const time of [0, 99, 100, 101, 199, 200, 499, 500, 999, 1_000, ...times]) {
    const rounded = secondsOf(bucketOf(time))
    expect(rounded).toBeLessThanOrEqual(time)
    expect(rounded).toBeGreaterThanOrEqual(time * 0.98)
    expect(secondsOf(bucketOf(rounded))).toBe(rounded)
  }
})

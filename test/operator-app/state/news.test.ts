import { expect, test } from 'vitest'
import { News } from '../../../operator-app/src/state/news.ts'

test('what events told of something since a read began is known when its answer comes', () => {
  const news = new News<string>()
  const since = news.begin()
  news.note('visitor', 'Dora Delay')
  expect([since('visitor'), since('somebody else')]).toEqual(['Dora Delay', undefined])
})

test('a read that began after the event knows better', () => {
  const news = new News<string>()
  news.note('visitor', 'Dora Delay')
  expect(news.begin()('visitor')).toBeUndefined()
})

test('of what many events told, the last is remembered', () => {
  const news = new News<number>()
  const since = news.begin()
  for (let told = 0; told <= 1_000; told += 1) news.note(String(told), told)
  expect([since('0'), since('1'), since('1000')]).toEqual([undefined, 1, 1_000])
})

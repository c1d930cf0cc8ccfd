import { expect, test } from 'vitest'
import { excerptOf } from '../../../operator-app/src/state/conversation/excerpt-of.ts'
import { excerptOf as serversExcerptOf } from '../../../server/domain/messages/quotes/with-quote.ts'
import { makeMessage } from '../samples.ts'

const FILE = 'https://files.example/7/plan.pdf?size=large'

const media = {
  url: null,
  thumbUrl: null,
  isExternal: true,
  fileName: null,
  fileBytes: null,
  duration: null,
  width: null,
  height: null,
  emoji: null,
  performer: null,
  title: null,
  latitude: null,
  longitude: null,
}

test.each([
  ['a file with a name', { url: FILE, fileName: 'The plan.pdf' }, 'The plan.pdf'],
  ['a file without one', { url: FILE }, 'plan.pdf'],
  ['a sticker', { url: FILE, fileName: 'smile.webp', emoji: '🙂' }, '🙂'],
  ['a piece of music', { url: FILE, title: 'The song' }, 'The song'],
  ['a place', { latitude: 52.5, longitude: 13.4 }, 'Location'],
])('%s without a text is quoted by what describes it, here as on the server', (_what, change, excerpt) => {
  const shown = { ...media, ...change }
  expect(excerptOf(makeMessage({ text: null, media: shown }))).toBe(excerpt)
  const { url, ...described } = shown
  const given = Object.entries({ ...described, file: url }).filter(([, value]) => value !== null)
  expect(serversExcerptOf({ text: null, media: Object.fromEntries(given), rich: null })).toBe(excerpt)
})

test('a long text is quoted by its beginning', () => {
  expect([...excerptOf(makeMessage({ text: '🙂'.repeat(300) }))]).toHaveLength(200)
})

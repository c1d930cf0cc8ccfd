import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** The formats of a browser of this language, which are chosen when the page is loaded. */
async function formatsOf(language: string) {
  vi.stubGlobal('navigator', { language })
  vi.resetModules()
  return import('../../../operator-app/src/messages/format.ts')
}

// Without a zone it is the time of the machine, whatever that is.
const AFTERNOON = '2026-03-04T15:06:07'
const NOW = Date.parse('2026-03-04T18:00:00')

test.each([
  ['de', '15:06', '15:06:07'],
  ['en-GB', '15:06', '15:06:07'],
  ['en-US', /^3:06\sPM$/, /3:06:07\sPM$/],
])(
  'a time is written in one way everywhere, as people do where the browser is: %s',
  async (language, time, seconds) => {
    const { formatTime, formatShort, formatDateTime, formatDateSeconds } = await formatsOf(language)
    expect(formatTime(AFTERNOON)).toMatch(time)
    expect(formatShort(AFTERNOON, NOW)).toBe(formatTime(AFTERNOON))
    expect(formatDateTime(AFTERNOON)).toMatch(new RegExp(`, ${formatTime(AFTERNOON)}$`))
    expect(formatDateSeconds(AFTERNOON)).toMatch(seconds)
  },
)

test('a browser without a language that is one gets the formats of the texts', async () => {
  const { formatTime } = await formatsOf('x-invalid-language-tag-')
  expect(formatTime(AFTERNOON)).toMatch(/^3:06\sPM$/)
})

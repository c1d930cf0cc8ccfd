import { expect, onTestFinished, test, vi } from 'vitest'
import { en, type Texts } from '../../../../widget/window/texts/en.ts'
import { fill } from '../../../../widget/window/texts/fill.ts'
import { formatDay, formatSize, formatTime } from '../../../../widget/window/texts/format.ts'
import { isRightToLeft, loadTexts } from '../../../../widget/window/texts/load-texts.ts'

const LOCALES = ['es', 'pt-BR', 'de-AT', 'fr', 'ru', 'ar-EG']

test.for(LOCALES)('%s says everything, and puts the same values into it', async (locale) => {
  const texts = await loadTexts(locale)
  expect(texts).not.toBe(en)
  const [said, english] = [listTexts(texts), listTexts(en)]
  expect(said.map(([key]) => key)).toEqual(english.map(([key]) => key))
  for (const [index, [key, text]] of said.entries()) {
    expect(text.trim(), key).not.toBe('')
    expect(placesIn(text), key).toEqual(placesIn(english[index]?.[1] ?? ''))
  }
})

test('a language that is not there is shown in English', async () => {
  expect(await loadTexts('nb-NO')).toBe(en)
  expect(isRightToLeft('nb-NO')).toBe(false)
  expect(isRightToLeft('ar')).toBe(true)
  // Mapudungun is not Arabic.
  expect(await loadTexts('arn-CL')).toBe(en)
  expect(isRightToLeft('arn')).toBe(false)
})

test('a value is put in as it is, whatever it looks like', () => {
  expect(fill(en.typing, { name: '{name} $& <b>' })).toBe('{name} $& <b> is typing…')
})

test('a day is called by its name while it is near', () => {
  const now = new Date()
  const before = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 23, 59)
  expect(formatDay(before(0), 'en')).toBe('today')
  expect(formatDay(before(1), 'de')).toBe('gestern')
  // The clock is slow: nobody writes in two days.
  expect(formatDay(before(-2), 'en')).toContain(before(-2).toLocaleDateString('en', { weekday: 'short' }))
  expect(formatDay(new Date(2020, 1, 29), 'en-GB')).toMatch(/29 February 2020/)
})

test('the times of a long conversation need one formatter, which takes longer to make than a message to draw', () => {
  const made = vi.fn()
  class CountedFormat extends Intl.DateTimeFormat {
    constructor(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
      super(...given)
      made()
    }
  }
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: CountedFormat } }))
  // It makes one each time.
  const written = vi.spyOn(Date.prototype, 'toLocaleTimeString')
  onTestFinished(() => {
    vi.unstubAllGlobals()
    written.mockRestore()
  })
  const times = [9, 10, 17].map((hour) => formatTime(new Date(2026, 10, 28, hour, 5), 'de-CH'))
  expect(times).toEqual(['9:05', '10:05', '17:05'])
  expect(made.mock.calls.length + written.mock.calls.length).toBe(1)
})

test('a size is given in the unit that suits it', () => {
  expect([1, 999, 1_000, 48_213, 999_999, 2_345_678].map((bytes) => formatSize(bytes, 'en'))).toEqual([
    '1 byte',
    '999 bytes',
    '1 kB',
    '48 kB',
    '1 MB',
    '2.3 MB',
  ])
  expect(formatSize(13, 'de')).toBe('13 Byte')
})

/** All with their keys, also those of a state. */
function listTexts(texts: Texts): [key: string, text: string][] {
  const { callStates, ...others } = texts
  return [...Object.entries(others), ...Object.entries(callStates)]
}

function placesIn(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).sort()
}

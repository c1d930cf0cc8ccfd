import { expect, test } from 'vitest'
import { shownLocale } from '../../../../widget/window/texts/shown-locale.ts'

test.each([
  ['de-AT', 'de-AT'],
  ['pt_BR', 'pt-BR'],
  ['ja', 'en-JP'],
  ['fi-FI', 'en-FI'],
  ['arn', 'en-CL'],
  ['en-US@posix', 'en'],
  ['', 'en'],
])('beside the texts of a page in “%s”, times and sizes are written as in %s', (page, shown) => {
  expect(shownLocale(page)).toBe(shown)
  expect(() => new Date().toLocaleTimeString(shownLocale(page))).not.toThrow()
})

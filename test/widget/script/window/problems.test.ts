import { describe, expect, test } from 'vitest'
import { type Problems, problemsOf } from '../../../../widget/window/model/problems.ts'
import type { Texts } from '../../../../widget/window/texts/en.ts'
import { fill } from '../../../../widget/window/texts/fill.ts'
import { formatSize } from '../../../../widget/window/texts/format.ts'
import { listLanguages, loadTexts } from '../../../../widget/window/texts/load-texts.ts'

const MAX_BYTES = 10_000_000

/** What the visitor reads when the server refuses something, by field. */
async function readIn(locale: string, code: string, field: string[] | null = null) {
  const texts = await loadTexts(locale)
  const widget = { fileMaxBytes: MAX_BYTES } as Parameters<typeof problemsOf>[1]['state']['widget']
  const userErrors = [{ code, message: 'Words for developers.', field }]
  const error = Object.assign(new Error('Words for developers.'), { userErrors })
  return { texts, problems: problemsOf(error, { texts, state: { locale, widget } }) }
}

const cases: [code: string, field: string[] | null, expected: (texts: Texts, locale: string) => Problems][] =
  [
    ['RATE_LIMITED', null, ({ tooMany }) => ({ '': tooMany })],
    ['TOO_MANY_REQUESTS', null, ({ tooMany }) => ({ '': tooMany })],
    ['EMPTY_FILE', null, ({ fileEmpty }) => ({ '': fileEmpty })],
    ['UNSUPPORTED_MEDIA_TYPE', null, ({ fileType }) => ({ '': fileType })],
    [
      'PAYLOAD_TOO_LARGE',
      null,
      ({ fileTooLarge }, locale) => ({ '': fill(fileTooLarge, { size: formatSize(MAX_BYTES, locale) }) }),
    ],
    ['CALLBACK_DISABLED', null, ({ callOff }) => ({ '': callOff })],
    ['CALLBACK_UNAVAILABLE', null, ({ callOff }) => ({ '': callOff })],
    ['CALLBACK_UNAVAILABLE', ['input', 'phone'], ({ callAbroad }) => ({ phone: callAbroad })],
    ['CHANNEL_PAUSED', null, ({ leaveAsk }) => ({ '': leaveAsk })],
    ['TOO_LONG', ['input', 'email'], ({ tooLong }) => ({ email: tooLong })],
    ['INVALID', ['input', 'email'], ({ check, email }) => ({ email: fill(check, { field: email }) })],
    ['INVALID', ['input', 'phone'], ({ check, phone }) => ({ phone: fill(check, { field: phone }) })],
    [
      'BLANK',
      ['input', 'message'],
      ({ required, message }) => ({ message: fill(required, { field: message }) }),
    ],
    ['NOT_FOUND', ['input', 'department'], () => ({ '': '' })],
  ]

describe.each(listLanguages())('what the server refuses, in %s', (locale) => {
  test.each(cases)('%s at %s', async (code, field, expected) => {
    const { texts, problems } = await readIn(locale, code, field)
    expect(problems).toEqual(expected(texts, locale))
  })
})

test('a failure that is no refusal has no words of its own', async () => {
  const { texts } = await readIn('en', 'INVALID')
  const state = {} as Parameters<typeof problemsOf>[1]['state']
  expect(problemsOf(new TypeError('Failed to fetch'), { texts, state })).toEqual({ '': '' })
})

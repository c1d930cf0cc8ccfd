import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./print-formats.ts', import.meta.url))

interface Formats {
  time: string
  short: string
  shortOfOtherDays: string[]
  ago: string[]
  dateTime: string
  dateSeconds: string
  sizes: string[]
}

/** How a page of a browser of this language writes a moment of this afternoon. */
async function formatsOf(language: string): Promise<Formats> {
  // Without a zone they are times of the machine, whatever that is.
  const moments = ['2026-03-04T15:06:07', '2026-03-04T18:00:00']
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    program,
    language,
    ...moments,
  ])
  return JSON.parse(stdout)
}

test.each([
  ['de', '15:06', '15:06:07', '4 Mar'],
  ['en-GB', '15:06', '15:06:07', '4 Mar'],
  ['en-US', /^3:06\sPM$/, /3:06:07\sPM$/, 'Mar 4'],
])(
  'a time is written in one way everywhere, as people do where the browser is: %s',
  async (language, time, seconds, day) => {
    const formats = await formatsOf(language)
    expect(formats.time).toMatch(time)
    expect(formats.short).toBe(formats.time)
    for (const short of formats.shortOfOtherDays) expect(short).toMatch(day)
    expect(formats.dateTime).toMatch(new RegExp(`, ${formats.time}$`))
    expect(formats.dateSeconds).toMatch(seconds)
  },
)

test('a browser without a language that is one gets the formats of the texts', async () => {
  const { time, sizes } = await formatsOf('x-invalid-language-tag-')
  expect(time).toMatch(/^3:06\sPM$/)
  expect(sizes).toEqual(['1 byte', '999 bytes', '1 kB', '999 kB', '1 MB', '2.3 MB', '1 GB'])
})

test('what has happened is in the past, however slow the clock of the browser is', async () => {
  const { ago } = await formatsOf('en-GB')
  expect(ago).toEqual(['5 min ago', 'this minute'])
})

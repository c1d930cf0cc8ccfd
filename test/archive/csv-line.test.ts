import { expect, test } from 'vitest'
import { lineOf } from '../../server/text/csv-line.ts'

test.each([
  '=1+1',
  '\n=1+1',
  '\r\n=1+1',
  '\t=1+1',
  ' =1+1',
  '\u00a0@SUM(1)',
  '\u200b+1',
  '\ufeff-1',
  '\u0000=1',
  '＝1',
])('a cell that a spreadsheet may run is neutralized: %j', (cell) => {
  expect(lineOf([cell]).replace(/^"/, '')).toMatch(/^'/)
})

test.each(['1=1', 'a\n=1', 'Hello', ''])('any other cell stays as it is: %j', (cell) => {
  expect(lineOf([cell]).replaceAll('"', '')).toBe(`${cell}\r\n`)
})

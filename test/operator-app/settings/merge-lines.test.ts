import { expect, test } from 'vitest'
import { mergeLines } from '../../../operator-app/src/state/settings/merge-lines.ts'

test('lines that are entered keep what a colleague has added and removed meanwhile', () => {
  const before = ['Lunch', 'Dentist', 'Training']
  const entered = ['Break', 'Lunch', 'Dentist']
  expect(mergeLines({ entered, stored: before, before })).toEqual(entered)
  const stored = ['Lunch', 'Training', 'Meeting', 'Break']
  expect(mergeLines({ entered, stored, before })).toEqual(['Break', 'Lunch', 'Meeting'])
})

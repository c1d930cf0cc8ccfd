import { expect, test } from 'vitest'
import { createSuggestions } from '../../../operator-app/src/conversation/suggestions/suggestions.svelte.ts'

test('of many that fit, the list shows the first and says how many more there are', async () => {
  const all = Array.from({ length: 53 }, (_, n) => ({ id: `${n}`, title: `${n}`, detail: '', text: '' }))
  const find = async (typed: string) => (typed === '' ? all : all.slice(0, 2))
  const suggestions = createSuggestions({ find: { '/': find, ':': find }, take: () => {} })
  await suggestions.update('/', 1)
  expect([suggestions.items.length, suggestions.more]).toEqual([50, 3])
  await suggestions.update('/a', 2)
  expect([suggestions.items.length, suggestions.more]).toEqual([2, 0])
})

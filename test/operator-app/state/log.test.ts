import { expect, test } from 'vitest'
import { createLog } from '../../../operator-app/src/state/archive/log.svelte.ts'

/** Entries in pages of two; a cursor is the number of entries before it. */
function logOf(entries: string[]) {
  return createLog(async (after) => {
    const end = Number(after) + 2
    return { items: entries.slice(Number(after), end), next: end < entries.length ? String(end) : null }
  })
}

test('a log that is read again is as long as it was, with what is new in it', async () => {
  const entries = ['a', 'b', 'c', 'd', 'e', 'f']
  const log = logOf(entries)
  await log.load()
  await log.readMore()
  entries.unshift('new')
  await log.load()
  expect(log.items).toEqual(['new', 'a', 'b', 'c'])
  await log.readMore()
  expect(log.items).toEqual(['new', 'a', 'b', 'c', 'd', 'e'])
  entries.splice(1)
  await log.load()
  expect(log.items).toEqual(['new'])
})

test('a log that is forgotten is read from its beginning', async () => {
  const log = logOf(['a', 'b', 'c', 'd'])
  await log.load()
  await log.readMore()
  await log.load({ forget: true })
  expect(log.items).toEqual(['a', 'b'])
})

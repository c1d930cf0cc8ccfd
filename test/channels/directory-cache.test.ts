import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DirectoryCache } from '../../server/domain/directory-cache.ts'
import { createLocalBus, topics } from '../../server/events/bus.ts'

interface Row {
  version: number
}

/** A cache whose reads the test answers, one after the other. */
async function openCache() {
  const bus = createLocalBus()
  const gaps = new Set<() => void>()
  const reads: { answer(row: Row | null): void; fail(error: Error): void }[] = []
  const cache = new DirectoryCache<Row>(() => new Promise((answer, fail) => reads.push({ answer, fail })))
  await cache.start({ ...bus, onGap: (handler) => gaps.add(handler) && (() => gaps.delete(handler)) })
  return {
    cache,
    reads,
    tellChange: () => bus.publish(topics.channels, 'account'),
    tellGap: () => gaps.forEach((handler) => void handler()),
    async keep(version: number) {
      const row = cache.refresh('key')
      reads.at(-1)?.answer({ version })
      await row
    },
  }
}

test('all who ask at the same time share one read, and a kept row costs none', async () => {
  const { cache, reads } = await openCache()
  const asked = [cache.get('key'), cache.get('key'), cache.refresh('key')]
  reads[0]?.answer({ version: 1 })
  expect(await Promise.all(asked)).toEqual(asked.map(() => ({ version: 1 })))
  expect(await cache.get('key')).toEqual({ version: 1 })
  expect(reads).toHaveLength(1)
})

test('what is kept goes on serving while it is read anew, and also when that read fails', async () => {
  const { cache, reads, keep } = await openCache()
  await keep(1)
  const refreshed = cache.refresh('key')
  expect(cache.peek('key')).toEqual({ version: 1 })
  reads[1]?.fail(new Error('The database is away.'))
  await expect(refreshed).rejects.toThrow('The database is away.')
  expect(cache.peek('key')).toEqual({ version: 1 })
})

test('what there is not is read each time, and what was there before is forgotten', async () => {
  const { cache, reads, keep } = await openCache()
  await keep(1)
  for (const round of [1, 2]) {
    const gone = cache.refresh('key')
    reads[round]?.answer(null)
    expect(await gone).toBeNull()
    expect(cache.peek('key')).toBeNull()
  }
})

test.each(['tellChange', 'tellGap'] as const)('%s empties the cache', async (tell) => {
  const opened = await openCache()
  await opened.keep(1)
  await opened[tell]()
  expect(opened.cache.peek('key')).toBeNull()
})

test.each([{ version: 1 }, null])(
  'a read that a change overtakes gives %o to those who wait, and is not kept',
  async (row) => {
    const { cache, reads, tellChange } = await openCache()
    const overtaken = cache.get('key')
    await tellChange()
    const current = cache.get('key')
    expect(reads).toHaveLength(2)
    reads[0]?.answer(row)
    expect(await overtaken).toEqual(row)
    await nextTurn()
    reads[1]?.answer({ version: 2 })
    expect(await current).toEqual({ version: 2 })
    expect(cache.peek('key')).toEqual({ version: 2 })
  },
)

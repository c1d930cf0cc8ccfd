import { Client, fetchExchange } from '@urql/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createConfigurationCache } from '../../../operator-app/src/graphql/configuration-cache.ts'
import { askServer } from '../../../operator-app/src/graphql/create-client.ts'
import { unwrap } from '../../../operator-app/src/graphql/request.ts'
import { tagsQuery } from '../../../operator-app/src/graphql/tags.ts'
import { AllPages, RETRY_MS } from '../../../operator-app/src/state/settings/all-pages.svelte.ts'
import { CachedQuery } from '../../../operator-app/src/state/settings/cached-query.svelte.ts'
import { createChanges } from '../../../operator-app/src/state/settings/changes.ts'

const NONE = {
  data: {
    tags: {
      __typename: 'TagConnection',
      edges: [],
      pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
    },
    viewer: null,
  },
}
/** A page with one tag; with a cursor there is another one. */
const pageOf = (id: string, endCursor: string | null) => ({
  data: {
    tags: {
      __typename: 'TagConnection',
      edges: [
        {
          __typename: 'TagEdge',
          node: {
            __typename: 'Tag',
            id,
            name: id,
            color: 'BLUE',
            description: null,
            archived: false,
            channels: [],
          },
        },
      ],
      pageInfo: { __typename: 'PageInfo', hasNextPage: endCursor !== null, endCursor },
    },
    viewer: null,
  },
})
const REFUSED = { data: null, errors: [{ message: 'Try again.' }] }

/** An account's tags, and the requests for them that are under way, which the test answers. */
function createTags() {
  const answers: ((body: object) => void)[] = []
  const client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    exchanges: [createConfigurationCache(() => {}), fetchExchange],
    fetch: () => new Promise((resolve) => answers.push((body) => resolve(Response.json(body)))),
  })
  const changes = createChanges()
  const listTags = () =>
    new AllPages(
      {
        read: async (document, variables) =>
          unwrap(await askServer(client, { document, variables })) as never,
        readCached: (document, variables) =>
          (client.readQuery(document, variables, { requestPolicy: 'cache-only' })?.data ??
            undefined) as never,
        query: (document, variables, requestPolicy = 'cache-and-network') =>
          new CachedQuery({ client, changes, document, variables, requestPolicy }),
      },
      { document: tagsQuery, connectionOf: (data) => data.tags },
    )
  return { tags: listTags(), listTags, changes, answers }
}

test('an empty list that was read is not said to have failed because an earlier attempt fails after it', async () => {
  const { tags, answers } = createTags()
  const loads = [tags.load(), tags.load()]
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(NONE)
  await loads[1]
  expect([tags.isKnown, tags.failed, tags.isReading]).toEqual([true, false, true])
  answers[0]?.(REFUSED)
  await loads[0]
  expect([tags.isKnown, tags.failed, tags.isReading]).toEqual([true, false, false])
  tags.stop()
})

test('a list that could not be read says so, whatever an earlier attempt brings after it', async () => {
  const { tags, answers } = createTags()
  const loads = [tags.load(), tags.load()]
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(REFUSED)
  await loads[1]
  answers[0]?.(NONE)
  await loads[0]
  expect([tags.isKnown, tags.failed, tags.isReading]).toEqual([false, true, false])
  tags.stop()
})

test('a list that could not be read is read again after a while, unless it is no longer looked at', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { tags, listTags, answers } = createTags()
  const left = listTags()
  const loads = [tags.load(), left.load()]
  await expect.poll(() => answers.length).toBe(2)
  for (const answer of answers) answer(REFUSED)
  await Promise.all(loads)
  left.stop()
  // Whoever does not wait for it makes no second one.
  const again = tags.load()
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.(REFUSED)
  await again
  vi.advanceTimersByTime(RETRY_MS)
  await expect.poll(() => answers.length).toBe(4)
  answers[3]?.(pageOf('Sales', null))
  await expect.poll(() => tags.isReading).toBe(false)
  expect(tags.nodes.map(({ name }) => name)).toEqual(['Sales'])
  vi.advanceTimersByTime(RETRY_MS)
  expect([answers.length, tags.failed, tags.isReading, left.isReading]).toEqual([4, false, false, false])
})

test('a list that is no longer looked at stays empty when its answer comes', async () => {
  const { tags, answers } = createTags()
  const load = tags.load()
  await expect.poll(() => answers.length).toBe(1)
  tags.stop()
  answers[0]?.(NONE)
  await load
  expect(tags.isKnown).toBe(false)
})

test('a list of several pages has all of them, and is there at once where it is shown again', async () => {
  const { tags, listTags, answers } = createTags()
  const load = tags.load()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.(pageOf('first', 'more'))
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(pageOf('second', null))
  await load
  expect(tags.nodes.map(({ id }) => id)).toEqual(['first', 'second'])
  const again = listTags()
  void again.load()
  expect(again.nodes.map(({ id }) => id)).toEqual(['first', 'second'])
  expect(again.isReading).toBe(true)
  tags.stop()
  again.stop()
})

test('a list is read again after a mutation that has made it stale, and not for what the cache has already', async () => {
  const { tags, changes, answers } = createTags()
  const stopListening = changes.on(tags)
  const load = tags.load()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.(NONE)
  await load
  changes.tellKnown(['tags'])
  changes.tellMutated(['tags'])
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(pageOf('created', null))
  await expect.poll(() => tags.nodes.map(({ id }) => id)).toEqual(['created'])
  expect(answers).toHaveLength(2)
  stopListening()
  tags.stop()
})

import { Client, fetchExchange } from '@urql/core'
import { expect, test } from 'vitest'
import { createConfigurationCache } from '../../../operator-app/src/graphql/configuration-cache.ts'
import { askServer } from '../../../operator-app/src/graphql/create-client.ts'
import { unwrap } from '../../../operator-app/src/graphql/request.ts'
import { tagsQuery } from '../../../operator-app/src/graphql/tags.ts'
import { AllPages } from '../../../operator-app/src/state/settings/all-pages.svelte.ts'
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
const REFUSED = { data: null, errors: [{ message: 'Try again.' }] }

/** An account's tags, and the requests for them that are under way, which the test answers. */
function listTags() {
  const answers: ((body: object) => void)[] = []
  const client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    exchanges: [createConfigurationCache(() => {}), fetchExchange],
    fetch: () => new Promise((resolve) => answers.push((body) => resolve(Response.json(body)))),
  })
  const changes = createChanges()
  const tags = new AllPages(
    {
      read: async (document, variables) => unwrap(await askServer(client, { document, variables })) as never,
      query: (document, variables, requestPolicy = 'cache-and-network') =>
        new CachedQuery({ client, changes, document, variables, requestPolicy }),
    },
    { document: tagsQuery, connectionOf: (data) => data.tags },
  )
  return { tags, answers }
}

test('an empty list that was read is not said to have failed because an earlier attempt fails after it', async () => {
  const { tags, answers } = listTags()
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
  const { tags, answers } = listTags()
  const loads = [tags.load(), tags.load()]
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(REFUSED)
  await loads[1]
  answers[0]?.(NONE)
  await loads[0]
  expect([tags.isKnown, tags.failed, tags.isReading]).toEqual([false, true, false])
})

test('a list that is no longer looked at stays empty when its answer comes', async () => {
  const { tags, answers } = listTags()
  const load = tags.load()
  await expect.poll(() => answers.length).toBe(1)
  tags.stop()
  answers[0]?.(NONE)
  await load
  expect(tags.isKnown).toBe(false)
})

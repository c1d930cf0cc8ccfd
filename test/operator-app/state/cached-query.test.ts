import { Client, fetchExchange } from '@urql/core'
import { expect, test } from 'vitest'
import { createConfigurationCache } from '../../../operator-app/src/graphql/configuration-cache.ts'
import { departmentsQuery } from '../../../operator-app/src/graphql/people.ts'
import { CachedQuery } from '../../../operator-app/src/state/settings/cached-query.svelte.ts'
import { createChanges } from '../../../operator-app/src/state/settings/changes.ts'

const refused = { data: { departments: null }, errors: [{ message: 'Try again.', path: ['departments'] }] }

function answered(...names: string[]) {
  const nodes = names.map((name) => ({ __typename: 'Department', id: name, number: 1, name }))
  const edges = nodes.map((node) => ({ __typename: 'DepartmentEdge', node }))
  const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null }
  return { data: { departments: { __typename: 'DepartmentConnection', edges, pageInfo } } }
}

/** A server that answers the same until it is told otherwise. */
class Server {
  #answer: object
  #asked = 0
  readonly client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    exchanges: [createConfigurationCache(() => {}), fetchExchange],
    fetch: async () => {
      this.#asked += 1
      return Response.json(this.#answer)
    },
  })

  constructor(answer: object) {
    this.#answer = answer
  }

  /** Has the filter read its choices again, from this answer. */
  async answer(answer: object, filter: Filter): Promise<void> {
    const before = this.#asked
    this.#answer = answer
    filter.load()
    await expect.poll(() => this.#asked > before && !filter.isReading).toBe(true)
  }
}

type Filter = ReturnType<typeof filterFrom>

/** What a field of the filter above the inbox and the reports reads its choices with. */
function filterFrom({ client }: { client: Client }) {
  return new CachedQuery({
    ...{ client, changes: createChanges(), document: departmentsQuery, variables: { first: 100 } },
    requestPolicy: 'cache-and-network',
  })
}

const namesIn = ({ data }: Filter) => data?.departments.edges.map(({ node }) => node.name)

test('a filter has nothing of a list that is refused, and all of it once it is answered', async () => {
  const server = new Server(refused)
  const filter = filterFrom(server)
  await expect.poll(() => filter.failed).toBe(true)
  const openedAgain = filterFrom(server)
  for (const each of [filter, openedAgain]) expect(namesIn(each)).toBeUndefined()
  await server.answer(answered('Sales'), filter)
  for (const each of [filter, openedAgain]) {
    await expect.poll(() => namesIn(each)).toEqual(['Sales'])
    expect(each.failed).toBe(false)
    each.stop()
  }
})

test('a filter keeps what it knows when reading it again is refused', async () => {
  const server = new Server(answered('Sales'))
  const filter = filterFrom(server)
  await expect.poll(() => namesIn(filter)).toEqual(['Sales'])
  await server.answer(refused, filter)
  expect(namesIn(filter)).toEqual(['Sales'])
  expect(filter.failed).toBe(false)
  filter.stop()
})

test.for([1, 2])(
  'what was asked for before an event is not what %i readers of a list show after it',
  async (count) => {
    let name = 'Old'
    let isHeld = true
    const held: { name: string; answer(): void }[] = []
    const client = new Client({
      url: 'http://localhost/graphql',
      preferGetMethod: false,
      exchanges: [createConfigurationCache(() => {}), fetchExchange],
      fetch: () =>
        new Promise((resolve) => {
          const response = Response.json(answered(name))
          if (isHeld) held.push({ name, answer: () => resolve(response) })
          else resolve(response)
        }),
    })
    const readers = Array.from({ length: count }, () => filterFrom({ client }))
    await expect.poll(() => held.length).toBeGreaterThan(0)
    name = 'New'
    for (const each of readers) each.load()
    await expect.poll(() => held.filter((request) => request.name === 'New').length).toBe(count)
    for (const request of held.toReversed()) request.answer()
    isHeld = false
    readers.push(filterFrom({ client }))
    for (const each of readers) await expect.poll(() => !each.isReading && namesIn(each)).toEqual(['New'])
    for (const each of readers) each.stop()
  },
)

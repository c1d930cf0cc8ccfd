import { type Ask, type Execute, executeAs, measureAsks } from '../ask.ts'
import type { Bench } from '../bench.ts'
import type { Measurement } from '../measurement.ts'
import { emailOf, FIRST_NAMES, orderOf, phoneOf, TOPICS, uniqueNameOf } from '../seed-inbox.ts'
import { onSeededStore } from '../seeded-store.ts'

const PAGE = 50
const AIM = { atMost: 50 }

const ARCHIVE = `query ($search: String, $filter: ArchiveFilter, $after: String) {
  archivedChats(search: $search, filter: $filter, first: ${PAGE}, after: $after) {
    edges {
      cursor
      node {
        chat { id number outcome rating closedAt visitor { name } channel { name } department { name } answeredBy { name } }
        snippet { message { id } parts { text isMatch } }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`

const VISITOR = `query ($id: ID!) {
  visitor(by: { id: $id }) {
    name email phone description blacklistedAt
    chats(first: ${PAGE}) { edges { node { number status } } }
    messages(first: ${PAGE}) { edges { node { text author } } }
    history(first: ${PAGE}) { edges { node { action changes { field before after } } } }
  }
}`

interface Answer {
  departments: { edges: { node: { id: string; name: string } }[] }
  operators: { edges: { node: { id: string } }[] }
  chats: { edges: { node: { visitor: { id: string } } }[] }
  archivedChats: { pageInfo: { endCursor: string } }
}

/** What the archive's page and a visitor's page ask for, among many chats (`--visitors`), one request at a time. */
export function measureArchive(bench: Bench): Promise<Measurement[]> {
  return onSeededStore(bench, async ({ server }, { cookie }) => {
    const execute = executeAs<Answer>(server.origin, cookie)
    const asks = [...searches(execute), ...(await filters(execute)), ...(await visitors(execute))]
    return measureAsks(
      asks.map(([name, ask]) => [`archive, ${name}`, ask, AIM]),
      Math.ceil(bench.count / 5),
      bench.visitors,
    )
  })
}

const pick = (words: string[], n: number) => words[n % words.length] ?? ''

function searches(execute: Execute<Answer>): [string, Ask][] {
  const by = (wordsOf: (n: number) => string) => (n: number) => execute(ARCHIVE, { search: wordsOf(n) })
  return [
    ['a word of one chat', by(orderOf)],
    ['a word of 100 chats', by((n) => `group ${n % 1000}`)],
    ['a word of every fortieth chat', by((n) => pick(TOPICS, n))],
    ['words of every chat', by(() => 'blue stock')],
    ['a word of every fortieth and one of every chat', by((n) => `blue ${pick(TOPICS, n)}`)],
    ['a name of every 24th visitor', by((n) => pick(FIRST_NAMES, n))],
    ['a rare name', by(uniqueNameOf)],
    ['an e-mail address', by(emailOf)],
    ['a part of a phone number', by((n) => phoneOf(n).slice(3))],
    ['the number of a chat', by((n) => `#${n}`)],
    ['two letters', by((n) => pick(['an', 'be', 'me', 'xq'], n))],
    ['what nobody said', by((n) => `nobody ${n}`)],
  ]
}

async function filters(execute: Execute<Answer>): Promise<[string, Ask][]> {
  const { departments, operators } = await execute(
    '{ departments(first: 50) { edges { node { id name } } } operators(first: 50) { edges { node { id } } } }',
    {},
  )
  const idOf = (name: string) => departments.edges.find(({ node }) => node.name === name)?.node.id
  const by = (filterOf: (n: number) => object, search?: string) => (n: number) =>
    execute(ARCHIVE, { filter: filterOf(n), search })
  const operatorIds = operators.edges.map(({ node }) => node.id)
  const [large, rare] = [[idOf('Bench sales')], [idOf('Bench press')]]
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const { endCursor } = (await execute(ARCHIVE, {})).archivedChats.pageInfo
  return [
    ['first page', () => execute(ARCHIVE, {})],
    ['second page', () => execute(ARCHIVE, { after: endCursor })],
    ['missed', by(() => ({ outcomes: ['MISSED'] }))],
    ['rated negative', by(() => ({ ratings: ['NEGATIVE'] }))],
    ['of an operator', by(() => ({ operatorIds }))],
    ['of a large department', by(() => ({ departmentIds: large }))],
    ['of a small department', by(() => ({ departmentIds: rare }))],
    ['of a day', by((n) => ({ closedAt: { since: ago(n), until: ago(n - 1440) } }))],
    ['of a visitor', by((n) => ({ visitorNumber: 1000 + n }))],
    ['filters that nothing passes', by(() => ({ operatorIds, ratings: ['NEGATIVE'], outcomes: ['MISSED'] }))],
    ['two filters that exclude each other', by(() => ({ operatorIds, outcomes: ['MISSED'] }))],
    [
      'a name of every 24th visitor, missed',
      (n) => by(() => ({ outcomes: ['MISSED'] }), pick(FIRST_NAMES, n))(n),
    ],
    ['words of every chat, of a small department', by(() => ({ departmentIds: rare }), 'blue stock')],
    ['words of every chat, long ago', by(() => ({ closedAt: { until: ago(95_000) } }), 'blue stock')],
  ]
}

async function visitors(execute: Execute<Answer>): Promise<[string, Ask][]> {
  const { chats } = await execute(
    'query { chats(view: CLOSED, first: 100) { edges { node { visitor { id } } } } }',
    {},
  )
  const idOf = (n: number) => chats.edges[n % chats.edges.length]?.node.visitor.id
  return [['everything of a visitor', (n) => execute(VISITOR, { id: idOf(n) })]]
}

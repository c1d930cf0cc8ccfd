import { print } from 'graphql'
import { chatCountsQuery, chatsQuery, messagesQuery } from '../../../operator-app/src/graphql/chats.ts'
import type { Bench } from '../bench.ts'
import { ascending, type Measurement, measured, percentile } from '../measurement.ts'
import { createOperators } from '../operators.ts'
import { CHATS, emailOf, FIRST_NAMES, LAST_NAMES, phoneOf, seedInbox, uniqueNameOf } from '../seed-inbox.ts'
import { onPostgresAndRedis } from '../settings.ts'

const VIEWS = ['WAITING', 'MINE', 'BOT', 'ALL', 'CLOSED']
const PAGE = 50
const SEARCH_AIM = { atMost: 50 }

/** Asks once; `n` is another visitor each time. */
type Ask = (n: number) => Promise<unknown>
type Execute = (query: string, variables: object) => Promise<Answer>
interface Answer {
  chats: { edges: { node: { id: string } }[]; pageInfo: { endCursor: string } }
  chat: { messages: { pageInfo: { startCursor: string } } }
}

/** What an operator's inbox asks for, among 100,000 chats with a million messages, one request at a time. */
export function measureInbox(bench: Bench): Promise<Measurement[]> {
  return onPostgresAndRedis(async (setting) => {
    const [operator] = await createOperators(setting, 1)
    await seedInbox(setting.server.databaseUrl)
    const execute = executeAs(setting.server.origin, operator?.cookie ?? '')
    const measurements: Measurement[] = []
    for (const [name, ask, aim] of [...searches(execute), ...(await pages(execute))]) {
      const times = await timesOf(ask, Math.ceil(bench.count / 5))
      measurements.push(
        measured(`${name}, p50`, 'ms', { values: [percentile(times, 0.5)], floors: [] }),
        measured(`${name}, p95`, 'ms', { values: [percentile(times, 0.95)], floors: [] }, aim),
      )
    }
    return measurements
  })
}

/** All views in turn. */
function searches(execute: Execute): [string, Ask, typeof SEARCH_AIM][] {
  const by = (wordsOf: (n: number) => string) => (n: number) =>
    execute(print(chatsQuery), {
      view: VIEWS[n % VIEWS.length],
      search: wordsOf(n),
      first: PAGE,
      after: null,
    })
  const pick = (names: string[], n: number) => names[n % names.length] ?? ''
  return [
    ['search by a rare name', by(uniqueNameOf), SEARCH_AIM],
    ['search by a frequent name', by((n) => pick(n % 2 ? FIRST_NAMES : LAST_NAMES, n)), SEARCH_AIM],
    ['search by e-mail', by(emailOf), SEARCH_AIM],
    ['search by phone', by((n) => phoneOf(n).slice(3)), SEARCH_AIM],
    ['search by number', by((n) => `#${n}`), SEARCH_AIM],
    ['search by two letters', by((n) => pick(LAST_NAMES, n).slice(0, 2)), SEARCH_AIM],
    ['search for two letters that nobody has', by((n) => pick(['xq', '%%', '_x', '§§'], n)), SEARCH_AIM],
    ['search for what nobody has', by((n) => `nobody ${n}`), SEARCH_AIM],
  ]
}

async function pages(execute: Execute): Promise<[string, Ask][]> {
  const page = (view: string, after: string | null = null) =>
    execute(print(chatsQuery), { view, search: null, first: PAGE, after })
  const thread = (chatId: string, last: number, before: string | null = null) =>
    execute(print(messagesQuery), { chatId, last, before })
  const { edges, pageInfo } = (await page('CLOSED')).chats
  const chatOf = (n: number) => edges[n % edges.length]?.node.id ?? ''
  const { startCursor } = (await thread(chatOf(0), 5)).chat.messages.pageInfo
  return [
    ...VIEWS.map((view): [string, Ask] => [`first page of ${view}`, () => page(view)]),
    ['second page of CLOSED', () => page('CLOSED', pageInfo.endCursor)],
    ['counts of the views', () => execute(print(chatCountsQuery), {})],
    ['last page of a thread', (n) => thread(chatOf(n), PAGE)],
    ['earlier page of a thread', () => thread(chatOf(0), PAGE, startCursor)],
  ]
}

function executeAs(origin: string, cookie: string): Execute {
  return async (query, variables) => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as { data: Answer; errors?: { message: string }[] }
    if (errors?.[0]) throw new Error(errors[0].message)
    return data
  }
}

/** Sorted milliseconds, after a tenth of the requests that does not count: a prepared statement's plan changes after five. */
async function timesOf(ask: Ask, count: number): Promise<number[]> {
  const warmUp = Math.ceil(count / 10)
  const times: number[] = []
  for (let i = 0; i < warmUp + count; i++) {
    const startedAt = performance.now()
    await ask(1 + ((i * 7907) % CHATS))
    if (i >= warmUp) times.push(performance.now() - startedAt)
  }
  return ascending(times)
}

import { print } from 'graphql'
import { chatCountsQuery, chatsQuery, messagesQuery } from '../../../operator-app/src/graphql/chats.ts'
import { type Ask, type Execute, executeAs, measureAsks } from '../ask.ts'
import type { Bench } from '../bench.ts'
import type { Measurement } from '../measurement.ts'
import {
  emailOf,
  FIRST_NAMES,
  LAST_NAMES,
  phoneOf,
  uniqueNameOf,
  untilOpenChatsAreFound,
} from '../seed-inbox.ts'
import { onSeededStore } from '../seeded-store.ts'
import { savedViews } from './saved-views.ts'
import { searchesAnywhere } from './search-anywhere.ts'

const VIEWS = ['WAITING', 'MINE', 'BOT', 'ALL', 'CLOSED']
const PAGE = 50
const SEARCH_AIM = { atMost: 50 }

interface Answer {
  chats: { edges: { node: { id: string } }[]; pageInfo: { endCursor: string } }
  chat: { messages: { pageInfo: { startCursor: string } } }
}

/** What an operator's inbox asks for, among many chats (`--visitors`) of ten messages each, one request at a time. */
export function measureInbox(bench: Bench): Promise<Measurement[]> {
  return onSeededStore(bench, async ({ server }, { cookie }) => {
    await untilOpenChatsAreFound(server.databaseUrl)
    const execute = executeAs<Answer>(server.origin, cookie)
    const asked = [
      ...searches(execute),
      ...searchesAnywhere(execute),
      ...(await pages(execute)),
      ...(await savedViews(execute)),
    ]
    return measureAsks(asked, Math.ceil(bench.count / 5), bench.visitors)
  })
}

/** All views in turn. */
function searches(execute: Execute<Answer>): [string, Ask, typeof SEARCH_AIM][] {
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

async function pages(execute: Execute<Answer>): Promise<[string, Ask][]> {
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
    ['counts of the views', () => execute(print(chatCountsQuery), { withPinned: false })],
    ['last page of a thread', (n) => thread(chatOf(n), PAGE)],
    ['earlier page of a thread', () => thread(chatOf(0), PAGE, startCursor)],
  ]
}

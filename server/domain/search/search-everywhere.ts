import type { Visitor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { findArchivedChats } from '../archive/find-archived-chats.ts'
import { searchWords } from '../archive/search-words.ts'
import { numberIn } from '../search-phrase.ts'
import { type Viewer, within } from '../viewer.ts'
import { findCalledVisitors } from './find-called-visitors.ts'
import { findOpenChats } from './find-open-chats.ts'

/** The most results of each kind. */
export const MOST_FOUND = { chats: 8, visitors: 5 }

/** What was found, the best first. */
export interface FoundEverywhere {
  chatIds: string[]
  visitors: Visitor[]
}

/**
 * What an operator who types a few letters may mean: the chat or the visitor with this number, visitors by a part of
 * their name or contacts, and chats by what was said in them, open ones first. For a search as one types: a few of
 * each, and bounded work.
 */
export async function searchEverywhere(
  services: Pick<Services, 'pool' | 'reads' | 'db'>,
  { viewer, search }: { viewer: Viewer; search: string },
): Promise<FoundEverywhere> {
  const words = searchWords(search)
  const { phrase } = words
  if (phrase === '') return { chatIds: [], visitors: [] }
  const limit = MOST_FOUND.chats
  const number = numberIn(phrase)
  const byVisitors = async () => {
    const called = await findCalledVisitors(services, { viewer, phrase })
    const visitorIds = called.map(({ id }) => id)
    return { called, open: await findOpenChats(services, { viewer, words, visitorIds, limit }) }
  }
  const [{ called, open }, archived, numbered] = await Promise.all([
    byVisitors(),
    findArchivedChats({ pool: services.reads }, { viewer, filter: {}, search: phrase }, { limit }),
    number === null ? null : services.db.chat.findFirst({ where: { ...within(viewer), number } }),
  ])
  const chatIds = new Set([...(numbered ? [numbered.id] : []), ...open, ...archived])
  return {
    chatIds: [...chatIds].slice(0, limit),
    visitors: uniqueById(called).slice(0, MOST_FOUND.visitors),
  }
}

function uniqueById(visitors: Visitor[]): Visitor[] {
  return [...new Map(visitors.map((visitor) => [visitor.id, visitor])).values()]
}

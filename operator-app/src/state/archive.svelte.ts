import type { ArchiveSection } from '../browser/route.ts'
import { type ArchivedChat, archivedChatsQuery } from '../graphql/archive.ts'
import { callsQuery } from '../graphql/calls.ts'
import type { Chat } from '../graphql/fragments.ts'
import { query } from '../graphql/request.ts'
import { type ArchiveFields, toCallFilter, toChatFilter } from './archive-fields.ts'
import { createArchiveFilter } from './archive-filter.svelte.ts'
import { ArchiveResults } from './archive-results.svelte.ts'
import type { Calls } from './calls.svelte.ts'
import type { LogPage } from './log.svelte.ts'
import type { OfflineMessages } from './offline-messages.svelte.ts'

const PAGE_SIZE = 30

/** A row of the archive; the chat itself is in the store of chats, where a renamed visitor has their new name. */
export interface FoundChat {
  id: string
  outcome: ArchivedChat['chat']['outcome']
  snippet: ArchivedChat['snippet']
}

interface Stores {
  keepChats: (chats: readonly Chat[]) => void
  calls: Calls
  offlineMessages: OfflineMessages
}

/** The search and filters of the archive, and the results of its sections; the records are in their own stores. */
export class Archive {
  readonly filter = createArchiveFilter()
  readonly chats = new ArchiveResults({ read: (fields, after) => this.#readChats(fields, after) })
  readonly calls = new ArchiveResults({ read: (fields, after) => this.#readCalls(fields, after) })
  readonly #stores: Stores

  constructor(stores: Stores) {
    this.#stores = stores
  }

  resultsOf(section: ArchiveSection): ArchiveResults<unknown> {
    const { offlineMessages } = this.#stores
    return { chats: this.chats, calls: this.calls, 'offline-messages': offlineMessages.results }[section]
  }

  async #readChats(fields: ArchiveFields, after: string | null): Promise<LogPage<FoundChat>> {
    const { archivedChats } = await query(archivedChatsQuery, {
      search: fields.search.trim() || null,
      filter: toChatFilter(fields),
      first: PAGE_SIZE,
      after,
    })
    const { nodes, pageInfo } = archivedChats
    this.#stores.keepChats(nodes.map(({ chat }) => chat))
    return {
      items: nodes.map(({ chat, snippet }) => ({ id: chat.id, outcome: chat.outcome, snippet })),
      next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    }
  }

  async #readCalls(fields: ArchiveFields, after: string | null): Promise<LogPage<string>> {
    const filter = toCallFilter(fields)
    const { nodes, pageInfo } = (await query(callsQuery, { filter, first: PAGE_SIZE, after })).calls
    this.#stores.calls.keep(nodes)
    return { items: nodes.map(({ id }) => id), next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
  }
}

export function createArchive(stores: Stores): Archive {
  return new Archive(stores)
}

import type { ArchiveSection } from '../../browser/route.ts'
import { type ArchivedChat, archivedChatsQuery } from '../../graphql/archive.ts'
import type { Chat } from '../../graphql/fragments.ts'
import { query } from '../../graphql/request.ts'
import { type ArchiveFields, toChatFilter } from './archive-fields.ts'
import { createArchiveFilter } from './archive-filter.svelte.ts'
import { ArchiveResults } from './archive-results.svelte.ts'
import type { Calls } from './calls.svelte.ts'
import { findCalls } from './find-calls.ts'
import type { LogPage } from './log.svelte.ts'
import type { OfflineMessages } from './offline-messages.svelte.ts'

const PAGE_SIZE = 30

/** A row of the archive; the chat itself is in the store of chats, where a renamed visitor has their new name. */
export interface FoundChat {
  id: string
  snippet: ArchivedChat['snippet']
}

interface Stores {
  /** Called when chats begin to be read; takes in those that come. */
  beginRead: () => (chats: readonly Chat[]) => void
  calls: Calls
  offlineMessages: OfflineMessages
}

/** The search and filters of the archive, and the results of its sections; the records are in their own stores. */
export class Archive {
  readonly filter = createArchiveFilter()
  readonly chats = new ArchiveResults({ read: (fields, after) => this.#readChats(fields, after) })
  readonly calls = new ArchiveResults({
    read: (fields, after) => findCalls(this.#stores.calls, fields, after),
  })
  readonly #stores: Stores

  constructor(stores: Stores) {
    this.#stores = stores
  }

  resultsOf(section: ArchiveSection): ArchiveResults<unknown> {
    const { offlineMessages } = this.#stores
    return { chats: this.chats, calls: this.calls, 'offline-messages': offlineMessages.results }[section]
  }

  async #readChats(fields: ArchiveFields, after: string | null): Promise<LogPage<FoundChat>> {
    const keep = this.#stores.beginRead()
    const { archivedChats } = await query(archivedChatsQuery, {
      search: fields.search.trim() || null,
      filter: toChatFilter(fields),
      first: PAGE_SIZE,
      after,
    })
    const { nodes, pageInfo } = archivedChats
    keep(nodes.map(({ chat }) => chat))
    return {
      items: nodes.map(({ chat, snippet }) => ({ id: chat.id, snippet })),
      next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    }
  }
}

export function createArchive(stores: Stores): Archive {
  return new Archive(stores)
}

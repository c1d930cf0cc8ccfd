import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { beganAbout } from '../reports/counted-filter.ts'
import type { Viewer } from '../viewer.ts'
import { type ArchiveFilter, archivedChats } from './archive-filter.ts'
import { findRecords } from './find-records.ts'
import type { RecordPage } from './record-search.ts'
import { ARCHIVED_CHATS } from './record-tables.ts'
import { byChatNumber, byDocument } from './search-conditions.ts'

export interface ArchiveSearch {
  viewer: Viewer
  filter: ArchiveFilter
  search?: string | null | undefined
}

const CHAT_ID = Prisma.sql`"chatId"`

/**
 * The ids of one page of closed chats, most recently closed first. A search finds a chat by every word that
 * begins a word in its messages or its visitor's data, by a part of its visitor's name, e-mail, phone or id
 * (three characters or more), or by its number.
 */
export function findArchivedChats(
  services: Pick<Services, 'pool'>,
  { viewer, filter, search }: ArchiveSearch,
  page: RecordPage,
): Promise<string[]> {
  const hour = filter.counted?.hour
  const wanted = {
    viewer,
    table: ARCHIVED_CHATS,
    range: { since: filter.closedFrom ?? null, until: filter.closedBefore ?? null },
    filters: [...archivedChats(viewer, filter)],
    fewBy: hour == null ? undefined : beganAbout(viewer.accountId, ARCHIVED_CHATS.id, hour),
    search,
    waysOf: (words) => [...byDocument(words), ...byChatNumber(CHAT_ID, viewer.accountId, words)],
  } satisfies Parameters<typeof findRecords>[1]
  return findRecords(services, wanted, page)
}

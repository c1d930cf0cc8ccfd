import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { findRecords } from '../archive/find-records.ts'
import type { RecordPage } from '../archive/record-search.ts'
import { CALLS } from '../archive/record-tables.ts'
import { byChatNumber, byDocument, byTelephone, byVisitorNumber } from '../archive/search-conditions.ts'
import type { SearchWords } from '../archive/search-words.ts'
import type { Viewer } from '../viewer.ts'
import { type CallFilter, callsMatching } from './call-filter.ts'

export interface CallSearch {
  viewer: Viewer
  filter: CallFilter
  search?: string | null | undefined
}

/**
 * The ids of one page of calls, newest first. A search finds a call by words, or beginnings of words, of its reason;
 * by a part of its number in any notation; by a part of its visitor's name, e-mail address, telephone number or id;
 * and by the number of its visitor or chat.
 */
export function findCalls(
  services: Pick<Services, 'pool'>,
  { viewer, filter, search }: CallSearch,
  page: RecordPage,
): Promise<string[]> {
  const { accountId } = viewer
  const filters = [...callsMatching(viewer, filter)]
  const waysOf = (words: SearchWords) => [
    ...byDocument(words),
    ...byTelephone(Prisma.sql`phone`, words),
    ...byVisitorNumber(accountId, words),
    ...byChatNumber(Prisma.sql`"chatId"`, accountId, words),
  ]
  return findRecords(
    services,
    { viewer, table: CALLS, range: filter.createdAt, filters, search, waysOf },
    page,
  )
}

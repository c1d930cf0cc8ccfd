import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { findRecords } from '../archive/find-records.ts'
import type { RecordPage } from '../archive/record-search.ts'
import { OFFLINE_MESSAGES } from '../archive/record-tables.ts'
import { byDocument, byTelephone, byVisitorNumber } from '../archive/search-conditions.ts'
import type { SearchWords } from '../archive/search-words.ts'
import type { Viewer } from '../viewer.ts'
import { type OfflineMessageFilter, offlineMessagesMatching } from './offline-message-filter.ts'

export interface OfflineMessageSearch {
  viewer: Viewer
  filter: OfflineMessageFilter
  search?: string | null | undefined
}

/**
 * The ids of one page of offline messages, newest first. A search finds a message by words, or beginnings of words,
 * of the message, its answer and the contact details; by a part of the telephone number in any notation; by a part of
 * its visitor's name, e-mail address, telephone number or id; and by its visitor's number.
 */
export function findOfflineMessages(
  services: Pick<Services, 'pool'>,
  { viewer, filter, search }: OfflineMessageSearch,
  page: RecordPage,
): Promise<string[]> {
  const waysOf = (words: SearchWords) => [
    ...byDocument(words),
    ...byTelephone(Prisma.sql`digits`, words),
    ...byVisitorNumber(viewer.accountId, words),
  ]
  const filters = [...offlineMessagesMatching(viewer, filter)]
  const range = filter.createdAt
  return findRecords(services, { viewer, table: OFFLINE_MESSAGES, range, filters, search, waysOf }, page)
}

import { queryDirect } from '../../database/query-direct.ts'
import { type OfflineMessageState, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { recordsInBatches } from '../archive/records-in-batches.ts'
import { findOfflineMessages, type OfflineMessageSearch } from './find-offline-messages.ts'

/** An offline message as it is exported. */
export interface ExportedOfflineMessage {
  id: string
  createdAt: Date
  state: OfflineMessageState
  channel: string
  department: string | null
  name: string | null
  email: string | null
  phone: string | null
  visitorNumber: number | null
  pageUrl: string | null
  text: string
  answer: string | null
  answeredBy: string | null
  answeredAt: Date | null
}

const PAGE = 200

/**
 * All offline messages that a search finds, newest first. It reads in batches, so that its memory does not
 * grow; when the caller stops iterating, reading stops, and a slow reader holds no connection.
 */
export async function* exportOfflineMessages(
  { reads: pool }: Pick<Services, 'reads'>,
  search: OfflineMessageSearch,
): AsyncGenerator<ExportedOfflineMessage> {
  const batches = recordsInBatches<ExportedOfflineMessage>({
    size: PAGE,
    find: (page) => findOfflineMessages({ pool }, search, page),
    read: (ids) => queryDirect<ExportedOfflineMessage>(pool, selectMessages(search.viewer.accountId, ids)),
    atOf: ({ createdAt }) => createdAt,
  })
  for await (const messages of batches) yield* messages
}

/** The offline messages with these ids, in their order. */
function selectMessages(accountId: string, ids: string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT m.id, m."createdAt", m.state::text AS state, channel.name AS channel, department.name AS department,
      m.name, m.email, m.phone, visitor.number AS "visitorNumber", m."pageUrl", m.text, m.answer,
      operator.name AS "answeredBy", m."answeredAt"
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted(id, place)
    JOIN "OfflineMessage" m ON m.id = wanted.id AND m."accountId" = ${accountId}::uuid
    JOIN "Channel" channel ON channel.id = m."channelId"
    LEFT JOIN "Department" department ON department.id = m."departmentId"
    LEFT JOIN "Visitor" visitor ON visitor.id = m."visitorId"
    LEFT JOIN "User" operator ON operator.id = m."answeredById"
    ORDER BY wanted.place`
}

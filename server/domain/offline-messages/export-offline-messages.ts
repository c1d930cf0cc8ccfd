import { queryDirect } from '../../database/query-direct.ts'
import { type OfflineMessageState, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import {
  type OfflineMessageFilter,
  offlineMessagesMatching,
  offlineMessagesWith,
} from './offline-message-filter.ts'

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

interface Export {
  viewer: Viewer
  filter: OfflineMessageFilter
  search?: string | null | undefined
}

const PAGE = 200

/**
 * All offline messages that a search finds, newest first. It reads some at a time, so that its memory does not grow;
 * whoever stops iterating stops the reading, and a slow reader holds no connection.
 */
export async function* exportOfflineMessages(
  { pool }: Pick<Services, 'pool'>,
  { viewer, filter, search }: Export,
): AsyncGenerator<ExportedOfflineMessage> {
  const conditions = [reachedBy(viewer), offlineMessagesMatching(viewer.accountId, filter)]
  const where = Prisma.join([...conditions, ...offlineMessagesWith(search)], ' AND ')
  let after: ExportedOfflineMessage | undefined
  for (;;) {
    const page = await queryDirect<ExportedOfflineMessage>(pool, selectPage(where, after), { replan: true })
    yield* page
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

function selectPage(where: Prisma.Sql, after: ExportedOfflineMessage | undefined): Prisma.Sql {
  const beyond = after
    ? Prisma.sql`AND ("createdAt", id) < (SELECT "createdAt", id FROM "OfflineMessage" WHERE id = ${after.id}::uuid)`
    : Prisma.empty
  return Prisma.sql`
    WITH page AS (
      SELECT * FROM "OfflineMessage" WHERE ${where} ${beyond} ORDER BY "createdAt" DESC, id DESC LIMIT ${PAGE}
    )
    SELECT page.id, page."createdAt", page.state::text AS state, channel.name AS channel,
      department.name AS department, page.name, page.email, page.phone, visitor.number AS "visitorNumber",
      page."pageUrl", page.text, page.answer, operator.name AS "answeredBy", page."answeredAt"
    FROM page
    JOIN "Channel" channel ON channel.id = page."channelId"
    LEFT JOIN "Department" department ON department.id = page."departmentId"
    LEFT JOIN "Visitor" visitor ON visitor.id = page."visitorId"
    LEFT JOIN "User" operator ON operator.id = page."answeredById"
    ORDER BY page."createdAt" DESC, page.id DESC`
}

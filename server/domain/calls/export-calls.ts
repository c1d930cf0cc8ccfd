import { queryDirect } from '../../database/query-direct.ts'
import { type CallState, type CallType, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { reachedBy, type Viewer } from '../viewer.ts'
import { type CallFilter, callsMatching } from './call-filter.ts'

/** Calls of one statement. */
const BATCH = 500

/** A call as it is exported. */
export interface ExportedCall {
  id: string
  type: CallType
  state: CallState
  /** Empty when the caller hides it. */
  phone: string
  reason: string | null
  recordUrl: string | null
  channel: string
  operator: string | null
  chatNumber: number | null
  createdAt: Date
  endedAt: Date
  visitor: {
    number: number
    id: string
    name: string | null
    email: string | null
    phone: string | null
  } | null
}

interface ExportCalls {
  viewer: Viewer
  filter: CallFilter
}

/**
 * The calls that are over, that the viewer may see and that the filter leaves, newest first. It reads some at a time, so
 * that its memory does not grow; whoever stops iterating stops the reading.
 */
export async function* exportCalls(
  { pool }: Pick<Services, 'pool'>,
  { viewer, filter }: ExportCalls,
): AsyncGenerator<ExportedCall> {
  const which = Prisma.sql`${reachedBy(viewer)}
    AND ${callsMatching(viewer.accountId, { ...filter, underWay: false })}`
  let after: ExportedCall | undefined
  for (;;) {
    const calls: ExportedCall[] = await queryDirect<ExportedCall>(pool, selectCalls(which, after), {
      replan: true,
    })
    yield* calls
    after = calls.at(-1)
    if (calls.length < BATCH) return
  }
}

function selectCalls(which: Prisma.Sql, after: ExportedCall | undefined): Prisma.Sql {
  const start = after
    ? Prisma.sql`AND ("Call"."createdAt", "Call".id) < (${after.createdAt}, ${after.id}::uuid)`
    : Prisma.empty
  return Prisma.sql`
    SELECT found.id, found.type::text AS type, found.state::text AS state, found.phone, found.reason, found."recordUrl",
      channel.name AS channel, operator.name AS operator, chat.number AS "chatNumber", found."createdAt", found."endedAt",
      CASE WHEN visitor.id IS NOT NULL THEN jsonb_build_object('number', visitor.number, 'id', visitor.key,
        'name', visitor.name, 'email', visitor.email, 'phone', visitor.phone) END AS visitor
    FROM (
      SELECT "Call".* FROM "Call" WHERE ${which} ${start}
      ORDER BY "Call"."createdAt" DESC, "Call".id DESC LIMIT ${BATCH}
    ) AS found
    JOIN "Channel" channel ON channel.id = found."channelId"
    LEFT JOIN "User" operator ON operator.id = found."operatorId"
    LEFT JOIN "Chat" chat ON chat.id = found."chatId"
    LEFT JOIN "Visitor" visitor ON visitor.id = found."visitorId"
    ORDER BY found."createdAt" DESC, found.id DESC`
}

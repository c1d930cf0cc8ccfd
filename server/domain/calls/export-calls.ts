import { queryDirect } from '../../database/query-direct.ts'
import { type CallOutcome, type CallState, type CallType, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { recordsInBatches } from '../archive/records-in-batches.ts'
import { type CallSearch, findCalls } from './find-calls.ts'

/** Calls of one statement. */
const BATCH = 500

/** A call as it is exported. */
export interface ExportedCall {
  id: string
  type: CallType
  state: CallState
  outcome: CallOutcome | null
  /** Empty when the caller withholds it. */
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

/**
 * The calls that are over, that the viewer may see and that a search finds, newest first. It reads in
 * batches, so that its memory does not grow; when the caller stops iterating, reading stops, and a slow
 * reader holds no connection.
 */
export async function* exportCalls(
  { reads: pool }: Pick<Services, 'reads'>,
  { viewer, filter, search }: CallSearch,
): AsyncGenerator<ExportedCall> {
  const past = { viewer, search, filter: { ...filter, underWay: false } }
  const batches = recordsInBatches<ExportedCall>({
    size: BATCH,
    find: (page) => findCalls({ pool }, past, page),
    read: (ids) => queryDirect<ExportedCall>(pool, selectCalls(viewer.accountId, ids)),
    atOf: ({ createdAt }) => createdAt,
  })
  for await (const calls of batches) yield* calls
}

/** The calls with these ids, in their order. */
function selectCalls(accountId: string, ids: string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT call.id, call.type::text AS type, call.state::text AS state, call.outcome::text AS outcome, call.phone,
      call.reason, call."recordUrl", channel.name AS channel, operator.name AS operator, chat.number AS "chatNumber",
      call."createdAt", call."endedAt",
      CASE WHEN visitor.id IS NOT NULL THEN jsonb_build_object('number', visitor.number, 'id', visitor.key,
        'name', visitor.name, 'email', visitor.email, 'phone', visitor.phone) END AS visitor
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted(id, place)
    JOIN "Call" call ON call.id = wanted.id AND call."accountId" = ${accountId}::uuid
    JOIN "Channel" channel ON channel.id = call."channelId"
    LEFT JOIN "User" operator ON operator.id = call."operatorId"
    LEFT JOIN "Chat" chat ON chat.id = call."chatId"
    LEFT JOIN "Visitor" visitor ON visitor.id = call."visitorId"
    ORDER BY wanted.place`
}

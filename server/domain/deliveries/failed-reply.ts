import { Prisma } from '../../generated/prisma/client.ts'
import { SILENT } from './client-answer.ts'
import { CLIENT_REPLY } from './client-reply.ts'

/** Whether a row of `"OutboxItem"` is a reply that did not arrive, of which operators learn. */
export const isFailedReply = Prisma.sql`(
  state = 'FAILED' AND kind = ${CLIENT_REPLY} AND "errorCode" IS DISTINCT FROM ${SILENT})`

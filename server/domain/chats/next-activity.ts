import { columnList } from '../../database/column-list.ts'
import type { ChatActivity } from '../../events/live-event.ts'
import { Prisma } from '../../generated/prisma/client.ts'

type Moved = Exclude<keyof ChatActivity, 'id' | 'status'>

/**
 * What a message changes of its chat, the chat being `c` and the message's parcel `parcel`. A notice is no activity. None
 * of it is in an index: then no index has to learn of the message.
 */
const next: Record<Moved, string> = {
  lastSeq: `c."lastSeq" + 1`,
  lastVisitorSeq: `CASE WHEN parcel -> 'message' ->> 'author' = 'VISITOR' THEN c."lastSeq" + 1
    ELSE c."lastVisitorSeq" END`,
  revision: `c.revision + 1`,
  preview: `coalesce(parcel ->> 'preview', c.preview)`,
  lastActivityAt: `CASE WHEN parcel ->> 'preview' IS NULL THEN c."lastActivityAt"
    ELSE greatest(c."lastActivityAt", now()) END`,
}

/** The columns of a chat that each message changes. */
export const activityColumns = columnList(Object.keys(next))

/** Their new values, in the same order. */
export const nextActivity = Prisma.raw(Object.values(next).join(', '))

export function isMoved(column: string): boolean {
  return column in next
}

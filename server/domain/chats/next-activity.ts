import { columnList } from '../../database/column-list.ts'
import type { ChatActivity } from '../../events/live-event.ts'
import { Prisma } from '../../generated/prisma/client.ts'

type ChangedColumn = Exclude<keyof ChatActivity, 'id' | 'status'>

/**
 * What a message changes in its chat, where `c` is the chat, of a `SaidMessage`. A notice is
 * not activity. None of it is indexed, so that a message updates no index.
 */
const next: Record<ChangedColumn, string> = {
  lastSeq: `c."lastSeq" + 1`,
  lastVisitorSeq: `CASE WHEN said_author = 'VISITOR' THEN c."lastSeq" + 1
    ELSE c."lastVisitorSeq" END`,
  revision: `c.revision + 1`,
  preview: `coalesce(said_preview, c.preview)`,
  lastActivityAt: `CASE WHEN said_preview IS NULL THEN c."lastActivityAt"
    ELSE greatest(c."lastActivityAt", now()) END`,
}

/** The columns of a chat that each message changes. */
export const activityColumns = columnList(Object.keys(next))

/** Their new values, in the same order. */
export const nextActivity = Prisma.raw(Object.values(next).join(', '))

/** Whether each message changes this column of a chat. */
export function isMoved(column: string): boolean {
  return column in next
}

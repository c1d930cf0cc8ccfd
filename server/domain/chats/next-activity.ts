import { columnList } from '../../database/column-list.ts'
import type { ChatActivity } from '../../events/live-event.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { isEntrySql } from '../messages/entries/is-entry.ts'
import type { Said } from '../messages/said-message.ts'

type ChangedColumn = Exclude<keyof ChatActivity, 'id' | 'status'>

/** The columns of a chat that each message changes. None is indexed, so that a message updates no index. */
const changed: Record<ChangedColumn, true> = {
  lastSeq: true,
  lastVisitorSeq: true,
  revision: true,
  preview: true,
  lastActivityAt: true,
  unansweredSince: true,
}

/** The same as a list. */
export const activityColumns = columnList(Object.keys(changed))

/** What a message makes of `activityColumns`, in their order, where `c` is the chat. A notice is not activity. */
export function nextActivity({ author, value }: Said): Prisma.Sql {
  const isByVisitor = author
    ? Prisma.raw(String(author === 'VISITOR'))
    : Prisma.sql`${value('said_author')} = 'VISITOR'`
  const by = author ? Prisma.raw(`'${author}'`) : value('said_author')
  const isAnswer = isEntrySql({ author: by, type: value('said_type') }, 'isAnswer')
  const preview = value('said_preview')
  const next: Record<ChangedColumn, Prisma.Sql> = {
    lastSeq: Prisma.sql`c."lastSeq" + 1`,
    lastVisitorSeq: Prisma.sql`CASE WHEN ${isByVisitor} THEN c."lastSeq" + 1 ELSE c."lastVisitorSeq" END`,
    revision: Prisma.sql`c.revision + 1`,
    preview: Prisma.sql`coalesce(${preview}, c.preview)`,
    lastActivityAt: Prisma.sql`CASE WHEN ${preview} IS NULL THEN c."lastActivityAt"
      ELSE greatest(c."lastActivityAt", now()) END`,
    unansweredSince: Prisma.sql`CASE WHEN ${isByVisitor} THEN coalesce(c."unansweredSince", now())
      WHEN ${isAnswer} THEN NULL ELSE c."unansweredSince" END`,
  }
  return Prisma.join(
    (Object.keys(changed) as ChangedColumn[]).map((column) => next[column]),
    ', ',
  )
}

/** Whether each message changes this column of a chat. */
export function isMoved(column: string): boolean {
  return column in changed
}

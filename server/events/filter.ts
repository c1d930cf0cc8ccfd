import { Prisma } from '../generated/prisma/client.ts'
import type { LoggedKind } from './kinds.ts'
import type { LiveEvent } from './live-event.ts'
import { rowsThatMayBe } from './translate-kinds.ts'

/** Which of the visible events a follower wants. */
export interface EventFilter {
  /** Only events of these kinds; null for all kinds. */
  kinds: readonly LoggedKind[] | null
  /** Only events of these chats; null for events about anything. */
  chatIds: readonly string[] | null
}

export const EVERYTHING: EventFilter = { kinds: null, chatIds: null }

/** Whether the filter lets the event pass. A resync always passes. */
export function passes({ kind, chatId }: Pick<LiveEvent, 'kind' | 'chatId'>, filter: EventFilter): boolean {
  if (kind === 'RESYNC') return true
  const { kinds, chatIds } = filter
  if (kinds && !kinds.some((wanted) => wanted === kind)) return false
  return chatIds === null || (chatId !== null && chatIds.includes(chatId))
}

/** The rows of the log that may pass: kinds of other versions can only be filtered after they are translated. */
export function mayPass({ kinds, chatIds }: EventFilter): Prisma.Sql {
  const may = kinds && rowsThatMayBe(kinds)
  return Prisma.sql`(${may === null} OR (kind::text = ANY(${may?.kinds}::text[])) = ${may?.areListed}::boolean)
    AND (${chatIds === null} OR "chatId" = ANY(${chatIds && [...chatIds]}::uuid[]))`
}

import type { Prisma } from '../generated/prisma/client.ts'
import { earlierKindsOf } from './earlier-kinds.ts'
import type { LoggedKind } from './kinds.ts'
import type { LiveEvent } from './live-event.ts'

/** Which of the visible events a follower wants. */
export interface EventFilter {
  /** Null: of every kind. */
  kinds: readonly LoggedKind[] | null
  /** Null: about anything. */
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

/** The rows of the log that may pass: earlier kinds can only be filtered after they are translated. */
export function mayPass({ kinds, chatIds }: EventFilter): Prisma.EventWhereInput {
  return {
    ...(kinds && { kind: { in: [...kinds, ...earlierKindsOf(kinds)] } }),
    ...(chatIds && { chatId: { in: [...chatIds] } }),
  }
}

import type { Event } from '../generated/prisma/client.ts'
import { eventKinds } from './kinds/event-kinds.ts'
import type { EarlierKind } from './kinds.ts'

const EARLIER: Record<EarlierKind, true> = { MESSAGE_UPDATED: true, CHAT_INVITATION_UPDATED: true }

/** Whether this version knows the kind. During an upgrade, processes of the next version write others. */
export function isKnownKind(kind: string): boolean {
  return Object.hasOwn(eventKinds, kind) || Object.hasOwn(EARLIER, kind)
}

/**
 * The rows of the log with kinds that this version knows. Of a kind that only a later version knows, no more can be
 * said than that something changed in its chat; without a chat, nothing.
 */
export function translateLaterKinds(rows: Event[]): Event[] {
  if (rows.every(({ kind }) => isKnownKind(kind))) return rows
  return rows.flatMap((row): Event[] => {
    if (isKnownKind(row.kind)) return [row]
    return row.chatId === null ? [] : [{ ...row, kind: 'CHAT_UPDATED' }]
  })
}

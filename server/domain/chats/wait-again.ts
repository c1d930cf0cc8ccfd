import type { Chat } from '../../generated/prisma/client.ts'
import { AWAKE } from './awake.ts'

/**
 * What makes a chat wait for an operator again. The visitor has waited since the chat was first queued, so it
 * does not go to the end of the queue; only a chat that was with a bot until now has no place yet.
 */
export function waitAgain({ queuedAt }: Pick<Chat, 'queuedAt'>): Pick<
  Chat,
  'queuedAt' | 'leftAloneAt' | 'snoozedAt' | 'snoozedUntil'
> & {
  status: 'QUEUED'
} {
  return { status: 'QUEUED', queuedAt: queuedAt ?? new Date(), leftAloneAt: null, ...AWAKE }
}

import type { NotificationKind } from './notification-kinds.ts'

/** These are about one message, which may be far above the end of its chat. */
const OF_ONE_MESSAGE: readonly string[] = ['MENTION', 'FAILED_DELIVERY'] satisfies NotificationKind[]

/**
 * The id of the message that a notification leads to, as the address bar of the operator app has it; null if it leads to
 * where its chat was last read.
 */
export function messageAddress(kind: string | null, messageId: string | null): string | null {
  if (kind === null || messageId === null || !OF_ONE_MESSAGE.includes(kind)) return null
  return Buffer.from(`Message:${messageId}`).toString('base64')
}

import type { Db, Tx } from '../../database/client.ts'
import { SYSTEM } from '../../events/actor.ts'
import type { NewEvent } from '../../events/record.ts'
import type { OutboxItem } from '../../generated/prisma/client.ts'

/** The event for a new state of the mail with an answer; none for other mails, and when the message was deleted. */
export async function answerUpdated(
  db: Db | Tx,
  { accountId, offlineMessageId }: Pick<OutboxItem, 'accountId' | 'offlineMessageId'>,
): Promise<NewEvent[]> {
  if (offlineMessageId === null) return []
  const message = await db.offlineMessage.findUnique({ where: { id: offlineMessageId } })
  if (!message) return []
  const { channelId } = message
  return [
    {
      accountId,
      kind: 'OFFLINE_MESSAGE_UPDATED',
      actor: SYSTEM,
      channelId,
      subjectId: offlineMessageId,
    },
  ]
}

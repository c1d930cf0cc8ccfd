import type { Actor } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'

/** `Event.data` of MESSAGES_MAILED. */
export type MailedData = {
  seqs: number[]
  /** ISO 8601. */
  mailedAt: string
}

interface MarkMailed {
  chatId: string
  /** The sequence numbers of the messages. */
  seqs: number[]
  actor: Actor
}

/** Notes that messages of a chat went out or came in by mail, and shows it to operators. */
export async function markMailed(work: Work, { chatId, seqs, actor }: MarkMailed): Promise<void> {
  const mailedAt = new Date()
  const { count } = await work.tx.message.updateMany({
    where: { chatId, seq: { in: seqs }, mailedAt: null },
    data: { mailedAt },
  })
  if (count === 0) return
  const { accountId, channelId } = await work.tx.chat.findUniqueOrThrow({ where: { id: chatId } })
  const data: MailedData = { seqs, mailedAt: mailedAt.toISOString() }
  await work.record({ accountId, kind: 'MESSAGES_MAILED', actor, channelId, chatId, data })
}

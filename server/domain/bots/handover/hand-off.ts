import { SYSTEM } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { Chat, HandOffReason } from '../../../generated/prisma/client.ts'
import { changeChat } from '../../chats/change-chat.ts'
import { postNotice } from '../../messages/append-message.ts'

interface HandOff {
  reason: Exclude<HandOffReason, 'OPERATOR_STEPPED_IN'>
  /** The text of the notice for operators. */
  text: string
  /** Why the bot asks for an operator, in its own words. */
  botReason?: string | null
  /** Nobody is online: the bot continues until an operator accepts. */
  agentUnavailable?: boolean
}

/**
 * Hands a chat over from its bot to the operators, exactly once: returns false when the bot no longer has it.
 */
export async function handOff(
  work: Work,
  chat: Pick<Chat, 'id' | 'accountId' | 'channelId'>,
  { reason, text, botReason = null, agentUnavailable = false }: HandOff,
): Promise<boolean> {
  const now = new Date()
  const [handedOff] = await work.tx.chat.updateManyAndReturn({
    where: { id: chat.id, status: 'BOT' },
    data: {
      status: 'QUEUED',
      queuedAt: now,
      handOffReason: reason,
      agentUnavailableAt: agentUnavailable ? now : null,
    },
  })
  if (!handedOff) return false
  await postNotice(work, chat, {
    kind: reason === 'BOT_INVITED' ? 'BOT_HANDED_OVER' : 'BOT_FAILED',
    text,
    ...(botReason !== null && { reason: botReason }),
  })
  const { botId } = handedOff
  await changeChat(
    work,
    chat.id,
    {},
    {
      kind: 'CHAT_HANDED_OFF',
      actor: reason === 'BOT_INVITED' ? { type: 'BOT', id: botId } : SYSTEM,
      ...(botId && { subjectId: botId }),
      data: { reason },
    },
  )
  return true
}

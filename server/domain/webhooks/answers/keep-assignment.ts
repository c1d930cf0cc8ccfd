import type { Work } from '../../../events/transact.ts'
import type { CrmAssignState } from '../../../generated/prisma/client.ts'
import { recordCrmAnswerUpdate } from './record-crm-answer-update.ts'

interface Assignment {
  accountId: string
  chatId: string
  endpointId: string
  state: CrmAssignState
  reason: string | null
}

/** Stores the result of `chat_assigned`, for the operators. */
export async function keepAssignment(
  work: Work,
  { accountId, chatId, endpointId, state, reason }: Assignment,
): Promise<void> {
  const { count } = await work.tx.crmAnswer.updateMany({
    where: { chatId, endpointId, assignState: { not: null } },
    data: { assignState: state, assignReason: reason, updatedAt: new Date() },
  })
  if (count === 0) return
  const { channelId } = await work.tx.chat.findUniqueOrThrow({ where: { id: chatId } })
  await recordCrmAnswerUpdate(work, { accountId, chatId, endpointId, channelId })
}

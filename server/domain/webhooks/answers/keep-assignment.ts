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

/**
 * Stores the result of `chat_assigned`, for the operators. One that is to be tried again stays failed if the endpoint was
 * switched off during the attempt: it is not tried again.
 */
export async function keepAssignment(
  work: Work,
  { accountId, chatId, endpointId, state, reason }: Assignment,
): Promise<void> {
  const { count } = await work.tx.crmAnswer.updateMany({
    where: { chatId, endpointId, assignState: state === 'PENDING' ? state : { not: null } },
    data: { assignState: state, assignReason: reason, updatedAt: new Date() },
  })
  if (count === 0) return
  const { channelId } = await work.tx.chat.findUniqueOrThrow({ where: { id: chatId } })
  await recordCrmAnswerUpdate(work, { accountId, chatId, endpointId, channelId })
}

import { SYSTEM } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'

/** An endpoint that is asked about a chat. */
export interface CrmAnswerSource {
  accountId: string
  chatId: string
  endpointId: string
}

/** Announces to operators that what an endpoint shows next to a chat has changed. The chat is locked. */
export function recordCrmAnswerUpdate(
  work: Work,
  { accountId, chatId, endpointId, channelId }: CrmAnswerSource & { channelId: string },
): Promise<void> {
  return work.record({
    accountId,
    kind: 'CRM_ANSWER_UPDATED',
    actor: SYSTEM,
    channelId,
    chatId,
    subjectId: endpointId,
  })
}

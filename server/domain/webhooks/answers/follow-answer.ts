import type { AttemptResult, Consequences } from '../../../outbox/outbox-kind.ts'
import type { WebhookName } from '../sending/webhook.ts'
import type { WebhookTarget } from '../sending/webhook-target.ts'
import { keepAssignment } from './keep-assignment.ts'
import { failCrmAnswer, keepCrmAnswer } from './keep-crm-answer.ts'
import { type CrmReading, readCrmAnswer } from './read-crm-answer.ts'

/**
 * What operators see of an attempt: the data of an answer to `chat_accepted` or `chat_updated`, the outcome of
 * `chat_assigned`. The note says what was refused or dropped.
 */
export function followAnswer({ item, attempt, verdict, state }: AttemptResult<WebhookTarget>): Consequences {
  const { accountId, chatId, receiverId: endpointId } = item
  const event = item.event as WebhookName
  if (!chatId) return {}
  const asked = { accountId, chatId, endpointId }
  if (verdict.result !== 'sent') {
    const reason = verdict.message ?? 'It could not be reached.'
    if (event === 'chat_assigned') {
      const assignState = state === 'PENDING' ? 'PENDING' : 'FAILED'
      return { run: (work) => keepAssignment(work, { ...asked, state: assignState, reason }) }
    }
    // It will be asked again, which operators need not see each time.
    const isNews = event === 'chat_accepted' && item.attempts === 0
    return isNews ? { run: (work) => failCrmAnswer(work, { ...asked, reason }) } : {}
  }
  if (attempt?.answer.kind !== 'answered') return {}
  const reading = readCrmAnswer(attempt.answer, attempt.target.safeHosts)
  const note = noteOf(reading, event)
  if (event === 'chat_accepted' || event === 'chat_updated')
    return { note, run: (work) => keepCrmAnswer(work, { ...asked, event, reading }) }
  if (event !== 'chat_assigned') return { note }
  const outcome =
    reading.result === 'failure'
      ? ({ state: 'FAILED', reason: reading.reason } as const)
      : ({ state: 'ASSIGNED', reason: null } as const)
  return { note, run: (work) => keepAssignment(work, { ...asked, ...outcome }) }
}

function noteOf(reading: CrmReading, event: WebhookName): string | null {
  const isRead = event === 'chat_accepted' || event === 'chat_updated'
  if (reading.result === 'failure')
    return isRead ? `${reading.reason} Nothing of the answer is shown.` : reading.reason
  return (isRead && reading.notes.join(' ')) || null
}

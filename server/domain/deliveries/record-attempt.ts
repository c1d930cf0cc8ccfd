import { SYSTEM } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { Delivery, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { changeChat } from '../chats/change-chat.ts'
import { type AttemptResult, SILENT } from './client-answer.ts'
import { ATTEMPTS, nextAttemptAt } from './delivery-schedule.ts'

export interface Attempt {
  startedAt: Date
  durationMs: number
  status: number | null
  detail: string
  result: AttemptResult
}

/**
 * Stores what became of an attempt, and what follows from it: sent, failed, or another attempt. Returns when to
 * come back for this delivery, or `go-on` when the lane can go on with the next.
 */
export async function recordAttempt(
  services: Services,
  delivery: Delivery,
  { result, ...attempt }: Attempt,
): Promise<Date | 'go-on'> {
  const attempts = delivery.attempts + 1
  const next = nextAttemptAt(delivery.startedAt ?? attempt.startedAt, attempts)
  const change = changeAfter(result, attempts, next)
  await transact(services, async (work) => {
    await work.tx.deliveryAttempt.create({
      data: {
        ...attempt,
        deliveryId: delivery.id,
        errorCode: result.outcome === 'error' ? result.code : null,
        byStatus: result.outcome === 'sent' && result.byStatus,
      },
    })
    await changeDelivery(work, delivery, { ...change, attempts, claimedUntil: null })
  })
  const outcome = change.state === 'SENT' ? 'sent' : change.state === 'FAILED' ? 'failed' : 'retry'
  services.metrics.deliveries.inc({ outcome })
  return outcome === 'retry' ? next : 'go-on'
}

/** The end of a delivery whose attempts are used up. */
export async function failDelivery(services: Services, delivery: Delivery): Promise<void> {
  await transact(services, (work) =>
    changeDelivery(work, delivery, {
      ...UNRECORDED,
      ...lastError(delivery),
      state: 'FAILED',
      claimedUntil: null,
    }),
  )
  services.metrics.deliveries.inc({ outcome: 'failed' })
}

const UNRECORDED = {
  errorCode: 'client_error',
  errorMessage: 'The results of the attempts could not be recorded.',
}

/** What the last recorded attempt said. */
function lastError({ errorCode, errorMessage }: Delivery): Prisma.DeliveryUpdateManyMutationInput {
  return errorCode === null ? {} : { errorCode, errorMessage }
}

function changeAfter(
  result: AttemptResult,
  attempts: number,
  next: Date,
): Prisma.DeliveryUpdateManyMutationInput {
  if (result.outcome === 'sent')
    return { state: 'SENT', sentAt: new Date(), errorCode: null, errorMessage: null }
  const error = { errorCode: result.code, errorMessage: result.code === SILENT ? null : result.message }
  const over = !result.temporary || (attempts >= ATTEMPTS && next <= new Date())
  return over ? { ...error, state: 'FAILED' } : { ...error, nextAttemptAt: next }
}

async function changeDelivery(
  work: Work,
  delivery: Delivery,
  data: Prisma.DeliveryUpdateManyMutationInput,
): Promise<void> {
  // A worker whose claim ran out must not undo what its successor recorded.
  const { count } = await work.tx.delivery.updateMany({
    where: { id: delivery.id, state: 'PENDING', attempts: delivery.attempts },
    data,
  })
  if (count === 0) return
  const { id: subjectId, accountId, channelId, chatId, messageId } = delivery
  const about = { actor: SYSTEM, messageId, subjectId }
  // The chat's line in every list tells of it.
  if (data.state === 'FAILED') await changeChat(work, chatId, {}, { ...about, kind: 'DELIVERY_FAILED' })
  else {
    const kind = data.state === 'SENT' ? 'DELIVERY_SENT' : 'DELIVERY_DELAYED'
    await work.record({ ...about, accountId, kind, channelId, chatId })
  }
}

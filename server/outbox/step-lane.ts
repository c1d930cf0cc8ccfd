import type { Services } from '../services.ts'
import { type Head, releaseClaim, skipItem } from './claim-heads.ts'
import type { KindWorker } from './kind-worker.ts'
import { labelOfKind } from './lane.ts'
import {
  type After,
  type FinishedAttempt,
  failExhausted,
  recordAttempt,
  recordFailure,
} from './record-attempt.ts'

/**
 * Makes the next step in a lane: one attempt for its oldest pending item. No lock is held during the attempt. Without
 * a free slot of its receiver and its account, the lane waits for one.
 */
export async function stepLane<Target>(
  services: Services,
  worker: KindWorker<Target>,
  lane: string,
): Promise<After | 'lane-waits'> {
  const { slots, statements } = worker
  const kept = slots.takeKept(lane)
  try {
    const head = await statements.claimHead({ lane, hasSlot: kept !== null })
    if (!head) return 'lane-empty'
    if (!head.isClaimed) return await afterNoClaim(services, worker, head)
    const { item } = head
    if (item.receiverId === kept?.receiverId) return await attempt(services, worker, head)
    if (!slots.take(item)) {
      await releaseClaim(services.pool, item)
      return slots.wait(item, lane) ? 'lane-waits' : 'go-on'
    }
    try {
      return await attempt(services, worker, head)
    } finally {
      slots.give(item)
    }
  } finally {
    if (kept !== null) slots.give(kept)
  }
}

function afterNoClaim<Target>(
  services: Services,
  worker: KindWorker<Target>,
  { item, isHeld }: Head<Target>,
): After | 'lane-waits' | Promise<After> {
  const now = new Date()
  if (item.nextAttemptAt > now) return item.nextAttemptAt
  // Whoever ends the attempt that it waits for wakes the lane.
  if (isHeld) return 'lane-empty'
  // The worker that has it continues with the lane; if it cannot, the sweep finds it.
  if (item.claimedUntil && item.claimedUntil > now) return 'lane-empty'
  if (item.attempts >= worker.kind.schedule.attempts) return failExhausted(services, worker, item)
  return worker.slots.wait(item, item.lane) ? 'lane-waits' : 'go-on'
}

async function attempt<Target>(
  services: Services,
  worker: KindWorker<Target>,
  head: Head<Target>,
): Promise<After> {
  if (!services.tracing.isOn) return makeAttempt(services, worker, head)
  const { item } = head
  const options = {
    kind: 'producer',
    parent: null,
    links: await services.origins.find(item),
    attributes: { 'switchboard.outbox.item': item.id, 'switchboard.outbox.attempt': item.attempts },
  } as const
  return services.tracing.run(`attempt ${labelOfKind(worker.kind.name)}`, options, () =>
    makeAttempt(services, worker, head),
  )
}

async function makeAttempt<Target>(
  services: Services,
  worker: KindWorker<Target>,
  { item, target }: Head<Target>,
): Promise<After> {
  const startedAt = new Date()
  const sent = await send(services, worker, { item, target }).catch((error: unknown) => ({ error }))
  if (sent === 'unwanted') {
    await skipItem(services.pool, item, worker.kind.skippedNote?.(target) ?? null)
    await services.waker.wake(worker.kind.order?.followersOf(item.lane) ?? [])
    return 'go-on'
  }
  if ('error' in sent)
    return recordFailure(services, worker, { item, startedAt, durationMs: 0, error: sent.error })
  return recordAttempt(services, worker, sent)
}

async function send<Target>(
  services: Services,
  worker: KindWorker<Target>,
  { item, target }: Pick<Head<Target>, 'item' | 'target'>,
): Promise<FinishedAttempt<Target> | 'unwanted'> {
  const { kind, statements } = worker
  if (target === null) return 'unwanted'
  const claimed = { item, target }
  if (!(await kind.isWanted(services, claimed))) return 'unwanted'
  const payload = item.payload ?? (await statements.keepPayload(item, await kind.payload(services, claimed)))
  const outgoing = { ...claimed, payload }
  const startedAt = new Date()
  return { ...outgoing, startedAt, answer: await kind.send(services, outgoing) }
}

import { isDatabaseAway } from '../database/errors.ts'
import { transact } from '../events/transact.ts'
import type { OutboxAttempt, OutboxItem } from '../generated/prisma/client.ts'
import type { Outcome } from '../outbound/outcome.ts'
import type { Services } from '../services.ts'
import { attemptRow } from './attempt-row.ts'
import type { Plan } from './item-plan.ts'
import type { KindWorker } from './kind-worker.ts'
import { labelOfKind } from './lane.ts'
import type { Consequences, OutgoingItem, Verdict } from './outbox-kind.ts'
import { planAfter } from './plan.ts'
import {
  NOT_WRITTEN,
  type WriteResult,
  type WrittenRow,
  writeAttempts,
  writtenFrom,
} from './write-attempts.ts'

/** How a lane continues: at that time, with the next item, or not at all. */
export type After = Date | 'go-on' | 'lane-empty'

export interface FinishedAttempt<Target> extends OutgoingItem<Target> {
  startedAt: Date
  answer: Outcome
}

const NOT_RECORDED = {
  result: 'retry',
  code: 'not_recorded',
  message: 'The results of the attempts could not be recorded.',
} as const satisfies Verdict

/**
 * Stores the result of an attempt and its consequences. The attempt is recorded whatever the answer says: if the
 * consequences cannot be applied, it counts as failed, or the lane would try the same for ever.
 */
export async function recordAttempt<Target>(
  services: Services,
  worker: KindWorker<Target>,
  made: FinishedAttempt<Target>,
): Promise<After> {
  const { item, answer, startedAt } = made
  try {
    const verdict = worker.kind.read(answer, made)
    const isYielding = await isYieldingAfter(services, worker, { item, verdict })
    const plan = planAfter(worker.kind, item, { verdict, answer, isYielding })
    return await settle(services, worker, { item, plan, verdict, attempt: made })
  } catch (error) {
    return recordFailure(services, worker, { item, startedAt, durationMs: answer.durationMs, error })
  }
}

/** Called only after a failure; see `LaneOrder.isYielding`. */
async function isYieldingAfter<Target>(
  services: Services,
  { kind }: KindWorker<Target>,
  { item, verdict }: { item: OutboxItem; verdict: Verdict },
): Promise<boolean> {
  if (verdict.result !== 'retry' || !kind.order) return false
  return kind.order.isYielding(services, item)
}

/**
 * Counts an attempt that could not be made or recorded, in words that can be stored. When the store itself is away,
 * this throws, and the sweep comes back to the lane.
 */
export function recordFailure<Target>(
  services: Services,
  worker: KindWorker<Target>,
  {
    item,
    startedAt,
    durationMs,
    error,
  }: { item: OutboxItem; startedAt: Date; durationMs: number; error: unknown },
): Promise<After> {
  if (isDatabaseAway(error)) throw error
  // Its message may quote the values.
  const { name, code } = error as Error & { code?: string }
  services.log.error(
    { kind: worker.kind.name, id: item.id, reason: code ?? name },
    'an attempt could not be recorded',
  )
  const verdict = NOT_RECORDED
  const answer = { kind: 'failed', reason: 'refused', message: verdict.message, durationMs } as const
  const planned = planAfter(worker.kind, item, { verdict, answer })
  const known = item.errorCode === null ? {} : { errorCode: item.errorCode, errorMessage: item.errorMessage }
  // The consequences of the last attempt are left to `failExhausted`, which is repeated until it succeeds.
  const plan = { ...planned, ...known, state: 'PENDING', finishedAt: null } as const
  const attempt = attemptRow(item.id, { startedAt, answer, verdict })
  return write(services, worker, { item, plan, attempt, follows: {} })
}

/** Ends an item whose attempts are used up. */
export function failExhausted<Target>(
  services: Services,
  worker: KindWorker<Target>,
  item: OutboxItem,
): Promise<After> {
  const { attempts, lane, nextAttemptAt, yieldedAt } = item
  const isKnown = item.errorCode !== null || item.errorMessage !== null
  const { code, message } = isKnown ? { code: item.errorCode, message: item.errorMessage } : NOT_RECORDED
  const error = { errorCode: code, errorMessage: message }
  const rest = { attempts, lane, nextAttemptAt, yieldedAt }
  const plan = { ...error, ...rest, state: 'FAILED', finishedAt: new Date() } as const
  return settle(services, worker, {
    item,
    plan,
    verdict: { result: 'refused', code, message },
    attempt: null,
  })
}

interface Settlement<Target> {
  item: OutboxItem
  plan: Plan
  verdict: Verdict
  attempt: FinishedAttempt<Target> | null
}

async function settle<Target>(
  services: Services,
  worker: KindWorker<Target>,
  { item, plan, verdict, attempt }: Settlement<Target>,
): Promise<After> {
  const yields = plan.yieldedAt !== item.yieldedAt
  const follows = await worker.kind.follow(services, { item, attempt, verdict, state: plan.state, yields })
  const row = attempt && attemptRow(item.id, { ...attempt, verdict }, worker.kind.answerBytes)
  return write(services, worker, { item, plan, attempt: row, follows })
}

interface Write {
  item: OutboxItem
  plan: Plan
  attempt: OutboxAttempt | null
  follows: Consequences
}

async function write<Target>(services: Services, worker: KindWorker<Target>, written: Write): Promise<After> {
  const { plan, attempt } = written
  const { lane } = written.item
  const { hasMore, following } = await store(services, worker, written)
  const outcome = plan.state === 'PENDING' ? 'retry' : plan.state === 'SENT' ? 'sent' : 'failed'
  services.metrics.outboxAttempts.inc({ kind: labelOfKind(worker.kind.name), outcome })
  if (attempt)
    services.metrics.attemptSeconds.observe(
      { kind: labelOfKind(worker.kind.name) },
      attempt.durationMs / 1000,
    )
  if (following.length > 0) await services.waker.wake(following)
  if (plan.state === 'PENDING') {
    if (plan.lane === lane) return plan.nextAttemptAt
    if (services.tracing.isOn) await services.origins.move(written.item, plan.lane)
    await services.waker.wakeAt(plan.lane, plan.nextAttemptAt)
  }
  return hasMore ? 'go-on' : 'lane-empty'
}

/** Stores the attempt with its consequences: in one statement, or in a transaction if there are others than events. */
async function store<Target>(
  services: Services,
  worker: KindWorker<Target>,
  { follows, ...written }: Write,
): Promise<WriteResult> {
  const { note = written.item.note, run, runAtOnce } = follows
  const events = (follows.events ?? []).map((event) => ({ event }))
  const followers = worker.kind.order?.followersOf(written.item.lane) ?? []
  if (!run) return worker.statements.writeAttempt({ ...written, note, events, followers })
  const write = { ...written, note, events: [], followers }
  const stored = await runAtOnce?.(write)
  if (stored) return stored
  return transact(services, async (work) => {
    const rows = await work.tx.$queryRaw<WrittenRow[]>(writeAttempts([write]))
    const [stored = NOT_WRITTEN] = writtenFrom(rows, [write]).written
    if (!stored.counts) return stored
    await work.recordAll(events)
    await run(work)
    return stored
  })
}

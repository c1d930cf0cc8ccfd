import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Call, CallState, Prisma } from '../../generated/prisma/client.ts'
import { cutText } from '../cut-text.ts'
import { EVENT_OF_STATE, isOver, statesBefore } from './call-state.ts'

/** Longest reason in characters; what is longer is cut. */
const REASON_LENGTH = 500

interface Move {
  to: Exclude<CallState, 'START'>
  actor: Actor
  /** Why it failed. */
  reason?: string
  /** What else must hold of the call, the viewer's reach for instance. */
  where?: Prisma.CallWhereInput
  /** What else changes. */
  data?: Prisma.CallUncheckedUpdateManyInput
}

/**
 * Brings a call to a state and records it. Null when it cannot come there any more: of several who try at once, one
 * does.
 */
export async function moveCall(
  work: Work,
  id: string,
  { to, actor, reason, where = {}, data = {} }: Move,
): Promise<Call | null> {
  const why = to === 'ERROR' && reason ? cutText(reason, REASON_LENGTH) : null
  const [call] = await work.tx.call.updateManyAndReturn({
    where: { AND: [where], id, state: { in: statesBefore(to) } },
    data: {
      ...data,
      state: to,
      reason: why,
      revision: { increment: 1 },
      ...(isOver(to) && { endedAt: new Date() }),
    },
  })
  if (!call) return null
  await logCall(work, call, actor)
  return call
}

/** Notes the state of a call in its own log and in the log of events. */
export async function logCall(work: Work, call: Call, actor: Actor): Promise<void> {
  const { id, accountId, channelId, chatId, state, reason } = call
  await work.tx.callLogEntry.create({
    data: { callId: id, state, reason, actorType: actor.type, actorId: actor.id },
  })
  await work.record({
    accountId,
    kind: EVENT_OF_STATE[state],
    actor,
    channelId,
    subjectId: id,
    visitorId: call.visitorId,
    ...(chatId && { chatId }),
  })
}

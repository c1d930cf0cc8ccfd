import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Call, CallState, Prisma } from '../../generated/prisma/client.ts'
import { lockChatRow } from '../chats/lock-chat-row.ts'
import { cutText } from '../cut-text.ts'
import { EVENT_OF_STATE, isOver, statesBefore } from './call-state.ts'

/** The maximum length of a reason in characters; a longer one is cut. */
const REASON_LENGTH = 500

interface Move {
  to: Exclude<CallState, 'START'>
  actor: Actor
  /** Why it failed. */
  reason?: string
  /** Further conditions on the call, for example that the viewer may see it. */
  where?: Prisma.CallWhereInput
  /** What else changes. */
  data?: Prisma.CallUncheckedUpdateManyInput
}

/**
 * Moves a call to a state and records it. Null when it can no longer reach it: of several concurrent
 * attempts, one succeeds.
 */
export async function moveCall(
  work: Work,
  id: string,
  { to, actor, reason, where = {}, data = {} }: Move,
): Promise<Call | null> {
  // The chat before the call, as when visitors are merged.
  const found = await work.tx.call.findUnique({ where: { id }, select: { chatId: true } })
  if (found?.chatId) await lockChatRow(work.tx, found.chatId)
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

/** Records the state of a call in its own log and in the event log. The transaction holds the call's chat. */
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

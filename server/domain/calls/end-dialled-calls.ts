import type { Actor } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { moveCall } from './move-call.ts'

interface EndDialledCalls {
  where: Prisma.CallWhereInput
  actor: Actor
  /** Why calls in which nobody is talking yet fail. */
  reason: string
}

/**
 * Ends calls that operators dial and that nobody could mark any more, so that their visitors can be called again: a call
 * in which they were talking has ended, any other has failed. Those of a telephone system end when it says so.
 */
export async function endDialledCalls(work: Work, { where, actor, reason }: EndDialledCalls): Promise<void> {
  const calls = await work.tx.call.findMany({
    where: { AND: where, gateway: 'OPERATOR_DIALS', endedAt: null },
    select: { id: true, state: true },
    // The order in which chats are locked.
    orderBy: { chatId: 'asc' },
  })
  for (const { id, state } of calls) {
    const isTalking = state === 'CLIENT_CONNECTED'
    await moveCall(work, id, isTalking ? { to: 'END', actor } : { to: 'ERROR', actor, reason })
  }
}

import { lockName } from '../../database/lock-name.ts'
import { SYSTEM } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { invitationEvent } from '../chats/end-invitations.ts'
import { enterChat } from '../chats/enter-chat.ts'
import { type LockedChat, lockAnyChat } from '../chats/lock-chat.ts'
import { postNotice } from '../messages/append-message.ts'
import type { Notice } from '../messages/notice.ts'
import { type LockedOperator, lockOperators } from '../operators/lock-operators.ts'
import { type Candidate, chooseOperators, lastsTimes } from './choose-operators.ts'
import { findCandidates } from './find-candidates.ts'
import { findWaitingChat, type WaitingChat } from './find-waiting-chats.ts'
import type { Round } from './round.ts'

/**
 * Offers a waiting chat to the operators whose turn it is, or gives it to one of them, as its channel says. Returns
 * whether anybody got it. In one account this is done by one process at a time, so that two never fill the last place of
 * the same operator.
 */
export function routeChat(services: Services, chat: WaitingChat, round: Round): Promise<boolean> {
  return transact(services, async (work) => {
    const { tx } = work
    await lockName(tx, `routing ${chat.accountId}`)
    const waiting = await findWaitingChat(tx, chat.id, round)
    if (!waiting) return false
    const chosen = chooseOperators(waiting, await findCandidates(tx, waiting, round.connected))
    const people = await lockCandidates(work, waiting, chosen)
    if (people.length === 0) return false
    const locked = await lockAnyChat(tx, waiting.id)
    // Somebody may have taken it while this waited for the lock.
    if (locked?.status !== 'QUEUED') return false
    const reason = reasonFor(waiting, chosen)
    if (waiting.routing === 'ASSIGN') await assign(work, locked, people, reason)
    else await offer(work, locked, { waiting, people, reason, times: Math.max(...chosen.map(lastsTimes)) })
    return true
  })
}

/** Those of the chosen who are still there, in their order; the next time it is the turn of others. */
async function lockCandidates(
  { tx }: Work,
  { accountId, channelId }: WaitingChat,
  chosen: readonly Candidate[],
): Promise<LockedOperator[]> {
  if (chosen.length === 0) return []
  const ids = chosen.map(({ userId }) => userId)
  const locked = await lockOperators(tx, { accountId, ids, of: { channelId } })
  await tx.$executeRaw`
    UPDATE "ChannelOperator" SET "offeredAt" = now()
    WHERE "channelId" = ${channelId}::uuid AND "userId" = ANY(${ids}::uuid[])`
  return ids.flatMap((id) => locked.filter((person) => person.id === id && person.isAssigned))
}

async function assign(
  work: Work,
  chat: LockedChat,
  [operator]: readonly LockedOperator[],
  reason: Reason,
): Promise<void> {
  if (!operator) return
  await enterChat(work, chat, operator.id, {
    actor: SYSTEM,
    notice: { kind: 'ASSIGNED', targetId: operator.id, ...reason },
  })
}

/** Why they get the chat, for its notice. */
type Reason = Pick<Notice, 'routing' | 'rule' | 'isReturn' | 'isWider'>

interface Offer {
  waiting: WaitingChat
  people: readonly LockedOperator[]
  reason: Reason
  /** How many times the channel's seconds they have. */
  times: number
}

async function offer(work: Work, chat: LockedChat, { waiting, people, reason, times }: Offer): Promise<void> {
  const { id: chatId, accountId } = chat
  const { routing: routedBy, offerSeconds } = waiting
  const expiresAt = new Date(Date.now() + offerSeconds * times * 1000)
  const invitations = await work.tx.chatInvitation.createManyAndReturn({
    data: people.map(({ id }) => ({
      accountId,
      chatId,
      kind: 'JOIN' as const,
      fromUserId: id,
      toUserId: id,
      routedBy,
      expiresAt,
    })),
  })
  const [first] = people
  await postNotice(work, chat, {
    kind: 'OFFERED',
    ...(people.length === 1 && first ? { targetId: first.id } : { text: namesOf(people) }),
    ...reason,
  })
  await work.recordAll(
    invitations.map((invitation) => ({
      event: invitationEvent(chat, invitation, 'CHAT_INVITATION_CREATED', SYSTEM),
    })),
  )
}

function reasonFor({ routing, decision, departmentId }: WaitingChat, people: readonly Candidate[]): Reason {
  const isNamed = people.some((person) => person.isNamed)
  const isWider = !isNamed && departmentId !== null && people.some(({ isInDepartment }) => !isInDepartment)
  return {
    ...(!isNamed && { routing }),
    ...(decision.rule !== undefined && { rule: decision.rule }),
    ...(isNamed && decision.isReturn && { isReturn: true }),
    ...(isWider && { isWider }),
  }
}

function namesOf(people: readonly LockedOperator[]): string {
  return people.map(({ name }) => name).join(', ')
}

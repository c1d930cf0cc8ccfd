import type { Tx } from '../../database/client.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { ChatInvitationKind } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { postNotice } from '../messages/append-message.ts'
import { type LockedOperator, lockOperators } from '../operators/lock-operators.ts'
import type { Viewer } from '../viewer.ts'
import { endInvitations, invitationEvent } from './end-invitations.ts'
import type { LockedChat } from './lock-chat.ts'

/** How long an invited operator has to answer (open points, States). */
const ANSWER_MS = 60_000

interface NewInvitation {
  viewer: Viewer
  /** From `lockInvitedOperator`. */
  operator: LockedOperator
  kind: ChatInvitationKind
  note: string | null
}

/**
 * Invites an operator to a chat that the transaction holds. An earlier invitation of the same operator ends; if it was the
 * same, the chat does not say so again.
 * Throws `invalid_request` for somebody who cannot see the chat or is in it already, `operator_offline`.
 */
export async function createChatInvitation(
  { presence }: Services,
  work: Work,
  chat: LockedChat,
  { viewer, operator, kind, note }: NewInvitation,
): Promise<void> {
  const { id: operatorId } = operator
  if (chat.members.some((member) => member.userId === operatorId))
    throw refuse('invalid_request', 'This operator is already in the chat.')
  if (!operator.isAssigned)
    throw refuse('invalid_request', 'Choose an operator who is assigned to the channel of this chat.')
  const connected = await presence.connectedUsers(chat.accountId)
  if (!connected.has(operatorId))
    throw refuse('operator_offline', `${operator.name} is offline. Choose somebody who is online.`)
  const same = { chatId: chat.id, kind, fromUserId: viewer.userId, toUserId: operatorId, note }
  const open = { state: 'PENDING', expiresAt: { gt: new Date() } } as const
  const isRepeated = (await work.tx.chatInvitation.count({ where: { ...same, ...open } })) > 0
  await endInvitations(work, [chat], actorOf(viewer), { toUserId: operatorId })
  const invitation = await work.tx.chatInvitation.create({
    data: {
      ...same,
      accountId: chat.accountId,
      expiresAt: new Date(Date.now() + ANSWER_MS),
    },
  })
  if (!isRepeated) {
    await postNotice(work, chat, {
      kind: kind === 'TRANSFER' ? 'TRANSFER_OFFERED' : 'INVITED',
      actorId: viewer.userId,
      targetId: operatorId,
      ...(note && { text: note }),
    })
  }
  await work.record(invitationEvent(chat, invitation, 'CHAT_INVITATION_CREATED', actorOf(viewer)))
}

/** Locks somebody of the account whom the viewer invites to a chat, before the chat. Throws `not_found`. */
export async function lockInvitedOperator(
  tx: Tx,
  { viewer, chatId, operatorId }: { viewer: Viewer; chatId: string; operatorId: string },
): Promise<LockedOperator> {
  const { accountId } = viewer
  const [operator] = await lockOperators(tx, { accountId, ids: [operatorId], of: { chatId } })
  if (!operator) throw refuse('not_found', 'This operator does not exist or is deactivated.')
  return operator
}

function refuse(code: ErrorCode, message: string): AppError {
  return new AppError(code, message, { field: 'input.operatorId' })
}

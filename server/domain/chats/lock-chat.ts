import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { type Viewer, within } from '../viewer.ts'

const present = {
  members: {
    where: { leftAt: null },
    orderBy: { joinedAt: 'asc' },
    include: { user: { select: { name: true } } },
  },
} satisfies Prisma.ChatInclude

/** A chat whose row this transaction holds, with the operators who are in it. */
export type LockedChat = Prisma.ChatGetPayload<{ include: typeof present }>

/**
 * Locks the chat for this transaction, so that its status, its members and its sequence change together.
 * Throws `not_found` if the viewer may not see it.
 */
export async function lockChat(
  tx: Tx,
  viewer: Viewer,
  chatId: string,
  field = 'input.chatId',
): Promise<LockedChat> {
  await tx.$queryRaw`
    SELECT 1 FROM "Chat" WHERE id = ${chatId}::uuid AND "accountId" = ${viewer.accountId}::uuid FOR NO KEY UPDATE`
  const chat = await tx.chat.findFirst({ where: { id: chatId, ...within(viewer) }, include: present })
  if (!chat) throw unknownChat(field)
  return chat
}

/** The refusal for a chat that does not exist, or that the viewer may not see. */
export function unknownChat(field: string): AppError {
  return new AppError('not_found', 'This chat does not exist, or you cannot see it.', { field })
}

/** The same for the installation itself, which sees every chat. Null when it was deleted. */
export async function lockAnyChat(tx: Tx, chatId: string): Promise<LockedChat | null> {
  await tx.$queryRaw`SELECT 1 FROM "Chat" WHERE id = ${chatId}::uuid FOR NO KEY UPDATE`
  return tx.chat.findUnique({ where: { id: chatId }, include: present })
}

/** Throws `chat_closed` when the chat is over. */
export function requireOpen(chat: Pick<LockedChat, 'status'>): void {
  if (chat.status === 'CLOSED')
    throw new AppError('chat_closed', 'This chat is closed.', { field: 'input.chatId' })
}

/** Whether the viewer is one of the operators in the chat. */
export function isMember(chat: LockedChat, viewer: Viewer): boolean {
  return chat.members.some((member) => member.userId === viewer.userId)
}

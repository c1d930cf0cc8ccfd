import type { Work } from '../../events/transact.ts'
import { type Chat, type Message, Prisma } from '../../generated/prisma/client.ts'
import { replyLane } from './client-reply.ts'
import { insertDelivery } from './insert-delivery.ts'

/** Queues a message for its way out, in the visitor's lane. */
export async function createDelivery(
  { tx, wake }: Pick<Work, 'tx' | 'wake'>,
  chat: Pick<Chat, 'id' | 'visitorId'>,
  message: Pick<Message, 'id'>,
): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    WITH chat AS (SELECT * FROM "Chat" WHERE id = ${chat.id}::uuid)
    ${insertDelivery(message.id)}`)
  wake(replyLane(chat.visitorId))
}

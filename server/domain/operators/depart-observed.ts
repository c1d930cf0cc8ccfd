import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import { lockAnyChat } from '../chats/lock-chat.ts'
import { departObserver } from '../chats/observers/depart-observer.ts'
import type { Departure } from './departure.ts'

/** Takes a user out of the chats that they are in silently. */
export async function departObserved(work: Work, { viewer, userId, where = {} }: Departure): Promise<void> {
  const chats = await work.tx.chat.findMany({
    where: {
      ...{ AND: where, accountId: viewer.accountId, status: { not: 'CLOSED' } },
      observers: { some: { userId } },
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  for (const { id } of chats) {
    const chat = await lockAnyChat(work.tx, id)
    if (chat) await departObserver(work, chat, { userId, actor: actorOf(viewer) })
  }
  // Nobody is told of closed ones.
  await work.tx.chatObserver.deleteMany({ where: { userId, chat: where } })
}

import { retryConflict } from '../../database/retry-conflict.ts'
import { type Actor, SYSTEM } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import { type Chat, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { endChats } from './end-chats.ts'

/** In a transaction: whoever writes in one of the chats waits for all of them. */
const BATCH = 100
/** At a time. There may be tens of thousands, which nobody closed for months; the sweep has other things to do. */
const MOST = 2000

type Orphan = Pick<Chat, 'id' | 'accountId' | 'channelId' | 'botId'>

interface Deletion {
  channelId: string
  actor: Actor
}

/**
 * Closes open chats of deleted channels, in batches, at most `MOST`; of one channel, when it has just been deleted, or
 * of all. The sweep closes those that a killed process left, and chats that a message opened while their
 * channel was being deleted. Returns how many were closed.
 */
export async function closeOrphans(services: Services, deletion?: Deletion): Promise<number> {
  let closed = 0
  for (;;) {
    const count = await retryConflict(() => closeBatch(services, deletion))
    closed += count
    if (count < BATCH || closed >= MOST) return closed
  }
}

function closeBatch(services: Services, deletion: Deletion | undefined): Promise<number> {
  const ofChannel = deletion ? Prisma.sql`AND ch.id = ${deletion.channelId}::uuid` : Prisma.empty
  return transact(services, async (work) => {
    // By name, each status is looked up in the index of a channel's chats; "not closed" would read all open ones.
    const chats = await work.tx.$queryRaw<Orphan[]>`
      SELECT c.id, c."accountId", c."channelId", c."botId"
      FROM "Channel" ch
      JOIN "Chat" c ON c."accountId" = ch."accountId" AND c."channelId" = ch.id
        AND c.status IN ('BOT', 'QUEUED', 'ACTIVE')
      WHERE ch."deletedAt" IS NOT NULL ${ofChannel}
      ORDER BY c.id LIMIT ${BATCH}
      FOR NO KEY UPDATE OF c`
    for (const id of new Set(chats.map((chat) => chat.channelId))) {
      const ofOne = chats.filter((chat) => chat.channelId === id)
      await endChats(work, ofOne, deletion?.actor ?? (await deletedBy(work, id)))
    }
    return chats.length
  })
}

/** The admin who deleted the channel; nobody once the log has been pruned. */
async function deletedBy({ tx }: Work, id: string): Promise<Actor> {
  const { accountId } = await tx.channel.findUniqueOrThrow({ where: { id }, select: { accountId: true } })
  const event = await tx.event.findFirst({ where: { accountId, channelId: id, kind: 'CHANNEL_DELETED' } })
  return event?.actorType ? { type: event.actorType, id: event.actorId } : SYSTEM
}

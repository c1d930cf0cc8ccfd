import { randomUUID } from 'node:crypto'
import type { Db } from '../../server/database/client.ts'
import type { Chat, Prisma } from '../../server/generated/prisma/client.ts'

interface Place {
  account: { id: string }
  channel: { id: string }
}

/** Many chats of a channel at once, open ones unless `data` says otherwise, each with a visitor of its own who has written nothing. */
export async function makeChats(
  db: Db,
  { account, channel }: Place,
  count: number,
  data: Partial<Prisma.ChatCreateManyInput> = {},
): Promise<Chat[]> {
  const about = { accountId: account.id, channelId: channel.id }
  const keys = Array.from({ length: count }, () => randomUUID())
  const visitors = await db.visitor.createManyAndReturn({
    data: keys.map((key, n) => ({ ...about, number: 1_000 + n, key, externalId: key })),
  })
  return db.chat.createManyAndReturn({
    data: visitors.map(({ id: visitorId, number }) => ({
      ...about,
      number,
      visitorId,
      status: 'ACTIVE' as const,
      ...data,
    })),
  })
}

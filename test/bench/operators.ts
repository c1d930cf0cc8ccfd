import { randomUUID } from 'node:crypto'
import { createDb, createPool } from '../../server/database/client.ts'
import { createSession } from '../../server/domain/sessions/create-session.ts'
import type { Setting } from './bench.ts'

const COOKIE = 'switchboard_session'

/** Makes operators of the demo channel, or of another one, each with a session, as if they had signed in. */
export async function createOperators(
  { server, channelId }: Pick<Setting, 'server'> & { channelId?: string },
  count: number,
): Promise<{ cookie: string }[]> {
  const db = createDb(createPool(server.databaseUrl, 4))
  try {
    const channel = await db.channel.findFirstOrThrow({
      where: channelId ? { id: channelId } : { kind: 'CHAT_API' },
    })
    const users = await db.user.createManyAndReturn({
      data: Array.from({ length: count }, (_, i) => ({
        accountId: channel.accountId,
        email: `${randomUUID()}@example.com`,
        name: `Operator ${i + 1}`,
        role: 'OPERATOR' as const,
        passwordHash: 'nobody knows it',
      })),
    })
    await db.channelOperator.createMany({
      data: users.map((user) => ({ channelId: channel.id, userId: user.id })),
    })
    const cookies: { cookie: string }[] = []
    for (const user of users) {
      const { token } = await createSession(db, user.id, { address: '127.0.0.1', userAgent: 'benchmark' })
      cookies.push({ cookie: `${COOKIE}=${token}` })
    }
    return cookies
  } finally {
    await db.$disconnect()
  }
}

import type { User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'

type Tracked = Pick<User, 'id' | 'accountId' | 'available' | 'goneAt'>

/**
 * Writes down since when the operators of open chats have been away or offline, and that they are back. Throws when it
 * cannot be known who is connected: nobody is gone only because Redis is.
 */
export async function noteGoneOperators({ db, presence }: Services): Promise<void> {
  const tracked = await db.$queryRaw<Tracked[]>`
    SELECT u.id, u."accountId", u.available, u."goneAt" FROM "User" u
    WHERE u."deactivatedAt" IS NULL AND (u."goneAt" IS NOT NULL
      OR EXISTS (SELECT FROM "ChatMember" m WHERE m."userId" = u.id AND m."leftAt" IS NULL))`
  const connected = new Map<string, Set<string>>()
  for (const accountId of new Set(tracked.map((user) => user.accountId)))
    connected.set(accountId, await presence.readConnectedUsers(accountId))
  for (const { id, accountId, available, goneAt } of tracked) {
    const isThere = available && connected.get(accountId)?.has(id) === true
    if (isThere === (goneAt === null)) continue
    // One row at a time: no lock is held while another is waited for. Their own switch may be quicker.
    if (isThere) await db.user.updateMany({ where: { id, available: true }, data: { goneAt: null } })
    else await db.user.updateMany({ where: { id, goneAt: null }, data: { goneAt: new Date() } })
  }
}

import type { Tx } from '../../database/client.ts'
import { orNotFound } from '../../database/or-not-found.ts'
import { retryConflict } from '../../database/retry-conflict.ts'
import { transact } from '../../events/transact.ts'
import type { Event } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'

/**
 * Deletes a channel: its address answers 404 and its open chats are closed. What was written stays in the
 * archive; replies that are still to be delivered are. Throws `forbidden`, `not_found`.
 */
export async function deleteChannel(
  services: Services,
  input: { viewer: Viewer; id: string },
): Promise<string> {
  const { viewer, id } = input
  requireAdmin(viewer)
  const { accountId } = viewer
  const userIds = await retryConflict(() =>
    transact(services, async (work) => {
      const write = work.tx.channel.update({
        where: { id, accountId, deletedAt: null },
        data: { deletedAt: new Date() },
        include: { operators: { where: { user: { role: 'OPERATOR' } } } },
      })
      const { operators } = await orNotFound(write, 'channel')
      await work.record({ accountId, kind: 'CHANNEL_UPDATED', channelId: id, subjectId: id })
      work.announce(await closeChats(work.tx, { accountId, channelId: id }))
      return operators.map(({ userId }) => userId)
    }),
  )
  await announceAccess(services, { accountId, userIds })
  return id
}

/** There may be tens of thousands, which nobody closed for months: one statement for all of them. */
function closeChats(tx: Tx, { accountId, channelId }: { accountId: string; channelId: string }) {
  return tx.$queryRaw<Event[]>`
    WITH chat AS (
      UPDATE "Chat"
      SET status = 'CLOSED', "closedAt" = now(), "queuedAt" = NULL, revision = revision + 1
      WHERE "accountId" = ${accountId}::uuid AND "channelId" = ${channelId}::uuid AND status <> 'CLOSED'
      RETURNING id, "visitorId"
    ), member AS (
      UPDATE "ChatMember" SET "leftAt" = now()
      FROM "Chat" c
      WHERE c.id = "chatId" AND c."channelId" = ${channelId}::uuid AND "leftAt" IS NULL
    ), invitation AS (
      UPDATE "ChatInvitation" SET state = 'EXPIRED'
      FROM "Chat" c
      WHERE c.id = "chatId" AND c."channelId" = ${channelId}::uuid AND state = 'PENDING'
      RETURNING "ChatInvitation".id, "chatId"
    ), change AS (
      SELECT 'CHAT_INVITATION_UPDATED' AS kind, "chatId", id AS "subjectId", NULL::uuid AS "visitorId" FROM invitation
      UNION ALL
      SELECT 'CHAT_UPDATED', id, NULL, "visitorId" FROM chat
    )
    INSERT INTO "Event" ("accountId", kind, "channelId", "chatId", "subjectId", "visitorId")
    SELECT ${accountId}::uuid, kind::"EventKind", ${channelId}::uuid, "chatId", "subjectId", "visitorId" FROM change
    RETURNING id, "accountId", kind::text AS kind, "channelId", "chatId", "messageId", "subjectId", "userId",
              "visitorId", "createdAt", "announcedAt"`
}

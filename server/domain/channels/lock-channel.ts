import type { Tx } from '../../database/client.ts'

/**
 * Locks a channel against changes until the end of this transaction, before visitors and chats: what is stored for it
 * will be found by whoever deletes it. False when it is deleted.
 */
export async function lockChannel(tx: Tx, channelId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT 1 FROM "Channel" WHERE id = ${channelId}::uuid AND "deletedAt" IS NULL FOR SHARE`
  return rows.length > 0
}

/** Locks a channel for a change of itself or its operators: of two who make one, the second sees what the first did. */
export async function lockChannelToChange(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM "Channel" WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR NO KEY UPDATE`
}

import type { Tx } from '../../database/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type Role, roleSql } from './role.ts'

/** The channel that matters: itself, or that of a chat, of an entry of a chat, or of a call. */
export type OfChannel =
  | { channelId: string }
  | { chatId: string }
  | { messageId: string }
  | { callId: string }

interface LockOperators {
  accountId: string
  ids: readonly string[]
  of?: OfChannel
}

/** Somebody who can sign in, as they are until the end of the transaction. */
export interface LockedOperator {
  id: string
  name: string
  role: Role
  /** Whether they may see what belongs to the channel. */
  isAssigned: boolean
}

/**
 * Locks people of the account for this transaction: until it ends, nobody deactivates them, changes their role or takes
 * them off the channel. Whatever is given to a person is given under this lock, and whoever takes it away waits for the
 * lock and then takes it from them. Deactivated and unknown people are left out. Call it before anything else is
 * locked.
 */
export function lockOperators(tx: Tx, { accountId, ids, of }: LockOperators): Promise<LockedOperator[]> {
  return tx.$queryRaw`
    WITH person AS MATERIALIZED (
      SELECT id, name, role, supervises FROM "User"
      WHERE id = ANY(${[...ids]}::uuid[]) AND "accountId" = ${accountId}::uuid AND "deactivatedAt" IS NULL
      ORDER BY id FOR SHARE
    ), assigned AS MATERIALIZED (
      SELECT "userId" FROM "ChannelOperator"
      WHERE "channelId" = ${of ? channelOf(of) : Prisma.sql`NULL`} AND "userId" = ANY(${[...ids]}::uuid[])
      ORDER BY "userId" FOR SHARE
    ), supervised AS MATERIALIZED (
      SELECT mine."userId" FROM person
        JOIN "DepartmentMember" mine ON mine."userId" = person.id
        JOIN "DepartmentMember" theirs ON theirs."departmentId" = mine."departmentId"
        JOIN "ChannelOperator" link ON link."userId" = theirs."userId"
      WHERE person.supervises AND link."channelId" = ${of ? channelOf(of) : Prisma.sql`NULL`}
      ORDER BY mine."departmentId", theirs."userId" FOR SHARE OF mine, theirs, link
    )
    SELECT id, name, ${roleSql('person')} AS role, role = 'ADMIN'
      OR EXISTS (SELECT FROM assigned WHERE "userId" = id)
      OR EXISTS (SELECT FROM supervised WHERE "userId" = id) AS "isAssigned"
    FROM person ORDER BY id`
}

/** A chat and a call stay on their channel, so that it can be read without a lock. */
function channelOf(of: OfChannel): Prisma.Sql {
  if ('channelId' in of) return Prisma.sql`${of.channelId}::uuid`
  if ('chatId' in of) return Prisma.sql`(SELECT "channelId" FROM "Chat" WHERE id = ${of.chatId}::uuid)`
  if ('messageId' in of)
    return Prisma.sql`(SELECT c."channelId" FROM "Message" m JOIN "Chat" c ON c.id = m."chatId" WHERE m.id = ${of.messageId}::uuid)`
  return Prisma.sql`(SELECT "channelId" FROM "Call" WHERE id = ${of.callId}::uuid)`
}

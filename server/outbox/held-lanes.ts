import { Prisma } from '../generated/prisma/client.ts'
import type { OutboxKind } from './outbox-kind.ts'

/** The columns of `head`, the first item of a lane, that `isHeld` needs. */
export const headColumns = Prisma.sql`kind, lane, position, "receiverId", "chatId", "nextAttemptAt", "claimedUntil"`

const NEVER = Prisma.sql`false`

/** Whether `head` waits for other lanes, whatever its kind is: an SQL condition. */
export function isHeld(kinds: readonly OutboxKind[]): Prisma.Sql {
  const held = kinds.flatMap(({ name, order }) =>
    order ? [Prisma.sql`WHEN ${Prisma.raw(`'${name}'`)} THEN ${order.isHeld} IS TRUE`] : [],
  )
  return held.length > 0 ? Prisma.sql`CASE head.kind ${Prisma.join(held, ' ')} ELSE false END` : NEVER
}

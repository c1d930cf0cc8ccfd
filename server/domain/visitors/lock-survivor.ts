import type { Tx } from '../../database/client.ts'
import { selectAll } from '../../database/select-all.ts'
import { AppError } from '../../errors.ts'
import { Prisma, type Visitor } from '../../generated/prisma/client.ts'
import type { VisitorPrincipal } from '../principal.ts'

/** A visitor of the account by their id, or by the client's own id on a channel. */
type ByIdOrKey = { accountId: string; id: string } | { channelId: string; key: string }

/**
 * Locks a visitor for this transaction; for one who was merged, even while this waited, the one who has their chats
 * now. Whatever is stored for a visitor is stored under this lock, which merging takes too: otherwise it would be left
 * with somebody who is gone. Null when there is none. Lock the visitor before their chat.
 */
export async function lockSurvivor(tx: Tx, whom: ByIdOrKey): Promise<Visitor | null> {
  const [visitor] = await tx.$queryRaw<Visitor[]>`
    ${selectAll('Visitor')}
    WHERE id = (SELECT coalesce("mergedIntoId", id) FROM "Visitor" WHERE ${condition(whom)}) FOR NO KEY UPDATE`
  if (!visitor) return null
  const { accountId, mergedIntoId } = visitor
  return mergedIntoId === null ? visitor : lockSurvivor(tx, { accountId, id: mergedIntoId })
}

/** The same for the visitor of a token. Throws `unauthenticated` when they were erased since it was read. */
export async function requireSurvivor(
  tx: Tx,
  { accountId, visitorId: id }: Pick<VisitorPrincipal, 'accountId' | 'visitorId'>,
): Promise<Visitor> {
  const visitor = await lockSurvivor(tx, { accountId, id })
  if (!visitor) throw goneVisitor()
  return visitor
}

/** The refusal for the visitor of a token who was erased since it was read: their page needs a new one. */
export function goneVisitor(): AppError {
  return new AppError('unauthenticated', 'This visitor no longer exists. Start a new visit.')
}

function condition(whom: ByIdOrKey): Prisma.Sql {
  if ('id' in whom) return Prisma.sql`id = ${whom.id}::uuid AND "accountId" = ${whom.accountId}::uuid`
  return Prisma.sql`"channelId" = ${whom.channelId}::uuid AND key = ${whom.key}`
}

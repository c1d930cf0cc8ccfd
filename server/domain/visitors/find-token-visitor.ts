import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { readVisitorToken } from './visitor-token.ts'

/**
 * The visitor whom a token belongs to; null when it was made up, or when the visitor or the channel is gone. Throws
 * `unauthenticated` for one that has expired, because its page has done nothing wrong and needs a new one.
 */
export async function findTokenVisitor(
  { db, env }: Services,
  text: string,
): Promise<VisitorPrincipal | null> {
  const token = readVisitorToken(env.secretKey, text)
  if (!token) return null
  const { id, channelId, visitorId, expiresAt } = token
  if (expiresAt <= new Date()) {
    throw new AppError('unauthenticated', `This visitor token expired at ${expiresAt.toISOString()}.`)
  }
  const visitor = await db.visitor.findFirst({
    where: { id: visitorId, channelId, channel: { deletedAt: null } },
    select: { accountId: true },
  })
  if (!visitor) return null
  return { kind: 'visitor', accountId: visitor.accountId, channelId, visitorId, token: { id, expiresAt } }
}

import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { readVisitorToken, type VisitorToken } from './visitor-token.ts'

/**
 * The visitor of a token; null when it was forged, or when the visitor or the channel no longer exists. Throws
 * `unauthenticated` for one that has expired, because its page has done nothing wrong and needs a new one.
 */
export async function findTokenVisitor(services: Services, text: string): Promise<VisitorPrincipal | null> {
  const token = readVisitorToken(services.env.secretKey, text)
  if (!token) return null
  const { expiresAt } = token
  if (expiresAt <= new Date()) {
    throw new AppError('unauthenticated', `This visitor token expired at ${expiresAt.toISOString()}.`)
  }
  return findVisitorOfToken(services, token)
}

/** The visitor that a token names, or that this one was merged into, whether or not the token has expired. */
export async function findVisitorOfToken(
  { db }: Services,
  { id, channelId, visitorId, expiresAt }: VisitorToken,
): Promise<VisitorPrincipal | null> {
  const found = await db.visitor.findFirst({
    where: { id: visitorId, channelId, channel: { deletedAt: null } },
    select: {
      ...{ id: true, accountId: true, number: true, key: true },
      mergedInto: { select: { id: true, number: true, key: true } },
    },
  })
  if (!found) return null
  const person = found.mergedInto ?? found
  return {
    kind: 'visitor',
    accountId: found.accountId,
    channelId,
    visitorId: person.id,
    number: person.number,
    key: person.key,
    token: { id, expiresAt },
  }
}

import { statement } from '../../database/statement.ts'
import { AppError } from '../../errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { readVisitorToken, type VisitorToken } from './visitor-token.ts'

type Person = Pick<VisitorPrincipal, 'accountId' | 'visitorId' | 'number' | 'key'>

const findPerson = statement<Person, Pick<VisitorToken, 'channelId' | 'visitorId'>>(
  (parameter) => Prisma.sql`
    SELECT person."accountId", person.id AS "visitorId", person.number, person.key
    FROM "Visitor" v
      JOIN "Channel" c ON c.id = v."channelId" AND c."deletedAt" IS NULL
      JOIN "Visitor" person ON person.id = coalesce(v."mergedIntoId", v.id)
    WHERE v.id = ${parameter('visitorId')}::uuid AND v."channelId" = ${parameter('channelId')}::uuid`,
)

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
  { pool }: Services,
  { id, channelId, visitorId, expiresAt }: VisitorToken,
): Promise<VisitorPrincipal | null> {
  const [person] = await findPerson(pool, { channelId, visitorId })
  return person ? { kind: 'visitor', channelId, ...person, token: { id, expiresAt } } : null
}

import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../storable-text.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { limitVisitor } from './limit-visitor.ts'
import { createVisitToken } from './visit-token.ts'

const TOKEN_LENGTH = 4_096

/** Who the visitor is from now on, with the token for that. */
export interface Identified {
  visitor: VisitorPrincipal
  token: string
  expiresAt: Date
}

/**
 * Takes the company's own identifier of a visitor (contract, part 4.4: `setUserToken`), which later webhooks carry.
 * Throws `blank`, `too_long`, `too_many_requests`.
 */
export async function identifyVisitor(
  services: Services,
  { visitor, token }: { visitor: VisitorPrincipal; token: string },
): Promise<Identified> {
  const userToken = storableText(token).trim()
  if (!userToken) throw new AppError('blank', 'Give a token.', { field: 'input.token' })
  if (userToken.length > TOKEN_LENGTH)
    throw new AppError('too_long', `A token can have at most ${TOKEN_LENGTH} characters.`, {
      field: 'input.token',
    })
  await limitVisitor(services, visitor, 'identity')
  await services.db.visitor.update({ where: { id: visitor.visitorId }, data: { userToken } })
  return { visitor, ...createVisitToken(services.env, visitor) }
}

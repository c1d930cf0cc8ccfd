import type { VisitorPrincipal } from '../../domain/principal.ts'
import { AppError } from '../../errors.ts'
import { type GraphQLContext, notSignedIn } from '../kit/context.ts'

/** The visitor of a field that is for visitors. Throws `unauthenticated`, and `forbidden` for operators. */
export function visitorOf({ principal }: GraphQLContext): VisitorPrincipal {
  if (!principal) throw notSignedIn()
  if (principal.kind !== 'visitor') throw new AppError('forbidden', 'Only visitors of a widget can do this.')
  return principal
}

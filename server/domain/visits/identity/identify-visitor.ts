import { retryConflict } from '../../../database/retry-conflict.ts'
import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import { decryptSecret } from '../../../secrets.ts'
import type { Services } from '../../../services.ts'
import { storableText } from '../../../text/storable-text.ts'
import { announceAccess } from '../../announce-access.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { requireSurvivor } from '../../visitors/lock-survivor.ts'
import { limitVisitor } from '../limit-visitor.ts'
import { createVisitToken } from '../visit-token.ts'
import { bindIdentity } from './bind-identity.ts'
import { verifyIdentity } from './verify-identity.ts'

const TOKEN_LENGTH = 4_096

interface IdentifyVisitor {
  visitor: VisitorPrincipal
  /** As the page gives it. */
  token: string
}

/** Who the visitor is from now on, and their new token. */
export interface Identified {
  visitor: VisitorPrincipal
  token: string
  expiresAt: Date
}

/**
 * Stores the company's own identifier for a visitor (contract, part 4.4: `setUserToken`), which later webhooks
 * contain. If the account has an identity secret, it must be a signed token: with a valid one, the visitor is the
 * same as on other devices with it, with their history; an invalid one is only recorded in the audit log. Throws
 * `blank`, `too_long`, `too_many_requests`.
 */
export async function identifyVisitor(services: Services, input: IdentifyVisitor): Promise<Identified> {
  const { visitor } = input
  const userToken = readToken(input.token)
  await limitVisitor(services, visitor, 'identity')
  const secret = await findIdentitySecret(services, visitor)
  const known = secret === null ? null : await becomeKnown(services, visitor, verify(userToken, secret))
  if (secret === null) await keepToken(services, visitor, userToken)
  const person = { ...visitor, ...known }
  return { visitor: person, ...createVisitToken(services.env, person) }
}

function readToken(token: string): string {
  const field = { field: 'input.token' }
  const text = storableText(token).trim()
  if (!text) throw new AppError('blank', 'Send a token.', field)
  if (text.length <= TOKEN_LENGTH) return text
  throw new AppError('too_long', `A token can have at most ${TOKEN_LENGTH} characters.`, field)
}

/** Null when the account has none; undefined when it was encrypted with another key: then no token is valid. */
async function findIdentitySecret(
  { db, env, log }: Services,
  { accountId }: VisitorPrincipal,
): Promise<string | null | undefined> {
  const { identitySecretEncrypted } = await db.account.findUniqueOrThrow({ where: { id: accountId } })
  if (!identitySecretEncrypted) return null
  const secret = decryptSecret(identitySecretEncrypted, env.secretKey)
  if (secret !== null) return secret
  log.warn({ accountId }, 'the identity secret cannot be read with this SECRET_KEY')
  return undefined
}

function verify(token: string, secret: string | undefined): string | null {
  return secret === undefined ? null : verifyIdentity(token, secret)
}

async function keepToken({ db }: Services, visitor: VisitorPrincipal, userToken: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { id } = await requireSurvivor(tx, visitor)
    await tx.visitor.update({ where: { id }, data: { userToken } })
  })
}

type Known = Pick<VisitorPrincipal, 'visitorId' | 'number' | 'key'>

async function becomeKnown(
  services: Services,
  visitor: VisitorPrincipal,
  identity: string | null,
): Promise<Known | null> {
  const { accountId, visitorId } = visitor
  if (identity === null) {
    await transact(services, (work) =>
      work.audit({
        actor: { accountId, type: 'VISITOR', id: visitorId },
        action: 'VISITOR_IDENTITY_REFUSED',
        subject: { type: 'Visitor', id: visitorId },
      }),
    )
    return null
  }
  const { known, mergedId } = await retryConflict(() =>
    transact(services, (work) => bindIdentity(work, visitor, identity)),
  )
  // Other tabs of this browser continue as the current visitor.
  if (mergedId) await announceAccess(services, { accountId, visitorIds: [mergedId] })
  return known
}

import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Work } from '../../events/transact.ts'
import type { ApiToken } from '../../generated/prisma/client.ts'
import { createSecret, hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { createOnce } from '../create-once.ts'
import { lockOperator } from '../operators/lock-operator.ts'
import { nameField, optional, parseInput } from '../parse-input.ts'
import { requireSession } from '../sessions/require-session.ts'
import type { Viewer } from '../viewer.ts'

const fields = z.object({
  name: nameField,
  expiresAt: optional(
    z.date().refine((moment) => moment.getTime() > Date.now(), 'Choose a time in the future.'),
  ),
})
const MOST = 50

interface CreateApiToken {
  viewer: Viewer
  name: string
  expiresAt?: Date | null | undefined
  idempotencyKey?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Creates a personal API token with the permissions of its owner, until it expires or is revoked. The token
 * is only in the answer; repeated with the same key, which means that the answer was lost, another one takes its place.
 * Throws `forbidden` for an API token, what is wrong with the fields, and `limit_reached` beyond 50 tokens.
 */
export async function createApiToken(
  services: Services,
  { viewer, problems = [], ...input }: CreateApiToken,
): Promise<{ apiToken: ApiToken; token: string }> {
  const sessionId = requireSession(viewer)
  const [, { name, expiresAt }] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
  )
  const { accountId, userId } = viewer
  const token = `swb_${createSecret()}`
  const once = {
    viewer,
    mutation: 'createApiToken',
    input: { idempotencyKey: input.idempotencyKey },
    find: (work: Work, id: string) => revokeUnread(work, viewer, id),
  }
  const apiToken = await createOnce(services, once, async (work) => {
    // Whatever ends the session may also revoke all tokens: this one must not be added behind its back.
    await lockOperator(work.tx, { accountId, id: userId })
    if (!(await work.tx.session.findUnique({ where: { id: sessionId } })))
      throw new AppError('unauthenticated', 'Sign in first.')
    if ((await work.tx.apiToken.count({ where: { userId, revokedAt: null } })) >= MOST) {
      throw new AppError(
        'limit_reached',
        `You already have ${MOST} tokens. Revoke one that you no longer use.`,
      )
    }
    const created = await work.tx.apiToken.create({
      data: { userId, name, expiresAt, tokenHash: hashSecret(token), lastFour: token.slice(-4) },
    })
    await work.audit({
      actor: viewer,
      action: 'API_TOKEN_CREATED',
      subject: { type: 'ApiToken', id: created.id, label: name },
      after: { expiresAt },
    })
    return created
  })
  return { apiToken, token }
}

/** Ends a token whose answer was lost. */
async function revokeUnread({ tx, audit }: Work, viewer: Viewer, id: string): Promise<null> {
  const { userId } = viewer
  const token = await tx.apiToken.findFirst({ where: { id, userId, revokedAt: null } })
  if (!token) return null
  await tx.apiToken.update({ where: { id }, data: { revokedAt: new Date() } })
  await audit({
    actor: viewer,
    action: 'API_TOKEN_REVOKED',
    subject: { type: 'ApiToken', id, label: token.name },
  })
  return null
}

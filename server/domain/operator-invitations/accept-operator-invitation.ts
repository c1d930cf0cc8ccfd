import { z } from 'zod'
import type { Db } from '../../database/client.ts'
import { orTaken } from '../../database/or-taken.ts'
import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { UserInvitation } from '../../generated/prisma/client.ts'
import { hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { changedSupervision, holdSupervision } from '../operators/follow-supervisors.ts'
import { nameField, parseInput, passwordField } from '../parse-input.ts'
import { type Browser, createSession } from '../sessions/create-session.ts'
import { findSessionViewer } from '../sessions/find-session-viewer.ts'
import { hashPassword } from '../sessions/passwords.ts'
import type { SignInResult } from '../sessions/sign-in.ts'
import { grantInvited } from './grant-invited.ts'
import { wherePending } from './invitation-conditions.ts'

const fields = z.object({ name: nameField, password: passwordField })

interface AcceptOperatorInvitation {
  token: string
  name: string
  password: string
  browser: Browser
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Creates the user that an admin invited, with the channels and departments of the invitation, and signs them in. A link
 * works once. Supervisors see the channels of a member of their departments. Throws all errors of the fields and
 * `not_found` for a link that no longer works at once; `taken` when the e-mail address was taken meanwhile.
 */
export async function acceptOperatorInvitation(
  services: Services,
  { token, browser, problems = [], ...input }: AcceptOperatorInvitation,
): Promise<SignInResult> {
  const { db } = services
  // Before the work of hashing, which nobody without a link should be able to cause.
  const [, { name, password }, invitation] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
    () => findPending(db, token),
  )
  const passwordHash = await hashPassword(password)
  const { accountId } = invitation
  const { session, supervisors } = await transact(services, async (work) => {
    const before = await holdSupervision(work.tx, accountId)
    const userId = await createUser(work, invitation, { name, passwordHash })
    const changed = await changedSupervision(work.tx, { accountId, before })
    const supervisors = changed.map((supervisor) => supervisor.userId)
    return { session: await createSession(work.tx, userId, browser), supervisors }
  })
  await announceAccess(services, { accountId, userIds: supervisors })
  const viewer = await findSessionViewer(services, session.token)
  if (!viewer) throw gone()
  return { viewer, email: invitation.email, session }
}

async function findPending(db: Db, token: string): Promise<UserInvitation> {
  const where = { tokenHash: hashSecret(token), ...wherePending() }
  const invitation = await db.userInvitation.findUnique({ where })
  if (!invitation) throw gone()
  return invitation
}

async function createUser(
  work: Work,
  invitation: UserInvitation,
  person: { name: string; passwordHash: string },
): Promise<string> {
  const { id, accountId, email, role, supervises } = invitation
  const accepted = await work.tx.userInvitation.updateMany({
    where: { id, ...wherePending() },
    data: { acceptedAt: new Date() },
  })
  if (accepted.count === 0) throw gone()
  const user = await orTaken(
    work.tx.user.create({ data: { ...person, accountId, email, role, supervises } }),
    'Somebody already uses this e-mail address.',
    'input.token',
  )
  const actor = actorOf({ userId: user.id })
  await work.record({ accountId, kind: 'OPERATOR_CREATED', actor, subjectId: user.id })
  await grantInvited(work, user, invitation)
  return user.id
}

function gone(): AppError {
  return new AppError('not_found', 'This invitation is no longer valid. Ask for a new one.', {
    field: 'input.token',
  })
}

import { z } from 'zod'
import type { Db } from '../../database/client.ts'
import { DAY_MS } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { UserInvitation } from '../../generated/prisma/client.ts'
import { createSecret, hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { requireChannels } from '../channels/require-channels.ts'
import { checkAll } from '../check-all.ts'
import { checkIds } from '../check-ids.ts'
import { LINK_PLACE } from '../mail/mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { lockOperators } from '../operators/lock-operators.ts'
import { type Role, roleColumns } from '../operators/role.ts'
import { emailField, parseInput } from '../parse-input.ts'
import { requireSession } from '../sessions/require-session.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { whereOpen } from './invitation-conditions.ts'

const LIFE_DAYS = 7
const fields = z.object({ email: emailField })

interface InviteOperator {
  viewer: Viewer
  email: string
  role: Role
  /** What the person will be assigned to when they join. */
  channelIds?: readonly string[] | null
  departmentIds?: readonly string[] | null
}

/**
 * Creates a link with which one person can join the account within 7 days. The link is only in the answer and in a
 * mail to the person; an earlier one for the same e-mail address ends. Throws `forbidden` (API tokens cannot invite
 * admins), `taken` for somebody who already has a user, and all other errors at once: of the address, `not_found` for
 * channels and departments.
 */
export async function inviteOperator(
  services: Services,
  { viewer, role, ...input }: InviteOperator,
): Promise<{ operatorInvitation: UserInvitation; link: string }> {
  requireAdmin(viewer)
  if (role === 'ADMIN') requireSession(viewer)
  const { accountId, userId } = viewer
  const [{ email }, channelIds, departmentIds] = await checkAll(
    () => parseInput(fields, { email: input.email }),
    () => requireChannels(services.db, viewer, { ids: input.channelIds ?? [] }),
    () => requireDepartments(services.db, viewer, input.departmentIds ?? []),
  )
  const token = createSecret()
  const expiresAt = new Date(Date.now() + LIFE_DAYS * DAY_MS)
  const link = `${services.env.http.publicUrl}/join/${token}`
  const operatorInvitation = await transact(services, async (work) => {
    const { tx } = work
    // The links of somebody who stops being an admin end; this one must not be added behind their back.
    const [self] = await lockOperators(tx, { accountId, ids: [userId] })
    requireAdmin({ role: self?.role ?? 'OPERATOR' })
    await lockAccount(tx, accountId)
    if (await tx.user.findUnique({ where: { email }, select: { id: true } })) {
      throw new AppError('taken', 'Somebody already uses this e-mail address.', {
        field: 'input.email',
      })
    }
    await tx.userInvitation.updateMany({
      where: { accountId, email, ...whereOpen() },
      data: { revokedAt: new Date() },
    })
    const invitation = await tx.userInvitation.create({
      data: {
        ...{ accountId, email, channelIds, departmentIds, expiresAt },
        ...roleColumns(role),
        tokenHash: hashSecret(token),
        invitedById: userId,
      },
    })
    await work.audit({
      actor: viewer,
      action: 'OPERATOR_INVITED',
      subject: { type: 'OperatorInvitation', id: invitation.id, label: email },
      after: { role, channelIds, departmentIds, expiresAt },
    })
    await mailLink(services, work, invitation, link)
    return invitation
  })
  return { operatorInvitation, link }
}

async function requireDepartments(db: Db, { accountId }: Viewer, ids: readonly string[]): Promise<string[]> {
  const where = { accountId, id: { in: [...ids] } }
  const known = await db.department.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  checkIds(ids, { known, field: 'input.departmentIds', message: 'This department does not exist.' })
  return known.map(({ id }) => id)
}

async function mailLink(
  services: Services,
  work: Work,
  { accountId, email, invitedById, expiresAt }: UserInvitation,
  link: string,
): Promise<void> {
  const { name, account } = await work.tx.user.findUniqueOrThrow({
    where: { id: invitedById },
    select: { name: true, account: { select: { name: true } } },
  })
  await queueMail(services, work, {
    accountId,
    kind: 'OPERATOR_INVITATION',
    to: email,
    subject: `${name} invites you to ${account.name}`,
    parts: [
      { kind: 'title', text: `Join ${account.name}` },
      { kind: 'text', text: `${name} invites you to answer chats of ${account.name}.` },
      { kind: 'link', label: 'Join', url: LINK_PLACE },
      {
        kind: 'small',
        text: `The link works once, for ${LIFE_DAYS} days. If you did not expect this, ignore this e-mail.`,
      },
    ],
    link,
    expiresAt,
  })
}

import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Role, UserInvitation } from '../../generated/prisma/client.ts'
import { createSecret, hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { emailField, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { open } from './pending.ts'

const LIFE_DAYS = 7
const fields = z.object({ email: emailField })

interface InviteOperator {
  viewer: Viewer
  email: string
  role: Role
}

/**
 * Makes a link with which one person can join the account within 7 days. The link is in the answer and nowhere
 * else; an earlier one for the same e-mail address ends. Throws `forbidden`, what is wrong with the
 * address, and `taken` for somebody who has a user already.
 */
export async function inviteOperator(
  services: Services,
  { viewer, role, ...input }: InviteOperator,
): Promise<{ operatorInvitation: UserInvitation; link: string }> {
  requireAdmin(viewer)
  const { accountId, userId } = viewer
  const { email } = parseInput(fields, { email: input.email })
  const token = createSecret()
  const expiresAt = new Date(Date.now() + LIFE_DAYS * 86_400_000)
  const operatorInvitation = await transact(services, async (work) => {
    const { tx } = work
    await lockAccount(tx, accountId)
    if (await tx.user.findUnique({ where: { email }, select: { id: true } })) {
      throw new AppError('taken', 'Somebody already uses this e-mail address.', {
        field: 'input.email',
      })
    }
    await tx.userInvitation.updateMany({
      where: { accountId, email, ...open() },
      data: { revokedAt: new Date() },
    })
    const created = await tx.userInvitation.create({
      data: { accountId, email, role, tokenHash: hashSecret(token), invitedById: userId, expiresAt },
    })
    await work.audit({
      actor: viewer,
      action: 'OPERATOR_INVITED',
      subject: { type: 'OperatorInvitation', id: created.id, label: email },
      after: { role, expiresAt },
    })
    return created
  })
  return { operatorInvitation, link: `${services.env.http.publicUrl}/join/${token}` }
}

import { transact } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import { createSecret, hashSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { LINK_PLACE } from '../mail/mail.ts'
import { queueMail } from '../mail/queue-mail.ts'

const LIFE_MS = 3_600_000
/** Links of one person that are valid at the same time; more requests than that would only fill an inbox. */
const MOST_VALID = 3

/** Mails a link that works once, for an hour, to the active user with this e-mail address, if there is one. */
export async function createPasswordReset(services: Services, email: string): Promise<void> {
  await transact(services, async (work) => {
    const { tx } = work
    // Locked, so that concurrent requests are counted.
    const [user] = await tx.$queryRaw<Pick<User, 'id' | 'accountId' | 'name'>[]>`
      SELECT id, "accountId", name FROM "User" WHERE email = ${email} AND "deactivatedAt" IS NULL FOR NO KEY UPDATE`
    if (!user) return
    const { id: userId, accountId, name } = user
    const valid = await tx.passwordReset.count({ where: { userId, expiresAt: { gt: new Date() } } })
    if (valid >= MOST_VALID) return
    const token = createSecret()
    const expiresAt = new Date(Date.now() + LIFE_MS)
    await tx.passwordReset.create({ data: { userId, tokenHash: hashSecret(token), expiresAt } })
    await queueMail(services, work, {
      accountId,
      kind: 'PASSWORD_RESET',
      to: email,
      subject: 'Set a new password',
      parts: [
        { kind: 'title', text: 'Set a new password' },
        { kind: 'text', text: `Hello ${name},\nSomebody asked for a new password for ${email}.` },
        { kind: 'link', label: 'Set a new password', url: LINK_PLACE },
        {
          kind: 'small',
          text: 'The link works once, for one hour. If it was not you, ignore this e-mail: your password stays as it is.',
        },
      ],
      link: `${services.env.http.publicUrl}/reset/${token}`,
      expiresAt,
    })
  })
}

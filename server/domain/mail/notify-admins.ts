import type { Work } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { queueMail } from './queue-mail.ts'

/** A big company has many admins: those who have been there longest get the notice. */
const MOST_ADMINS = 50

interface Notice {
  accountId: string
  subject: string
  text: string
  /** The address of the page that it is about. */
  path: string
}

/** Mails a notice about a change to the active admins of the account, in the transaction of the change. */
export async function notifyAdmins(
  services: Services,
  work: Work,
  { accountId, subject, text, path }: Notice,
): Promise<void> {
  const admins = await work.tx.user.findMany({
    where: { accountId, role: 'ADMIN', deactivatedAt: null },
    orderBy: { createdAt: 'asc' },
    take: MOST_ADMINS,
    select: { email: true },
  })
  for (const { email } of admins) {
    await queueMail(services, work, {
      accountId,
      kind: 'ADMIN_NOTICE',
      to: email,
      subject,
      parts: [
        { kind: 'title', text: subject },
        { kind: 'text', text },
        { kind: 'link', label: 'Open Switchboard', url: services.env.http.publicUrl + path },
      ],
    })
  }
}

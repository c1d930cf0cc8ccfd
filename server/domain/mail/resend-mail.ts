import { orNotFound } from '../../database/or-not-found.ts'
import { transact } from '../../events/transact.ts'
import type { Mail } from '../../generated/prisma/client.ts'
import { resetFields } from '../../outbox/reset-fields.ts'
import type { Services } from '../../services.ts'
import { answerUpdated } from '../offline-messages/answer-updated.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'

/**
 * "Send again": a mail that failed or was kept is sent with the same Message-ID; the log keeps its earlier attempts.
 * Others are unchanged. Throws `forbidden`, `not_found`.
 */
export function resendMail(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<Mail> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return transact(services, async (work) => {
    const mail = await orNotFound(work.tx.mail.findUniqueOrThrow({ where: { id, accountId } }), 'mail')
    const [item] = await work.tx.outboxItem.updateManyAndReturn({
      where: { id, accountId, state: { in: ['FAILED', 'KEPT'] } },
      data: resetFields(),
    })
    if (item) {
      work.wake(item.lane)
      await work.audit({
        actor: viewer,
        action: 'MAIL_RESENT',
        subject: { type: 'Mail', id },
        note: mail.kind,
      })
      await work.recordAll((await answerUpdated(work.tx, item)).map((event) => ({ event })))
    }
    return mail
  })
}

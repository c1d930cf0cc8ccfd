import type { Work } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { queueMail } from './queue-mail.ts'

interface OfflineAnswer {
  accountId: string
  /** The offline message. The mail is deleted together with it. */
  offlineMessageId: string
  /** The visitor's e-mail address. */
  to: string
  /** The operator's e-mail address, so that the visitor's reply reaches them. */
  replyTo: string
  /** What the visitor had written. */
  question: string
  answer: string
}

/** Mails the answer to an offline message. Returns the mail's id. */
export async function sendOfflineAnswer(
  services: Services,
  work: Work,
  { accountId, offlineMessageId, to, replyTo, question, answer }: OfflineAnswer,
): Promise<string> {
  const { name } = await work.tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { name: true },
  })
  return queueMail(services, work, {
    accountId,
    offlineMessageId,
    kind: 'OFFLINE_ANSWER',
    to,
    replyTo,
    subject: `Your message to ${name}`,
    parts: [
      { kind: 'text', text: answer },
      { kind: 'small', text: `You wrote:\n${question}` },
    ],
  })
}

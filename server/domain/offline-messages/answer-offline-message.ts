import { z } from 'zod'
import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { OfflineMessage, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { sendOfflineAnswer } from '../mail/send-offline-answer.ts'
import { parseInput } from '../parse-input.ts'
import { type Viewer, within } from '../viewer.ts'

const fields = z.object({
  text: z
    .string()
    .trim()
    .min(1, 'Write an answer.')
    .max(10_000, 'An answer can have at most 10,000 characters.'),
})

interface AnswerOfflineMessage {
  viewer: Viewer
  id: string
  text: string
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Answers an offline message, by mail if the visitor left an e-mail address; otherwise the text is a note of how it
 * was answered. Of two operators who do so at the same time, one is first. Throws `not_found`, `invalid_request`, and
 * `already_answered` if it is; the message says by whom.
 */
export function answerOfflineMessage(
  services: Services,
  { viewer, id, problems = [], ...input }: AnswerOfflineMessage,
): Promise<OfflineMessage> {
  return transact(services, async (work) => {
    const where = { id, ...within(viewer) }
    const [, { text }] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => requireVisible(work.tx, where),
    )
    const { count } = await work.tx.offlineMessage.updateMany({
      where: { ...where, state: 'NEW' },
      data: { state: 'ANSWERED', answer: text, answeredById: viewer.userId, answeredAt: new Date() },
    })
    const message = await work.tx.offlineMessage.findFirst({
      where,
      include: { answeredBy: { select: { name: true, email: true } } },
    })
    if (!message) throw unknownMessage()
    if (count === 0) {
      const name = message.answeredBy?.name ?? 'a colleague'
      throw new AppError('already_answered', `It was answered by ${name}.`, { field: 'input.id' })
    }
    if (message.email && message.answeredBy) {
      await sendOfflineAnswer(services, work, {
        accountId: viewer.accountId,
        offlineMessageId: id,
        to: message.email,
        replyTo: message.answeredBy.email,
        question: message.text,
        answer: text,
      })
    }
    await work.audit({
      actor: viewer,
      action: 'OFFLINE_MESSAGE_ANSWERED',
      subject: { type: 'OfflineMessage', id },
    })
    await work.record({
      accountId: viewer.accountId,
      kind: 'OFFLINE_MESSAGE_ANSWERED',
      actor: actorOf(viewer),
      channelId: message.channelId,
      subjectId: id,
    })
    return message
  })
}

async function requireVisible(tx: Tx, where: Prisma.OfflineMessageWhereInput): Promise<void> {
  if ((await tx.offlineMessage.count({ where })) === 0) throw unknownMessage()
}

function unknownMessage(): AppError {
  return new AppError('not_found', 'This offline message does not exist, or you cannot see it.', {
    field: 'input.id',
  })
}

import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { findChatLog } from '../mail/find-chat-log.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { emailField, parseInput } from '../parse-input.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { limitVisitor } from './limit-visitor.ts'

const fields = z.object({ email: emailField })

/**
 * Mails a visitor what was said in their open or last chat. Throws `not_found` before the first, what is wrong with the
 * address, `too_many_requests`.
 */
export async function requestChatLog(
  services: Services,
  { visitor, ...input }: { visitor: VisitorPrincipal; email: string },
): Promise<void> {
  const { email: to } = parseInput(fields, input)
  await limitVisitor(services, visitor, 'mail')
  const { accountId, visitorId } = visitor
  const chat = await services.db.chat.findFirst({
    where: { visitorId },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  })
  const log = chat && (await findChatLog(services, { chatId: chat.id, reader: 'visitor' }))
  if (!chat || !log) throw new AppError('not_found', 'There is no chat yet.')
  await transact(services, (work) =>
    queueMail(services, work, { accountId, kind: 'CHAT_LOG', to, chatId: chat.id, ...log }),
  )
}

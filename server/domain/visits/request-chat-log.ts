import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { findChatLog } from '../mail/find-chat-log.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { emailField, parseInput } from '../parse-input.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { limitVisitor } from './limit-visitor.ts'

/**
 * A visitor writes what is in the log and names who gets it, and visitors are made freely: without limits of the address
 * and of the channel a program could mail anything to anybody.
 */
const BY_ADDRESS = { name: 'chat-log-to', points: 5, seconds: 86_400 }
const BY_CHANNEL = { name: 'chat-log-of-channel', points: 200, seconds: 3_600 }
const fields = z.object({ email: emailField })

/**
 * Mails a visitor what was said in their open or last chat. A blacklisted visitor is answered as everybody is, and gets
 * nothing. Throws `not_found` before the first chat, what is wrong with the address, `too_many_requests`.
 */
export async function requestChatLog(
  services: Services,
  { visitor, ...input }: { visitor: VisitorPrincipal; email: string },
): Promise<void> {
  const { email: to } = parseInput(fields, input)
  await limitVisitor(services, visitor, 'mail')
  const { accountId, channelId, visitorId } = visitor
  const chat = await services.db.chat.findFirst({
    where: { visitorId },
    orderBy: { createdAt: 'desc' },
    select: { id: true, number: true, visitor: { select: { blacklistedAt: true } } },
  })
  const log = chat && (await findChatLog(services, { chatId: chat.id, reader: 'visitor' }))
  if (!chat || !log) throw new AppError('not_found', 'There is no chat yet.')
  await services.limits.consume(BY_CHANNEL, channelId)
  await services.limits.consume(BY_ADDRESS, `${accountId}:${to}`)
  if (chat.visitor.blacklistedAt) return
  await transact(services, async (work) => {
    await work.audit({
      actor: { accountId, type: 'VISITOR', id: visitorId },
      action: 'CHAT_LOG_SENT',
      subject: { type: 'Visitor', id: visitorId },
      after: { chat: chat.number, to },
    })
    await queueMail(services, work, { accountId, kind: 'CHAT_LOG', to, chatId: chat.id, ...log })
  })
}

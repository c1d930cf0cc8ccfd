import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import type { Services } from '../../../services.ts'
import { CURRENT_FIRST } from '../../chats/current-first.ts'
import { findChatLog } from '../../mail/find-chat-log.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { parseInput } from '../../parse-input.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { mailedAddress } from '../../visitors/contact-fields.ts'
import { samePerson } from '../../visitors/same-person.ts'
import { limitVisitor } from '../limit-visitor.ts'

/**
 * Visitors control both the content and the recipient of the log, and anyone can become a visitor: without limits per
 * address and per channel, a program could mail anything to anybody.
 */
const BY_ADDRESS = { name: 'chat-log-to', points: 5, seconds: 86_400 }
const BY_CHANNEL = { name: 'chat-log-of-channel', points: 200, seconds: 3_600 }
const fields = z.object({ email: mailedAddress })

/**
 * Mails the messages of their open or last chat to a visitor, without those that they have cleared. A blacklisted
 * visitor gets the same answer, but no mail. Throws `not_found` before the first chat and when no messages are left,
 * errors of the address, `too_many_requests`.
 */
export async function requestChatLog(
  services: Services,
  { visitor, ...input }: { visitor: VisitorPrincipal; email: string },
): Promise<void> {
  const { email: to } = parseInput(fields, input)
  await limitVisitor(services, visitor, 'mail')
  const { accountId, channelId, visitorId } = visitor
  const chat = await services.db.chat.findFirst({
    where: { visitor: samePerson(visitorId) },
    orderBy: CURRENT_FIRST,
    select: { id: true, number: true, clearedSeq: true, visitor: { select: { blacklistedAt: true } } },
  })
  const log =
    chat && (await findChatLog(services, { chatId: chat.id, reader: 'visitor', after: chat.clearedSeq }))
  if (!chat || !log) throw new AppError('not_found', 'There is no chat yet, or you have cleared its history.')
  await services.limits.consume(BY_CHANNEL, channelId)
  await services.limits.consume(BY_ADDRESS, `${accountId}:${asInDns(to)}`)
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

/** One spelling for one mailbox: `ä` can be written in several ways, also in ASCII, and a dot can end the domain. */
function asInDns(address: string): string {
  const domain = address.lastIndexOf('@') + 1
  return address.slice(0, domain) + domainToASCII(address.slice(domain)).replace(/\.$/, '')
}

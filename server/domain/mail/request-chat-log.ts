import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { checkAll } from '../check-all.ts'
import { emailField, parseInput } from '../parse-input.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { findChatLog } from './find-chat-log.ts'
import { queueMail } from './queue-mail.ts'

/** A visitor writes what is in the log and names who gets it: without limits, anybody could mail anything to anybody. */
const BY_VISITOR = { name: 'request-chat-log', points: 5, seconds: 3_600 }
const BY_ADDRESS = { name: 'request-chat-log-to', points: 5, seconds: 86_400 }
/** Visitors are made freely, so that theirs is no limit for a program. */
const BY_CHANNEL = { name: 'request-chat-log-of-channel', points: 200, seconds: 3_600 }
const fields = z.object({ to: emailField })

interface RequestChatLog {
  visitor: VisitorPrincipal
  chatId: string
  to: string
}

/**
 * Mails a visitor what was said in a chat of theirs so far. A blacklisted visitor is answered as everybody is, and gets
 * nothing. Throws `not_found` for somebody else's chat, what is wrong with the address, and `too_many_requests`.
 */
export async function requestChatLog(
  services: Services,
  { visitor, chatId, ...input }: RequestChatLog,
): Promise<void> {
  const { accountId, channelId, visitorId } = visitor
  const [{ to }, chat] = await checkAll(
    () => parseInput(fields, input),
    () => findOwn(services, visitor, chatId),
  )
  const { limits } = services
  await limits.consume(BY_VISITOR, visitorId)
  await limits.consume(BY_CHANNEL, channelId)
  await limits.consume(BY_ADDRESS, `${accountId}:${to}`)
  if (chat.visitor.blacklistedAt) return
  const log = await findChatLog(services, { chatId, reader: 'visitor' })
  if (!log) throw unknownChat()
  await transact(services, async (work) => {
    await work.audit({
      actor: { accountId, type: 'VISITOR', id: visitorId },
      action: 'CHAT_LOG_SENT',
      subject: { type: 'Visitor', id: visitorId },
      after: { chat: chat.number, to },
    })
    await queueMail(services, work, { accountId, kind: 'CHAT_LOG', to, chatId, ...log })
  })
}

async function findOwn({ db }: Services, { accountId, visitorId }: VisitorPrincipal, chatId: string) {
  const chat = await db.chat.findFirst({
    where: { id: chatId, accountId, visitorId },
    include: { visitor: { select: { blacklistedAt: true } } },
  })
  if (!chat) throw unknownChat()
  return chat
}

function unknownChat(): AppError {
  return new AppError('not_found', 'This chat does not exist.', { field: 'input.chatId' })
}

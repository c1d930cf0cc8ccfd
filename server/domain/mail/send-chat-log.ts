import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { parseInput } from '../parse-input.ts'
import { type Viewer, within } from '../viewer.ts'
import { mailedAddress } from '../visitors/contact-fields.ts'
import { findChatLog } from './find-chat-log.ts'
import { queueMail } from './queue-mail.ts'

/** Enough for every visitor who asks; too few to be useful for sending spam with a stolen session. */
const BY_PERSON = { name: 'send-chat-log', points: 30, seconds: 3_600 }
const fields = z.object({ to: mailedAddress })

interface SendChatLog {
  viewer: Viewer
  chatId: string
  /** The e-mail address of the visitor, or another one that they specify. */
  to: string
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Mails the messages of a chat so far, as a visitor may read them. Returns the mail's id. Throws `not_found`, an
 * error of the address, and `too_many_requests`.
 */
export async function sendChatLog(
  services: Services,
  { viewer, chatId, problems = [], ...input }: SendChatLog,
): Promise<string> {
  const { accountId, userId } = viewer
  const [, { to }, { visitorId, number }] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
    () => findVisible(services, viewer, chatId),
  )
  await services.limits.consume(BY_PERSON, userId)
  const log = await findChatLog(services, { chatId, reader: 'visitor' })
  if (!log) throw unknownChat()
  return transact(services, async (work) => {
    await work.audit({
      actor: viewer,
      action: 'CHAT_LOG_SENT',
      // The entry is about the visitor, so that it is deleted when they are erased: it contains a person's address.
      subject: { type: 'Visitor', id: visitorId },
      after: { chat: number, to },
    })
    return queueMail(services, work, { accountId, kind: 'CHAT_LOG', to, chatId, ...log })
  })
}

async function findVisible({ db }: Services, viewer: Viewer, chatId: string) {
  const chat = await db.chat.findFirst({ where: { id: chatId, ...within(viewer) } })
  if (!chat) throw unknownChat()
  return chat
}

function unknownChat(): AppError {
  return new AppError('not_found', 'This chat does not exist, or you cannot see it.', {
    field: 'input.chatId',
  })
}

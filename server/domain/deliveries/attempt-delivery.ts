import type { Delivery, MessageAuthor } from '../../generated/prisma/client.ts'
import type { Outcome } from '../../outbound/outcome.ts'
import type { Services } from '../../services.ts'
import { readClientAnswer } from './client-answer.ts'
import { clientMessage, clientTarget, clientUrl, type Sender } from './client-message.ts'
import { ATTEMPT_LIMIT_MS } from './delivery-schedule.ts'
import { recordAttempt } from './record-attempt.ts'

interface Spoken {
  author: MessageAuthor
  user: Sender | null
  chat: { bot: { name: string } | null }
}

/** One attempt to bring an operator's message to the client (contract A3). The worker has claimed the delivery. */
export async function attemptDelivery(services: Services, delivery: Delivery): Promise<Date | 'go-on'> {
  const message = await services.db.message.findUniqueOrThrow({
    where: { id: delivery.messageId },
    include: {
      user: { select: { name: true, photo: { select: { key: true } } } },
      chat: { include: { ...clientTarget, bot: { select: { name: true } } } },
    },
  })
  const { chat } = message
  const startedAt = new Date()
  const answer = await services.sender.post({
    url: clientUrl(chat.channel),
    body: clientMessage(services.env, {
      message,
      sender: senderOf(message),
      recipientId: chat.visitor.externalId,
    }),
    headers: { 'content-type': 'application/json' },
    chunked: chat.channel.chunked,
    timeoutMs: ATTEMPT_LIMIT_MS,
  })
  return recordAttempt(services, delivery, {
    startedAt,
    durationMs: Math.round(answer.durationMs),
    status: answer.kind === 'answered' ? answer.status : null,
    detail: detailOf(answer),
    result: readClientAnswer(answer),
  })
}

/** Who speaks to the visitor: the operator, or the bot by its name. */
function senderOf({ author, user, chat }: Spoken): Sender | null {
  return author === 'BOT' && chat.bot ? { name: chat.bot.name, photo: null } : user
}

const DETAIL_LENGTH = 2048

function detailOf(answer: Outcome): string {
  const text = answer.kind === 'answered' ? answer.body : answer.message
  // PostgreSQL keeps no NUL in a text.
  return text.slice(0, DETAIL_LENGTH).replaceAll('\u0000', '')
}

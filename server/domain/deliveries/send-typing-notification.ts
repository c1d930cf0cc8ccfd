import type { Services } from '../../services.ts'
import { clientTarget, clientTyping, clientUrl } from './client-message.ts'
import { ATTEMPT_LIMIT_MS } from './client-reply-kind.ts'

/** A typing notification that is older says nothing any more. */
const STALE_MS = 5_000

interface TypingNotification {
  chatId: string
  userId: string
  typing: boolean
  /** Milliseconds since 1970. */
  at: number
}

/** Sends typein or typeout to the client (contract 2.4): once, whatever becomes of it. */
export async function sendTypingNotification(
  { db, env, sender }: Services,
  { chatId, userId, typing, at }: TypingNotification,
): Promise<void> {
  if (Date.now() - at > STALE_MS) return
  const [chat, user] = await Promise.all([
    db.chat.findUnique({ where: { id: chatId }, include: clientTarget }),
    db.user.findUnique({ where: { id: userId }, select: { name: true, photo: { select: { key: true } } } }),
  ])
  if (!chat || !user) return
  await sender.post({
    url: clientUrl(chat.channel),
    body: clientTyping(env, { typing, sender: user, recipientId: chat.visitor.externalId }),
    headers: { 'content-type': 'application/json' },
    chunked: chat.channel.chunked,
    timeoutMs: ATTEMPT_LIMIT_MS,
  })
}

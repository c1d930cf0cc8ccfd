import type { Services } from '../../services.ts'
import { clientTarget, clientTyping, clientUrl } from './client-message.ts'
import { ATTEMPT_LIMIT_MS } from './client-reply-kind.ts'

/** An older typing notification is useless. */
const STALE_MS = 5_000

interface TypingNotification {
  chatId: string
  userId: string
  typing: boolean
  /** Milliseconds since 1970. */
  at: number
}

/** Sends typein or typeout to the client (contract 2.4): once, whatever the result. */
export async function sendTypingNotification(
  { db, env, sender }: Services,
  { chatId, userId, typing, at }: TypingNotification,
): Promise<void> {
  if (Date.now() - at > STALE_MS) return
  const [chat, user] = await Promise.all([
    db.chat.findUnique({ where: { id: chatId }, include: clientTarget }),
    db.user.findUnique({ where: { id: userId }, select: { name: true, photo: { select: { key: true } } } }),
  ])
  const settings = chat?.channel.chatApi
  if (!chat || !settings || !user) return
  await sender.post({
    url: clientUrl({ ...chat.channel, ...settings }),
    body: clientTyping(env, { typing, sender: user, recipientId: chat.visitor.externalId }),
    headers: { 'content-type': 'application/json' },
    chunked: settings.chunked,
    timeoutMs: ATTEMPT_LIMIT_MS,
  })
}

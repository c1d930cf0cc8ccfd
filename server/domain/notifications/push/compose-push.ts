import type { Prisma } from '../../../generated/prisma/client.ts'
import type { ClaimedItem } from '../../../outbox/outbox-kind.ts'
import type { Services } from '../../../services.ts'
import { cutText } from '../../cut-text.ts'
import { readNotificationSettings } from '../notification-settings.ts'

/** What a push service takes at least, less what the encryption adds (RFC 8291). */
const TEXT_CHARACTERS = 300

/** What the service worker of the operator app reads (operator-app/service-worker/main.ts). */
export interface PushMessage {
  /** A kind of notification, or TEST. */
  kind: string
  /** The chat that it is about, as the address bar has it. */
  chatId: string | null
  /** Only for those who want texts in push notifications. */
  name: string | null
  text: string | null
}

/** Makes what a browser is told. Without the person's wish, neither a name nor a text leaves the installation. */
export async function composePush(
  { db }: Services,
  { item, target }: ClaimedItem<{ notifications: Prisma.JsonValue }>,
): Promise<string> {
  const { chatId, messageId, event } = item
  const message: PushMessage = {
    kind: event ?? '',
    chatId: chatId && Buffer.from(`Chat:${chatId}`).toString('base64'),
    name: null,
    text: null,
  }
  if (!chatId || !readNotificationSettings(target).pushShowsText) return JSON.stringify(message)
  const chat = await db.chat.findUnique({
    where: { id: chatId },
    select: { preview: true, visitor: { select: { name: true, email: true, phone: true, number: true } } },
  })
  const said = messageId ? await db.message.findUnique({ where: { id: messageId } }) : null
  if (!chat) return JSON.stringify(message)
  const { name, email, phone, number } = chat.visitor
  message.name = name ?? email ?? phone ?? `#${number}`
  message.text = cutText(said?.text ?? chat.preview, TEXT_CHARACTERS)
  return JSON.stringify(message)
}

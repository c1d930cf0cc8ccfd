import { z } from 'zod'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { ClaimedItem } from '../../../outbox/outbox-kind.ts'
import type { Services } from '../../../services.ts'
import { cutText } from '../../cut-text.ts'
import { chatAddress } from '../chat-address.ts'
import { readNotificationSettings } from '../notification-settings.ts'
import { visitorLabel } from '../visitor-label.ts'
import { TAKEN } from './push.ts'

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
  /** The kind of the notification of the chat that it takes the place of, because somebody has taken the chat. */
  replaces?: string
}

/** What an item for a chat that somebody has taken takes the place of. */
export function replacedBy(data: Prisma.JsonValue): string | undefined {
  return z.object({ replaces: z.string() }).safeParse(data).data?.replaces
}

/** Makes what a browser is told. Without the person's wish, neither a name nor a text leaves the installation. */
export async function composePush(
  { db }: Services,
  { item, target }: ClaimedItem<{ notifications: Prisma.JsonValue }>,
): Promise<string> {
  const { chatId, messageId, event } = item
  const message: PushMessage = {
    kind: event ?? '',
    chatId: chatId && chatAddress(chatId),
    name: null,
    text: null,
    ...(event === TAKEN && { replaces: replacedBy(item.data) ?? '' }),
  }
  if (!chatId || !readNotificationSettings(target).pushShowsText) return JSON.stringify(message)
  const chat = await db.chat.findUnique({
    where: { id: chatId },
    select: { preview: true, visitor: { select: { name: true, email: true, phone: true, number: true } } },
  })
  const said = messageId ? await db.message.findUnique({ where: { id: messageId } }) : null
  if (!chat) return JSON.stringify(message)
  message.name = visitorLabel(chat.visitor)
  if (event !== TAKEN) message.text = cutText(said?.text ?? chat.preview, TEXT_CHARACTERS)
  return JSON.stringify(message)
}

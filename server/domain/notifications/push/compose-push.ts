import { z } from 'zod'
import type { Db } from '../../../database/client.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { ClaimedItem } from '../../../outbox/outbox-kind.ts'
import type { Services } from '../../../services.ts'
import { cutText } from '../../cut-text.ts'
import { visitorLabel } from '../../visitors/visitor-label.ts'
import { callAddress } from '../call-address.ts'
import { chatAddress } from '../chat-address.ts'
import { messageAddress } from '../message-address.ts'
import { readNotificationSettings } from '../notification-settings.ts'
import { TAKEN } from './push.ts'

/** What a push service takes at least, less what the encryption adds (RFC 8291). */
const TEXT_CHARACTERS = 300

/** What the service worker of the operator app reads (operator-app/service-worker/main.ts). */
export interface PushMessage {
  /** A kind of notification, CALL for the offer of a call, or TEST. */
  kind: string
  /** The chat that it is about, as the address bar has it. */
  chatId: string | null
  /** The message in it that it leads to, likewise. */
  messageId?: string
  /** The call that it is about, likewise. */
  callId?: string
  /** Only for those who want texts in push notifications. */
  name: string | null
  text: string | null
  /** The kind of the notification that it replaces, because somebody has taken the chat. */
  replaces?: string
}

const visitor = { select: { name: true, email: true, phone: true, number: true } }

/** What is replaced by an item for a chat that somebody has taken. */
export function replacedBy(data: Prisma.JsonValue): string | undefined {
  return z.object({ replaces: z.string() }).safeParse(data).data?.replaces
}

/** Makes what a browser is told. Unless the person wants it, neither names nor texts leave the installation. */
export async function composePush(
  { db }: Services,
  { item, target }: ClaimedItem<{ notifications: Prisma.JsonValue }>,
): Promise<string> {
  const { chatId, callId, messageId, event } = item
  const address = messageAddress(event, messageId)
  const message: PushMessage = {
    kind: callId ? 'CALL' : (event ?? ''),
    chatId: chatId && chatAddress(chatId),
    ...(address && { messageId: address }),
    ...(callId && { callId: callAddress(callId) }),
    name: null,
    text: null,
    ...(event === TAKEN && { replaces: replacedBy(item.data) ?? '' }),
  }
  if (!readNotificationSettings(target).pushShowsText) return JSON.stringify(message)
  if (callId) return JSON.stringify({ ...message, ...(await describeCall(db, callId)) })
  if (!chatId) return JSON.stringify(message)
  const chat = await db.chat.findUnique({
    where: { id: chatId },
    select: { preview: true, visitor },
  })
  const said = messageId ? await db.message.findUnique({ where: { id: messageId } }) : null
  if (!chat) return JSON.stringify(message)
  message.name = visitorLabel(chat.visitor)
  if (event !== TAKEN) message.text = cutText(said?.text ?? chat.preview, TEXT_CHARACTERS)
  return JSON.stringify(message)
}

/** Who is to be called, and their number. */
async function describeCall(db: Db, id: string): Promise<Pick<PushMessage, 'name' | 'text'> | null> {
  const call = await db.call.findUnique({ where: { id }, select: { phone: true, visitor } })
  if (!call) return null
  return { name: call.visitor ? visitorLabel(call.visitor) : call.phone, text: call.phone }
}

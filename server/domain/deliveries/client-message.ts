import type { Env } from '../../env.ts'
import type { Message, Prisma } from '../../generated/prisma/client.ts'
import { publicFileUrl } from '../files/file-url.ts'
import type { Media } from '../messages/media.ts'
import { renderForChannel } from '../messages/render-for-channel.ts'

/** What a request to the client endpoint is made of. */
export const clientTarget = {
  channel: { select: { publicId: true, serverUrl: true, chunked: true } },
  visitor: { select: { externalId: true } },
} satisfies Prisma.ChatInclude

/** Who speaks, as the client shows it. */
export interface Sender {
  name: string
  photo: { key: string } | null
}

/** The body of A3 (contract, parts 2.3 and 2.5). `recipient.id` is the visitor's `sender.id`, unchanged. */
export function clientMessage(
  env: Env,
  {
    message,
    sender,
    recipientId,
  }: { message: Message; sender: Sender | null; recipientId: Prisma.JsonValue },
): string {
  const media = (message.media ?? {}) as Media
  const type = renderForChannel('CHAT_API', message) ?? message.type
  return JSON.stringify({
    sender: senderOf(env, sender),
    recipient: { id: recipientId },
    message: {
      type: type.toLowerCase(),
      id: message.id,
      ...media,
      ...(message.text !== null && { text: message.text }),
    },
  })
}

/** The body of a typing notification (contract, part 2.4). */
export function clientTyping(
  env: Env,
  { typing, sender, recipientId }: { typing: boolean; sender: Sender; recipientId: Prisma.JsonValue },
): string {
  return JSON.stringify({
    sender: senderOf(env, sender),
    recipient: { id: recipientId },
    message: { type: typing ? 'typein' : 'typeout' },
  })
}

/** The address of A3: the client endpoint followed by the public id. */
export function clientUrl(channel: { serverUrl: string; publicId: string }): string {
  const url = new URL(channel.serverUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${channel.publicId}`
  return url.href
}

function senderOf(env: Env, sender: Sender | null) {
  if (!sender) return {}
  return { name: sender.name, ...(sender.photo && { photo: publicFileUrl(env, sender.photo.key) }) }
}

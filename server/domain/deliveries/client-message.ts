import type { Prisma } from '../../generated/prisma/client.ts'
import type { Env } from '../../process/env.ts'
import { renderForChannel } from '../channels/kinds/render-for-channel.ts'
import { publicFileUrl } from '../files/file-url.ts'
import { mediaOf } from '../messages/media-of.ts'
import { withQuote } from '../messages/quotes/with-quote.ts'
import { toWireMedia } from '../messages/wire-media.ts'
import type { Reply } from './reply.ts'

/** The data for a request to the client endpoint. */
export const clientTarget = {
  channel: { select: { publicId: true, chatApi: { select: { serverUrl: true, chunked: true } } } },
  visitor: { select: { externalId: true } },
} satisfies Prisma.ChatInclude

/** The author, as the client shows it. */
export interface Sender {
  name: string
  photo: { key: string } | null
}

/** The body of A3 (contract, parts 2.3 and 2.5). `recipient.id` is the visitor's `sender.id`, unchanged. */
export function clientMessage(env: Env, reply: Reply): string {
  const { id, senderName, senderPhotoKey, recipientId } = reply
  const type = renderForChannel('CHAT_API', reply) ?? reply.type
  const media = mediaOf(reply.media)
  const text = withQuote(reply.text ?? '', reply.quoted) || reply.text
  const photo = senderPhotoKey === null ? null : { key: senderPhotoKey }
  return JSON.stringify({
    sender: senderName === null ? {} : senderOf(env, { name: senderName, photo }),
    recipient: { id: recipientId },
    message: {
      type: type.toLowerCase(),
      id,
      ...(media && toWireMedia(media)),
      ...(text !== null && { text }),
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
export function clientUrl({ serverUrl, publicId }: { serverUrl: string; publicId: string }): string {
  const url = new URL(serverUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${publicId}`
  return url.href
}

function senderOf(env: Env, { name, photo }: Sender) {
  return { name, ...(photo && { photo: publicFileUrl(env, photo.key) }) }
}

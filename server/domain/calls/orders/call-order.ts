import { type Call, Prisma } from '../../../generated/prisma/client.ts'
import { STATUS_OF_STATE } from '../call-state.ts'

/** The outbox kind of orders to telephone systems. */
export const CALL_ORDER = 'CALL_ORDER'

/**
 * When the last attempt at an order is long past: a call that was not accepted by then has failed (open
 * points, Calls).
 */
export const ORDER_LIMIT_MS = 38_000

/** The content of an order, and where it is posted. */
export interface Order extends Pick<Call, 'id' | 'phone' | 'state'> {
  /** ISO 8601. */
  startedAt: string
  publicId: string
  visitorNumber: number | null
  visitorName: string | null
  visitorEmail: string | null
  visitorPhone: string | null
  visitorDescription: string | null
  chatNumber: number | null
  gatewayUrl: string | null
  /** Base64 of what is encrypted, the newest first. */
  secrets: string[]
}

/** The order of an item of the outbox, whose lane is the call. */
export const orderOfItem = Prisma.sql`
  SELECT c.id, c.phone, c.state::text AS state, c."createdAt" AS "startedAt", ch."publicId",
         v.number AS "visitorNumber", v.name AS "visitorName", v.email AS "visitorEmail", v.phone AS "visitorPhone",
         v.description AS "visitorDescription", chat.number AS "chatNumber", s."gatewayUrl",
         array_remove(ARRAY[
           encode(s."secretEncrypted", 'base64'),
           CASE WHEN s."oldSecretUntil" > now() THEN encode(s."oldSecretEncrypted", 'base64') END
         ], NULL) AS secrets
  FROM "Call" c
  JOIN "Channel" ch ON ch.id = c."channelId"
  JOIN "CallSettings" s ON s."accountId" = c."accountId"
  LEFT JOIN "Visitor" v ON v.id = c."visitorId"
  LEFT JOIN "Chat" chat ON chat.id = c."chatId"
  WHERE c.id = split_part(item.lane, ':', 2)::uuid`

/** The body of an order, in the contract's words (parts 2.7 and 6.3). Unknown fields are omitted. */
export function orderBody(order: Order): string {
  const { visitorNumber, visitorName, visitorEmail, visitorPhone, visitorDescription, chatNumber } = order
  return JSON.stringify({
    event_name: 'call_order',
    call_id: order.id,
    widget_id: order.publicId,
    ...(chatNumber !== null && { chat_id: chatNumber }),
    call: { type: 'callback', phone: order.phone, status: STATUS_OF_STATE.START },
    ...(visitorNumber !== null && {
      visitor: {
        number: String(visitorNumber),
        ...(visitorName && { name: visitorName }),
        ...(visitorEmail && { email: visitorEmail }),
        ...(visitorPhone && { phone: visitorPhone }),
        description: visitorDescription ?? '',
      },
    }),
    timestamp: Math.floor(Date.parse(order.startedAt) / 1000),
  })
}

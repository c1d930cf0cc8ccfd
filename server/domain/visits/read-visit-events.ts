import { EVERYTHING } from '../../events/filter.ts'
import type { DeliveredEvent } from '../../events/follower.ts'
import { invalidCursor } from '../../events/is-in-log.ts'
import { transient } from '../../events/live-event.ts'
import { formatCursor, parsePlace, readPosition } from '../../events/position.ts'
import { readMissed } from '../../events/read-missed.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { getChannelStatus } from '../channels/get-channel-status.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { areAllFull } from '../routing/are-all-full.ts'
import { findQueuePosition } from './chat/find-queue-position.ts'
import { limitVisitor } from './limit-visitor.ts'
import { markDelivered } from './reading/mark-delivered.ts'
import { requireWidget } from './require-widget.ts'

/** A widget that has missed more reads everything again. */
export const MOST_VISIT_EVENTS = 200

interface ReadVisitEvents {
  visitor: VisitorPrincipal
  after: string
}

/**
 * What `followVisit` would have sent since the cursor, for a widget that polls because sockets are blocked: the
 * visitor's events, who is typing, their place in the queue, and whether somebody is available. The last one has the
 * cursor to continue from. Throws `invalid_cursor`, `too_many_requests`.
 */
export async function readVisitEvents(
  services: Services,
  { visitor, after }: ReadVisitEvents,
): Promise<DeliveredEvent[]> {
  const { accountId, channelId, visitorId } = visitor
  const place = parsePlace(after)
  if (!place) throw invalidCursor()
  await limitVisitor(services, visitor, 'read')
  const widget = await requireWidget(services, visitor)
  // Not the hub's: in a process where nobody follows the account, it may be out of date.
  const here = await readPosition(services.pool)
  const limit = MOST_VISIT_EVENTS
  const [missed, chat, status, { isNew, typing }] = await Promise.all([
    readMissed(services, { principal: visitor, filter: EVERYTHING, place, here, limit }),
    services.db.chat.findFirst({ where: { visitorId, status: 'QUEUED' } }),
    getChannelStatus(services, widget),
    services.visitorPresence.touch({ accountId, channelId, visitorId }),
  ])
  await markDelivered(
    services,
    visitor,
    missed.flatMap(({ event: { kind, messageId } }) => (kind === 'MESSAGE_CREATED' && messageId) || []),
  )
  const about = { accountId, channelId, visitorId }
  if (isNew)
    services.announcer.tell(transient('VISIT_CHANGED', { accountId, channelId, subjectId: visitorId }))
  const queued = chat && (await readPlace(services, chat))
  const now = [
    ...(typing && !missed.some(({ event }) => event.kind === 'MESSAGE_CREATED' && event.actor?.id === typing)
      ? [transient('OPERATOR_TYPING', { ...about, subjectId: typing, typing: true })]
      : []),
    ...(chat && queued ? [{ ...transient('QUEUE_MOVED', { ...about, chatId: chat.id }), data: queued }] : []),
    { ...transient('WIDGET_STATUS_CHANGED', about), data: { online: status === 1, paused: widget.paused } },
  ]
  return [...missed, ...now.map((event) => ({ event, cursor: formatCursor(here) }))]
}

async function readPlace(
  services: Services,
  chat: Pick<Chat, 'id' | 'status' | 'accountId' | 'channelId'>,
): Promise<{ queuePosition: number; isBusy: boolean } | null> {
  const { pool, presence } = services
  const { accountId, channelId } = chat
  const queuePosition = await findQueuePosition(services, chat)
  if (queuePosition === null) return null
  const connected = await presence.connectedUsers(accountId)
  return { queuePosition, isBusy: await areAllFull(pool, { channelId, connected }) }
}

import type { Db } from '../database/client.ts'
import type { ChatInvitationState, Event, OutboxState } from '../generated/prisma/client.ts'
import type { EarlierKind, LoggedEvent, LoggedKind } from './kinds.ts'

const ofDelivery = {
  PENDING: 'DELIVERY_DELAYED',
  SENT: 'DELIVERY_SENT',
  FAILED: 'DELIVERY_FAILED',
} as const satisfies Record<Exclude<OutboxState, 'SKIPPED' | 'KEPT'>, LoggedKind>

const ofInvitation = {
  PENDING: 'CHAT_INVITATION_CREATED',
  ACCEPTED: 'CHAT_INVITATION_ACCEPTED',
  DECLINED: 'CHAT_INVITATION_DECLINED',
  EXPIRED: 'CHAT_INVITATION_EXPIRED',
} as const satisfies Record<ChatInvitationState, LoggedKind>

/** The kinds of an earlier version that may turn out to be one of these. */
export function earlierKindsOf(kinds: readonly LoggedKind[]): EarlierKind[] {
  const isOneOf = (kind: LoggedKind) => kinds.includes(kind)
  return [
    ...(Object.values(ofDelivery).some(isOneOf) ? (['MESSAGE_UPDATED'] as const) : []),
    ...(Object.values(ofInvitation).some(isOneOf) ? (['CHAT_INVITATION_UPDATED'] as const) : []),
  ]
}

/**
 * The rows of the log with kinds that say what happened. An earlier version only says that a delivery or an
 * invitation changed: its current state is read.
 */
export async function translateEarlierKinds(db: Db, rows: Event[]): Promise<LoggedEvent[]> {
  const isEarlier = ({ kind }: Event) => kind === 'MESSAGE_UPDATED' || kind === 'CHAT_INVITATION_UPDATED'
  if (!rows.some(isEarlier)) return rows as LoggedEvent[]
  const [deliveries, invitations] = await Promise.all([
    db.outboxItem.findMany({
      where: { kind: 'CLIENT_REPLY', messageId: { in: idsOf(rows, 'MESSAGE_UPDATED', 'messageId') } },
      select: { id: true, messageId: true, state: true },
    }),
    db.chatInvitation.findMany({
      where: { id: { in: idsOf(rows, 'CHAT_INVITATION_UPDATED', 'subjectId') } },
      select: { id: true, state: true },
    }),
  ])
  const byMessage = new Map(deliveries.map((delivery) => [delivery.messageId, delivery]))
  const states = new Map(invitations.map(({ id, state }) => [id, state]))
  return rows.map((row): LoggedEvent => {
    const delivery = row.kind === 'MESSAGE_UPDATED' && byMessage.get(row.messageId ?? '')
    if (delivery && delivery.state !== 'SKIPPED' && delivery.state !== 'KEPT')
      return { ...row, kind: ofDelivery[delivery.state], subjectId: delivery.id }
    const state = row.kind === 'CHAT_INVITATION_UPDATED' && states.get(row.subjectId ?? '')
    if (state) return { ...row, kind: ofInvitation[state] }
    return isEarlier(row) ? { ...row, kind: 'CHAT_UPDATED' } : (row as LoggedEvent)
  })
}

function idsOf(rows: Event[], kind: EarlierKind, column: 'messageId' | 'subjectId'): string[] {
  return rows.flatMap((row) => (row.kind === kind && row[column] ? [row[column]] : []))
}

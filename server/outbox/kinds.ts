import { botEventKind } from '../domain/bots/outgoing/bot-event-kind.ts'
import { callOrderKind } from '../domain/calls/orders/call-order-kind.ts'
import { clientReplyKind } from '../domain/deliveries/client-reply-kind.ts'
import { mailKind } from '../domain/mail/mail-kind.ts'
import { replyMailKind } from '../domain/mail/replies/reply-mail-kind.ts'
import { pushKind } from '../domain/notifications/push/push-kind.ts'
import { weeklyReportKind } from '../domain/reports/weekly/weekly-report-kind.ts'
import { webhookKind } from '../domain/webhooks/sending/webhook-kind.ts'
import type { OutboxKind } from './outbox-kind.ts'

/** All kinds of deliveries, and how they are sent. */
export const outboxKinds: readonly OutboxKind[] = [
  clientReplyKind,
  botEventKind,
  webhookKind,
  callOrderKind,
  mailKind,
  replyMailKind,
  weeklyReportKind,
  pushKind,
]

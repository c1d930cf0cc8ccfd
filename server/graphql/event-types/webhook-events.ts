import type { WebhookDisabledReason } from '../../generated/prisma/enums.ts'
import { builder } from '../kit/builder.ts'
import { encodeGlobalId } from '../kit/global-id.ts'
import { WebhookDisabledReasonEnum } from '../webhook-endpoints.ts'
import { ANY, defineEvents, type EventFields, OF_CHAT } from './define-events.ts'
import { type EventShape, idOf, typeOf } from './event-interface.ts'

export const CrmEvent = builder.interfaceRef<EventShape>('CrmEvent').implement({
  description: 'An event after which `Chat.crm` may have changed: read it again.',
  resolveType: typeOf,
  interfaces: OF_CHAT,
})
defineEvents(['CRM_ANSWER_UPDATED', 'CRM_CARD_ASSIGNED'], [...OF_CHAT, CrmEvent])

const endpointId: EventFields = (t) => ({
  endpointId: t.id({
    description: 'The `id` of the endpoint. Only admins can read the endpoint itself.',
    resolve: ({ subjectId }) => encodeGlobalId('WebhookEndpoint', idOf(subjectId)),
  }),
})
defineEvents(
  ['WEBHOOK_ENDPOINT_CREATED', 'WEBHOOK_ENDPOINT_UPDATED', 'WEBHOOK_ENDPOINT_DELETED'],
  ANY,
  endpointId,
)
defineEvents(['WEBHOOK_ENDPOINT_DISABLED'], ANY, (t) => ({
  ...endpointId(t),
  reason: t.field({
    type: WebhookDisabledReasonEnum,
    description: 'Why it was switched off.',
    resolve: ({ data }) => (data as { reason: WebhookDisabledReason }).reason,
  }),
}))

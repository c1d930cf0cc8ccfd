import { retryDelivery } from '../domain/deliveries/retry-delivery.ts'
import { within } from '../domain/viewer.ts'
import { type Delivery as DeliveryRow, Prisma } from '../generated/prisma/client.ts'
import { DeliveryState } from '../generated/prisma/enums.ts'
import { builder } from './builder.ts'
import { Channel } from './channels.ts'
import { viewerOf } from './context.ts'
import { loadRow } from './load.ts'
import { Message } from './messages.ts'
import { nestedPage } from './nested-page.ts'
import { verbMutation } from './verb-mutation.ts'

const DeliveryStateEnum = builder.enumType(DeliveryState, {
  name: 'DeliveryState',
  description: 'How far a delivery has come.',
  values: {
    PENDING: { description: 'Being sent, or waiting for the next attempt.' },
    SENT: { description: 'The client accepted it.' },
    FAILED: { description: 'The client rejected it, or all three attempts failed.' },
  },
})

const DeliveryAttempt = builder.prismaObject('DeliveryAttempt', {
  description: "One request to the client's server.",
  fields: (t) => ({
    id: t.exposeID('id'),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the request was sent.' }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took, in milliseconds.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status. Null when there was no answer.',
    }),
    errorCode: t.exposeString('errorCode', {
      nullable: true,
      description: 'See `Delivery.errorCode`. Null when this attempt succeeded.',
    }),
    byStatus: t.exposeBoolean('byStatus', {
      description:
        'Whether it counted as delivered because of its status alone: the channel accepts any 2xx, and the body was not {"result":"ok"}.',
    }),
    detail: t.exposeString('detail', {
      description: 'The first 2 KiB of the answer, or the reason why there was none.',
    }),
  }),
})

export const Delivery = builder.prismaNode('Delivery', {
  id: { field: 'id' },
  nullable: true,
  description: 'The delivery of one message to the client. Its id is the same in every attempt.',
  findUnique: (id, context) => ({ id, ...within(viewerOf(context)) }),
  fields: (t) => ({
    state: t.expose('state', { type: DeliveryStateEnum, description: 'How far it has come.' }),
    attempts: t.exposeInt('attempts', {
      description: 'How many attempts were made since it became pending; three at most.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      description: 'When the next attempt is due. Meaningful only while it is PENDING.',
    }),
    errorCode: t.exposeString('errorCode', {
      nullable: true,
      description:
        'Why the last attempt failed: `client_unavailable`, `client_timeout`, `client_error`, `client_rejected`, or the code in the answer of the client. For the code `silent`, operators are shown no error.',
    }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'What the client answered, or what happened, in words.',
    }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the client accepted it. Null before.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    message: t.field({
      type: Message,
      description: 'The message that is delivered.',
      resolve: (delivery, _args, { loaders }) => loadRow(loaders.message, delivery.messageId),
    }),
    log: t.field({
      type: [DeliveryAttempt],
      description: 'Every attempt, oldest first; at most 50.',
      resolve: (delivery, _args, { loaders }) => loaders.logOfDelivery.load(delivery.id),
    }),
  }),
})

builder.prismaObjectField(Message, 'delivery', (t) =>
  t.field({
    type: Delivery,
    nullable: true,
    description: 'Its delivery to the visitor. Null for messages that are not sent to the visitor.',
    resolve: ({ id, author }, _args, { loaders }) =>
      author === 'OPERATOR' || author === 'BOT' ? loaders.deliveryOfMessage.load(id) : null,
  }),
)

builder.prismaObjectField(Channel, 'deliveries', (t) =>
  t.prismaConnection({
    type: Delivery,
    cursor: 'id',
    description: 'The log of the channel: all deliveries, newest first.',
    args: {
      state: t.arg({
        type: DeliveryStateEnum,
        required: false,
        description: 'Return only deliveries in this state.',
      }),
    },
    resolve: (query, { id, accountId }, { state }, context) => {
      const only = state ? Prisma.sql`AND "state" = ${state}::"DeliveryState"` : Prisma.empty
      const where = Prisma.sql`"accountId" = ${accountId}::uuid AND "channelId" = parent.id ${only}`
      return nestedPage<DeliveryRow>(
        context,
        id,
        { table: 'Delivery', where, order: ['createdAt', 'id'], direction: 'desc' },
        query,
      )
    },
  }),
)

verbMutation('retryDelivery', {
  description:
    'Sends a failed delivery again, in up to three new attempts. A delivery in another state is unchanged.',
  input: (t) => ({ id: t.globalID({ for: [Delivery], description: 'The delivery to send again.' }) }),
  resolve: (context, { id }) => retryDelivery(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    delivery: t.field({
      type: Delivery,
      nullable: true,
      description: 'The delivery, as it is now.',
      resolve: ({ value }) => value,
    }),
  }),
})

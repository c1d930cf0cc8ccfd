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
  description:
    'PENDING: under way or waiting for the next attempt. SENT: the client took it. FAILED: it did not.',
})

const DeliveryAttempt = builder.prismaObject('DeliveryAttempt', {
  description: "One request to the client's server.",
  fields: (t) => ({
    id: t.exposeID('id'),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    durationMs: t.exposeInt('durationMs', { description: 'Milliseconds.' }),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status, when there was an answer.' }),
    errorCode: t.exposeString('errorCode', { nullable: true }),
    byStatus: t.exposeBoolean('byStatus', {
      description:
        'It counted as delivered by its status alone, because the channel accepts any 2xx; the body was not {"result":"ok"}.',
    }),
    detail: t.exposeString('detail', {
      description: 'The first 2 KiB of the answer, or why there was none.',
    }),
  }),
})

const Delivery = builder.prismaNode('Delivery', {
  id: { field: 'id' },
  nullable: true,
  description:
    'The way of one message to the client endpoint (contract, A3). Its id is the same over all attempts.',
  findUnique: (id, context) => ({ id, ...within(viewerOf(context)) }),
  fields: (t) => ({
    state: t.expose('state', { type: DeliveryStateEnum }),
    attempts: t.exposeInt('attempts', { description: 'Attempts since it became pending; three are made.' }),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime' }),
    errorCode: t.exposeString('errorCode', {
      nullable: true,
      description:
        'client_unavailable, client_timeout, client_error, client_rejected, or the code that the client answered. With the code `silent` the operator is shown nothing.',
    }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: "The client's own message, or ours.",
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    message: t.field({
      type: Message,
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
    description: 'Of a message that leaves: how far it has come.',
    resolve: ({ id, author }, _args, { loaders }) =>
      author === 'OPERATOR' || author === 'BOT' ? loaders.deliveryOfMessage.load(id) : null,
  }),
)

builder.prismaObjectField(Channel, 'deliveries', (t) =>
  t.prismaConnection({
    type: Delivery,
    cursor: 'id',
    description: "What left or is to leave through this channel, newest first: the channel's log.",
    args: { state: t.arg({ type: DeliveryStateEnum, required: false }) },
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
    '"Send again": a failed delivery gets three new attempts. One that arrived or is under way stays as it is.',
  input: (t) => ({ id: t.globalID({ for: [Delivery] }) }),
  resolve: (context, { id }) => retryDelivery(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ delivery: t.field({ type: Delivery, nullable: true, resolve: ({ value }) => value }) }),
})

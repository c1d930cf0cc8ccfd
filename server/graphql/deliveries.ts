import { CLIENT_REPLY } from '../domain/deliveries/client-reply.ts'
import { deliveriesOf } from '../domain/deliveries/deliveries-of.ts'
import { retryDelivery } from '../domain/deliveries/retry-delivery.ts'
import { isEntry } from '../domain/messages/entries/is-entry.ts'
import { type OutboxItem, Prisma } from '../generated/prisma/client.ts'
import { Attempt, NEXT_ATTEMPT_AT } from './attempts.ts'
import { Channel } from './channels.ts'
import { builder } from './kit/builder.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { MOST_ATTEMPTS } from './kit/loaders.ts'
import { nestedPage } from './kit/nested-page.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Message } from './messages.ts'

const DeliveryStateEnum = builder.enumType('DeliveryState', {
  description: 'The state of a delivery.',
  values: {
    PENDING: { description: 'Being sent, or waiting for the next attempt.' },
    SENT: { description: 'The client accepted it.' },
    FAILED: { description: 'The client rejected it, or all three attempts failed.' },
  },
})

export const Delivery = builder.prismaNode('OutboxItem', {
  name: 'Delivery',
  id: { field: 'id' },
  nullable: true,
  description: 'The delivery of one message to the client. Its id is the same in every attempt.',
  findUnique: (id, context) => ({ id, ...deliveriesOf(viewerOf(context)) }),
  fields: (t) => ({
    state: t.field({
      type: DeliveryStateEnum,
      description: 'Its current state.',
      // Replies are never skipped.
      resolve: ({ state }) => state as 'PENDING' | 'SENT' | 'FAILED',
    }),
    attempts: t.exposeInt('attempts', {
      description: 'How many attempts were made since it became pending; three at most.',
    }),
    nextAttemptAt: t.field(NEXT_ATTEMPT_AT),
    errorCode: t.exposeString('errorCode', {
      nullable: true,
      description:
        'Why the last attempt failed: `client_unavailable`, `client_timeout`, `client_error`, `client_rejected`, `not_recorded`, or the code in the answer of the client. For the code `silent`, operators are shown no error.',
    }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'What the client answered, or what happened, in words.',
    }),
    sentAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the client accepted it. Null before.',
      resolve: ({ state, finishedAt }) => (state === 'SENT' ? finishedAt : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    message: t.field({
      type: Message,
      description: 'The message that is delivered.',
      resolve: (delivery, _args, { loaders }) => loadRow(loaders.message, delivery.messageId ?? ''),
    }),
    log: t.field({
      type: [Attempt],
      description: `The latest attempts, at most ${MOST_ATTEMPTS}, oldest first.`,
      resolve: (delivery, _args, { loaders }) => loaders.logOfItem.load(delivery.id),
    }),
  }),
})

const DeliveryConnection = connectionOf('Delivery', Delivery, { counted: 'never' })

builder.prismaObjectField(Message, 'delivery', (t) =>
  t.field({
    type: Delivery,
    nullable: true,
    description: 'Its delivery to the visitor. Null for messages that are not sent to the visitor.',
    resolve: (message, _args, { loaders }) =>
      isEntry(message, 'isReply') ? loaders.deliveryOfMessage.load(message.id) : null,
  }),
)

builder.prismaObjectField(Channel, 'deliveries', (t) =>
  t.prismaConnection(
    {
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
        const only = state ? Prisma.sql`AND "state" = ${state}::"OutboxState"` : Prisma.empty
        const cursorWhere = Prisma.sql`"accountId" = ${accountId}::uuid AND "receiverId" = parent.id AND kind = ${CLIENT_REPLY}`
        const where = Prisma.sql`${cursorWhere} ${only}`
        return nestedPage<OutboxItem>(
          context,
          id,
          { table: 'OutboxItem', where, cursorWhere, order: ['createdAt', 'position'], direction: 'desc' },
          query,
        )
      },
    },
    DeliveryConnection,
  ),
)

verbMutation('retryDelivery', {
  description:
    'Sends a failed delivery again, in up to three new attempts. A delivery in another state is unchanged.',
  errors: ['NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Delivery], description: 'The delivery to send again.' }) }),
  resolve: (context, { id }) => retryDelivery(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    delivery: t.field(returned(Delivery, 'The delivery, as it is now.')),
  }),
})

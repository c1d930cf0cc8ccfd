import { CALL_ORDER } from '../domain/calls/orders/call-order.ts'
import { administeredBy } from '../domain/viewer.ts'
import type { OutboxState } from '../generated/prisma/enums.ts'
import { Attempt, NEXT_ATTEMPT_AT } from './attempts.ts'
import { CallSettings } from './call-settings.ts'
import { Call } from './calls.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'

const StateEnum = builder.enumType('CallOrderState', {
  description: 'The state of an order for a call.',
  values: {
    PENDING: { description: 'Being sent, or waiting for the next attempt.' },
    SENT: { description: 'The telephone system accepted it.' },
    FAILED: {
      description: 'The telephone system refused it, or all three attempts failed: the call failed, too.',
    },
    SKIPPED: { description: 'Not sent, because the call had already moved on or ended.' },
  },
})

const CallOrder = builder.prismaNode('OutboxItem', {
  variant: 'CallOrder',
  id: { field: 'id' },
  nullable: true,
  description:
    'The order of one call to the telephone system, as the log shows it. Kept for 30 days. Admins only.',
  findUnique: (id, context) => ({ id, kind: CALL_ORDER, ...administeredBy(viewerOf(context)) }),
  authScopes: { admin: true },
  fields: (t) => ({
    webhookId: t.string({
      description: 'The header `webhook-id`, the same in every attempt.',
      resolve: ({ id }) => id,
    }),
    call: t.field({
      type: Call,
      description: 'The call that it orders.',
      resolve: ({ callId }, _args, { loaders }) => loadRow(loaders.call, callId ?? ''),
    }),
    state: t.field({
      type: StateEnum,
      description: 'Its current state.',
      // Only mails are kept.
      resolve: ({ state }) => state as Exclude<OutboxState, 'KEPT'>,
    }),
    body: t.exposeString('payload', {
      nullable: true,
      description: 'The body of the request, byte for byte the same in every attempt. Null before the first.',
    }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'Why the last attempt failed. Null when it succeeded.',
    }),
    log: t.field({
      type: [Attempt],
      description: 'Every attempt, oldest first; at most three.',
      resolve: ({ id }, _args, { loaders }) => loaders.logOfItem.load(id),
    }),
    nextAttemptAt: t.field(NEXT_ATTEMPT_AT),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const CallOrderConnection = connectionOf('CallOrder', CallOrder, { counted: 'never' })

builder.objectField(CallSettings, 'orders', (t) =>
  t.prismaConnection(
    {
      type: CallOrder,
      cursor: 'id',
      description: 'The log of the telephone system: all orders for calls, newest first.',
      args: {
        state: t.arg({ type: StateEnum, required: false, description: 'Return only orders in this state.' }),
      },
      resolve: (query, _settings, { state }, context) => {
        const { accountId } = viewerOf(context)
        const orders = context.services.db.outboxItem.findMany({
          ...query,
          where: { accountId, receiverId: accountId, kind: CALL_ORDER, ...(state && { state }) },
          orderBy: [{ createdAt: 'desc' }, { position: 'desc' }],
        })
        return listPage(context, query, { table: 'OutboxItem' }, orders)
      },
    },
    CallOrderConnection,
  ),
)

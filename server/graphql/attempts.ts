import { builder } from './kit/builder.ts'

/** One line in the log of whatever leaves. */
export const Attempt = builder.prismaObject('OutboxAttempt', {
  name: 'Attempt',
  description:
    'One attempt to send something to a receiver: the server of a client, a bot, a webhook endpoint, a telephone system, or the mail server.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the request was sent.' }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took, in milliseconds.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status, or the reply code of the mail server. Null when there was no answer.',
    }),
    errorCode: t.exposeString('errorCode', {
      nullable: true,
      description: 'See `Delivery.errorCode`. Null when this attempt succeeded, and for bots.',
    }),
    byStatus: t.exposeBoolean('byStatus', {
      description:
        'Whether it counted as delivered because of its status alone: the channel accepts any 2xx, and the body was not {"result":"ok"}.',
    }),
    detail: t.exposeString('detail', {
      description:
        'The start of the answer, at most 2 KiB, or 16 KiB of a webhook endpoint, as UTF-8; or the reason why there was none.',
    }),
  }),
})

/** The field `nextAttemptAt` of everything that is sent out. */
export const NEXT_ATTEMPT_AT = {
  type: 'DateTime',
  nullable: true,
  description: 'When the next attempt is due. Null unless it is PENDING.',
  resolve: ({ state, nextAttemptAt }: { state: string | null; nextAttemptAt: Date | null }) =>
    state === 'PENDING' ? nextAttemptAt : null,
} as const

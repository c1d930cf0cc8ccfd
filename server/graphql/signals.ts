import { followSignals } from '../events/follow.ts'
import type { DeliveredEvent } from '../events/follower.ts'
import type { LiveEvent } from '../events/live-event.ts'
import { Actor, readActor } from './actors.ts'
import { Chat } from './chats.ts'
import { idOf } from './event-types/event-interface.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { related } from './kit/related.ts'
import { Operator } from './operators.ts'

const TypingChanged = builder.objectRef<LiveEvent>('TypingChanged').implement({
  description: 'Somebody started or stopped typing in a chat. It may not be sent when they disconnect.',
  fields: (t) => ({
    chat: t.field({
      type: Chat,
      description: 'The chat that they are typing in.',
      resolve: ({ chatId }, _args, { loaders }, info) => related(loaders.chat, idOf(chatId), info),
    }),
    actor: t.field({
      type: Actor,
      description: 'Who is typing: the visitor or an operator.',
      resolve: async ({ kind, subjectId }, _args, context, info) => {
        const type = kind === 'VISITOR_TYPING' ? 'VISITOR' : 'OPERATOR'
        const actor = await readActor({ type, id: idOf(subjectId) }, context, info)
        if (!actor) throw new Error('nobody types')
        return actor
      },
    }),
    typing: t.boolean({
      description: 'Whether they are typing now.',
      resolve: ({ typing }) => typing ?? false,
    }),
  }),
})

const PresenceChanged = builder.objectRef<LiveEvent>('PresenceChanged').implement({
  description: 'An operator went online, away or offline.',
  fields: (t) => ({
    operator: t.field({
      type: Operator,
      description: 'The operator, as they are now; see `Operator.presence`.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.user, idOf(subjectId)),
    }),
  }),
})

const Signal = builder.unionType('Signal', {
  types: [TypingChanged, PresenceChanged],
  description:
    'A transient state, such as presence or typing. It is never replayed and has no cursor: after a lost connection, read the presence of operators again, and forget who was typing.',
  resolveType: ({ kind }) => (kind === 'PRESENCE_CHANGED' ? 'PresenceChanged' : 'TypingChanged'),
})

builder.subscriptionField('signals', (t) =>
  t.field({
    type: Signal,
    description: 'Who is typing and who is online, as far as the viewer may see it.',
    authScopes: { signedIn: true },
    args: {
      chatIds: t.arg.globalIDList({
        for: [Chat],
        required: false,
        description: `Send who is typing only for these chats; at most ${MAX_LIST}. Changes of presence are always sent.`,
      }),
    },
    subscribe: (_root, { chatIds }, context) =>
      followSignals(context.services, {
        principal: viewerOf(context),
        chatIds: chatIds?.map(({ id }) => id) ?? null,
      }),
    // Sockets split the batches: see execute-shared.ts.
    resolve: ([delivered]: DeliveredEvent[]) => (delivered as DeliveredEvent).event,
  }),
)

import type { FieldMap } from '@pothos/core'
import { providedDataOf } from '../../domain/visitors/client-values.ts'
import { countUnread } from '../../domain/visits/reading/count-unread.ts'
import type { DeliveredEvent } from '../../events/follower.ts'
import { entryOf, eventKinds, type KindsWith } from '../../events/kinds/event-kinds.ts'
import type { LoggedKind } from '../../events/kinds.ts'
import type { LiveEvent, TransientKind } from '../../events/live-event.ts'
import type { CallState } from '../../generated/prisma/enums.ts'
import { CallStateEnum } from '../calls.ts'
import { idOf } from '../event-types/event-interface.ts'
import { builder, type Types } from '../kit/builder.ts'
import { CURSOR_MARK } from '../kit/cursor-mark.ts'
import { loadRow } from '../kit/load.ts'
import { VisitContactInfo, VisitInvitation } from './visit.ts'
import { VisitChat } from './visit-chat.ts'
import { VisitMessage } from './visit-message.ts'
import { VisitOperator } from './visit-operator.ts'
import { visitorOf } from './visitor-of.ts'

const CHANGES: Record<KindsWith<'toVisitor', 'VisitChatChanged'>, { description: string }> = {
  CHAT_OPENED: { description: 'It was opened.' },
  CHAT_ACCEPTED: { description: 'An operator took it.' },
  OPERATOR_JOINED: { description: 'Another operator joined.' },
  OPERATOR_LEFT: { description: 'An operator left.' },
  CHAT_TRANSFERRED: { description: 'It went to another department or operator.' },
  CHAT_HANDED_OFF: { description: 'It went from the bot to the operators.' },
  CHAT_HANDED_BACK: { description: 'It went back to the bot.' },
  CHAT_CLOSED: { description: 'It was closed.' },
  CHAT_RATED: { description: 'The visitor rated it.' },
  CHAT_ROUTED: {
    description: 'It went to the department that is responsible for it, or has another priority.',
  },
  CHAT_UPDATED: { description: 'Something else changed.' },
}

const VisitChatChange = builder.enumType('VisitChatChange', {
  description: 'What happened to a chat.',
  values: CHANGES,
})

/** The types of the events that are not stored. */
const SIGNALS: Partial<Record<TransientKind, string>> = {
  OPERATOR_TYPING: 'VisitTypingChanged',
  WIDGET_STATUS_CHANGED: 'WidgetStatusChanged',
  QUEUE_MOVED: 'VisitQueueMoved',
}

const isStored = (kind: LiveEvent['kind']): kind is LoggedKind => kind in eventKinds

/** A kind that has no type makes the widget read everything again. */
function typeOf({ kind }: LiveEvent): string {
  return (isStored(kind) ? entryOf(kind).toVisitor : SIGNALS[kind]) ?? 'VisitResyncRequired'
}

/** What a call came to, by the kind of its event: several may be sent at once, after it has ended. */
const CALL_STATES: Record<KindsWith<'toVisitor', 'VisitCallChanged'>, CallState> = {
  CALL_STARTED: 'START',
  CALL_OPERATOR_CONNECTED: 'OPERATOR_CONNECTED',
  CALL_CLIENT_CONNECTED: 'CLIENT_CONNECTED',
  CALL_ENDED: 'END',
  CALL_FAILED: 'ERROR',
}

/** An event with where to continue after it, unless that is filled in later (`execute-shared.ts`). */
type ShownEvent = LiveEvent & Partial<Pick<DeliveredEvent, 'cursor'>>

export const VisitEvent = builder.interfaceRef<ShownEvent>('VisitEvent').implement({
  description:
    'An event for the visitor of a widget. New types may be added: ignore those that you do not know.',
  resolveType: typeOf,
  fields: (t) => ({
    key: t.string({
      description:
        'The same event has the same key whenever it is sent: remember it to recognize repetitions.',
      resolve: ({ id, occurredAt, kind }) => (id === null ? `${kind}-${occurredAt.getTime()}` : String(id)),
    }),
    cursor: t.string({
      nullable: true,
      description:
        'Where to continue after this event: keep the last one, and pass it as `after`. Null for transient states.',
      resolve: ({ cursor = CURSOR_MARK }) => cursor,
    }),
  }),
})

const invitationOf = ({ data }: LiveEvent) => (data as { invitationId: string }).invitationId

type Fields = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, LiveEvent>) => FieldMap

function define(name: string, description: string, fields: Fields = () => ({})): void {
  builder.objectRef<LiveEvent>(name).implement({
    description,
    interfaces: [VisitEvent],
    fields,
  })
}

define('VisitMessageCreated', 'A message was written, by the visitor or to them.', (t) => ({
  message: t.field({
    type: VisitMessage,
    description: 'The message.',
    resolve: ({ messageId, snapshot }, _args, { loaders }) =>
      snapshot.message ?? loadRow(loaders.message, idOf(messageId)),
  }),
}))

define('VisitMessageChanged', 'The author of a message edited or deleted it.', (t) => ({
  message: t.field({
    type: VisitMessage,
    description: 'The message, as it is now.',
    resolve: ({ messageId, snapshot }, _args, { loaders }) =>
      snapshot.message ?? loadRow(loaders.message, idOf(messageId)),
  }),
  unreadCount: t.int({
    description: 'How many messages the visitor has not seen. Deleted ones do not count.',
    resolve: (_event, _args, context) => countUnread(context.services, visitorOf(context).visitorId),
  }),
}))

define('VisitChatChanged', 'Something happened to the chat.', (t) => ({
  change: t.field({
    type: VisitChatChange,
    description: 'What happened.',
    resolve: ({ kind }) => kind as keyof typeof CHANGES,
  }),
  chat: t.field({
    type: VisitChat,
    description: 'The chat, as it is now.',
    resolve: ({ chatId }, _args, { loaders }) => loadRow(loaders.chat, idOf(chatId)),
  }),
}))

const chat: Fields = (t) => ({
  chatId: t.field({
    type: 'UUID',
    description: 'The `id` of the chat.',
    resolve: ({ chatId }) => idOf(chatId),
  }),
})

define('VisitMessagesRead', 'An operator has read further in the chat.', (t) => ({
  ...chat(t),
  seq: t.int({
    description: "The sequence number of the visitor's last message that an operator of the chat has read.",
    resolve: ({ chatId }, _args, { loaders }) => loaders.readByMembersOfChat.load(idOf(chatId)),
  }),
}))

define('VisitMessagesSeen', 'The visitor has read further in the chat, here or on another device.', (t) => ({
  ...chat(t),
  seq: t.int({
    description: 'The sequence number of the last message that they have read.',
    resolve: ({ data }) => (data as { seenSeq: number }).seenSeq,
  }),
}))

define(
  'VisitTypingChanged',
  'An operator started or stopped typing. It may not be sent when they disconnect: stop showing it after a few seconds.',
  (t) => ({
    typing: t.boolean({
      description: 'Whether they are typing now.',
      resolve: ({ typing }) => typing ?? false,
    }),
    operator: t.field({
      type: VisitOperator,
      description: 'Who is typing.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.user, idOf(subjectId)),
    }),
  }),
)

define('VisitInvitationReceived', 'An operator invites the visitor to a chat.', (t) => ({
  invitation: t.field({
    type: VisitInvitation,
    nullable: true,
    description: 'The invitation. Null when another one has replaced it.',
    resolve: (event, _args, { loaders }) => loaders.visitInvitation.load(invitationOf(event)),
  }),
}))

define(
  'VisitInvitationEnded',
  'The visitor has answered an invitation or closed it, here or elsewhere.',
  (t) => ({
    invitationId: t.field({
      type: 'UUID',
      description: 'The `id` of the invitation.',
      resolve: invitationOf,
    }),
  }),
)

define(
  'WidgetStatusChanged',
  'The first operator came online, the last one went offline, or the widget was paused or resumed.',
  (t) => ({
    online: t.boolean({
      description: 'Whether somebody is available.',
      resolve: ({ data }) => (data as { online: boolean }).online,
    }),
    paused: t.boolean({
      description: 'See `Widget.paused`.',
      resolve: ({ data }) => (data as { paused: boolean }).paused,
    }),
  }),
)

define(
  'VisitQueueMoved',
  'The place of a waiting chat in the queue changed, or whether everybody is busy.',
  (t) => ({
    ...chat(t),
    queuePosition: t.int({
      description: 'See `VisitChat.queuePosition`.',
      resolve: ({ data }) => (data as { queuePosition: number }).queuePosition,
    }),
    isBusy: t.boolean({
      description:
        'Whether operators are available, but each of them answers as many chats as they may (`Operator.maxChats`).',
      // A process of an earlier version does not say.
      resolve: ({ data }) => (data as { isBusy?: boolean }).isBusy === true,
    }),
  }),
)

define('VisitContactInfoChanged', 'The contact details of the visitor changed.', (t) => ({
  contactInfo: t.field({
    type: VisitContactInfo,
    description: 'The contact details, as they are now.',
    resolve: async ({ subjectId }, _args, { loaders }) =>
      providedDataOf(await loadRow(loaders.visitor, idOf(subjectId))),
  }),
}))

define('VisitCallChanged', 'A call with the visitor reached another state.', (t) => ({
  state: t.field({
    type: CallStateEnum,
    description: 'The state that it reached.',
    resolve: ({ kind }) => CALL_STATES[kind as keyof typeof CALL_STATES],
  }),
  reason: t.string({
    nullable: true,
    description: 'Why the call failed. Null unless the state is ERROR.',
    resolve: async ({ kind, subjectId }, _args, { loaders }) =>
      kind === 'CALL_FAILED' ? ((await loaders.call.load(idOf(subjectId)))?.reason ?? null) : null,
  }),
}))

define(
  'VisitResyncRequired',
  'Read `visit` again: too much was missed to be replayed, the visitor was merged with another, or the history was cleared on one of their devices. The stream continues.',
)

import type { LiveEvent } from '../../events/live-event.ts'
import { Actor, readActor } from '../actors.ts'
import { Chat } from '../chats.ts'
import { builder } from '../kit/builder.ts'
import type { GraphQLContext } from '../kit/context.ts'
import { CURSOR_MARK } from '../kit/cursor-mark.ts'
import { related } from '../kit/related.ts'
import { typeName } from './event-kinds.ts'

/** An event as it is sent live, or as it is on a page of the log, where it has its own cursor. */
export type EventShape = LiveEvent & { cursor?: string }

/**
 * The type as which an event can still be shown. Most events about something that is gone are not read from the log
 * (`withoutGone`), but a chat is still there after the department that it was transferred to is deleted. A live event
 * about a department may be shown a moment after its deletion.
 */
export function typeOf(event: EventShape, { loaders }: GraphQLContext): string | Promise<string> {
  const { kind, subjectId } = event
  if (kind === 'RESYNC') return 'ResyncRequired'
  const withoutDepartment = typeWithoutDepartment(event)
  if (!withoutDepartment || subjectId === null) return typeName(kind)
  return loaders.department
    .load(subjectId)
    .then((department) => (department ? typeName(kind) : withoutDepartment))
}

/** What an event about a department is shown as when the department is gone; null for all others. */
function typeWithoutDepartment(event: EventShape): string | null {
  const { kind } = event
  if (kind === 'DEPARTMENT_CREATED' || kind === 'DEPARTMENT_UPDATED') return 'DepartmentDeleted'
  return kind === 'CHAT_TRANSFERRED' && transferredTo(event) === 'DEPARTMENT' ? 'ChatUpdated' : null
}

/** What `subjectId` of CHAT_TRANSFERRED is. */
export function transferredTo({ data }: EventShape): 'DEPARTMENT' | 'OPERATOR' {
  return (data as { to: 'DEPARTMENT' | 'OPERATOR' }).to
}

export const Event = builder.interfaceRef<EventShape>('Event').implement({
  description:
    'Something that happened in the account and that the viewer may see. The objects that it refers to are returned in their current state. New types may be added: ask for `__typename`, and ignore events whose type you do not know.',
  resolveType: typeOf,
  fields: (t) => ({
    id: t.id({
      description:
        'The same event has the same id whenever it is sent: remember it to recognize repetitions. It is not the id of a node.',
      resolve: ({ id, occurredAt }) => (id === null ? `resync-${occurredAt.getTime()}` : String(id)),
    }),
    cursor: t.string({
      description:
        'Where to continue after this event: keep the last one, and pass it as `after`. It is opaque, and several events may have the same one.',
      resolve: ({ cursor }) => cursor ?? CURSOR_MARK,
    }),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'When it happened.',
      resolve: ({ occurredAt }) => occurredAt,
    }),
    actor: t.field({
      type: Actor,
      nullable: true,
      description:
        'Who did it. Null when nobody did: after a timeout, or when the server did it automatically.',
      resolve: ({ actor }, _args, context, info) => actor && readActor(actor, context, info),
    }),
  }),
})

export const ChatEvent = builder.interfaceRef<EventShape>('ChatEvent').implement({
  description: 'Something that happened in a chat.',
  interfaces: [Event],
  resolveType: typeOf,
  fields: (t) => ({
    chat: t.field({
      type: Chat,
      description: 'The chat, as it is now.',
      resolve: ({ chatId }, _args, { loaders }, info) => related(loaders.chat, idOf(chatId), info),
    }),
  }),
})

export const ChatChangedEvent = builder.interfaceRef<EventShape>('ChatChangedEvent').implement({
  description: 'Something that happened to a chat other than a new message or notice: read `chat` again.',
  interfaces: [Event, ChatEvent],
  resolveType: typeOf,
})

/** An id that events of this kind always have. */
export function idOf(id: string | null): string {
  if (id === null) throw new Error('an event lacks an id')
  return id
}

import type { FieldMap, InterfaceRef } from '@pothos/core'
import { entryOf } from '../../events/kinds/event-kinds.ts'
import type { LoggedKind } from '../../events/kinds.ts'
import { builder, type Types } from '../kit/builder.ts'
import { ChatChangedEvent, ChatEvent, Event, type EventShape } from './event-interface.ts'
import { typeName } from './event-kinds.ts'

/** The fields that events of some kinds have besides those of their interfaces. */
export type EventFields = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, EventShape>) => FieldMap

/** What events are about, by the interfaces of their types. */
export const ANY = [Event]
export const OF_CHAT = [Event, ChatEvent]
export const CHANGING_CHAT = [...OF_CHAT, ChatChangedEvent]

/** Makes the types of these kinds, which are about the same, each with exactly these fields of its own. */
export function defineEvents(
  kinds: readonly LoggedKind[],
  interfaces: InterfaceRef<Types, EventShape>[],
  fields: EventFields = () => ({}),
): void {
  for (const kind of kinds) {
    builder.objectRef<EventShape>(typeName(kind)).implement({
      description: entryOf(kind).description,
      interfaces,
      fields,
    })
  }
}

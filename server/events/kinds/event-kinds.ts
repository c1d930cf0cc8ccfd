import type { LoggedKind } from '../kinds.ts'
import { chatKinds } from './chat-kinds.ts'
import type { EventKindEntry, EventSubject } from './event-kind-entry.ts'
import { messageKinds } from './message-kinds.ts'
import { peopleKinds } from './people-kinds.ts'
import { settingsKinds } from './settings-kinds.ts'
import { visitorKinds } from './visitor-kinds.ts'

/** All kinds of events. Everything that depends on the kind of an event is derived from this record. */
export const eventKinds = {
  ...chatKinds,
  ...messageKinds,
  ...visitorKinds,
  ...peopleKinds,
  ...settingsKinds,
} as const satisfies Record<LoggedKind, EventKindEntry>

/** The kinds whose entries have this value in this field, as a type. */
export type KindsWith<Field extends keyof EventKindEntry, Value extends EventKindEntry[Field]> = {
  [Kind in LoggedKind]: (typeof eventKinds)[Kind][Field] extends Value ? Kind : never
}[LoggedKind]

/** The kinds whose entries have this value in this field. */
export function kindsWith<Field extends keyof EventKindEntry, const Value extends EventKindEntry[Field]>(
  field: Field,
  value: Value,
): KindsWith<Field, Value>[] {
  const kinds = Object.keys(eventKinds) as LoggedKind[]
  return kinds.filter((kind) => entryOf(kind)[field] === value) as KindsWith<Field, Value>[]
}

/** The kinds of events about such a subject. */
export function kindsAbout<const Subject extends EventSubject>(
  subject: Subject,
): KindsWith<'subject', Subject>[] {
  return kindsWith('subject', subject)
}

/** Returns the entry of a kind. */
export function entryOf(kind: LoggedKind): EventKindEntry {
  return eventKinds[kind]
}

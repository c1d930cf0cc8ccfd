import { eventKinds } from '../../events/kinds/event-kinds.ts'
import type { LoggedKind } from '../../events/kinds.ts'
import { builder } from '../kit/builder.ts'

const typeNames = new Map(Object.keys(eventKinds).map((kind) => [kind, inPascalCase(kind)]))

/** The type of the events of a kind: ChatOpened for CHAT_OPENED. */
export function typeName(kind: string): string {
  return typeNames.get(kind) ?? inPascalCase(kind)
}

function inPascalCase(kind: string): string {
  return kind.replace(/([A-Z])([A-Z]*)_?/g, (_word, first, rest) => first + rest.toLowerCase())
}

const describedKinds = Object.fromEntries(
  Object.entries(eventKinds).map(([kind, { description }]) => [kind, { description }]),
) as Record<LoggedKind, { description: string }>

export const EventType = builder.enumType('EventType', {
  description: 'The types of events: CHAT_OPENED stands for `ChatOpened`.',
  values: describedKinds,
})

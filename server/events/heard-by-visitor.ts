import { isEntry } from '../domain/messages/entries/is-entry.ts'
import { type Message, Prisma } from '../generated/prisma/client.ts'
import { entryOf, eventKinds } from './kinds/event-kinds.ts'
import type { LoggedKind } from './kinds.ts'

/** Whether the visitor of the chat gets an event, which may be about an entry of the chat. */
export function heardByVisitor(kind: LoggedKind, message?: Pick<Message, 'author' | 'type'>): boolean {
  return isHeardKind(kind) && (!message || isEntry(message, 'forVisitor'))
}

/**
 * The same as a condition in SQL, on the kind, which may be known already, and on whether its entry is
 * for the visitor, which is NULL for events that are about none.
 */
export function isHeardByVisitor(kind: Prisma.Sql | LoggedKind, isForVisitor?: Prisma.Sql): Prisma.Sql {
  const isKind = typeof kind === 'string' ? Prisma.raw(String(isHeardKind(kind))) : isHeard(kind)
  return isForVisitor ? Prisma.sql`(${isKind} AND ${isForVisitor} IS NOT FALSE)` : isKind
}

function isHeardKind(kind: LoggedKind): boolean {
  return entryOf(kind).toVisitor !== null
}

const heardKinds = (Object.keys(eventKinds) as LoggedKind[]).filter(isHeardKind)
const heardList = Prisma.raw(`'{${heardKinds}}'`)

function isHeard(kind: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${kind}::text = ANY(${heardList}::text[])`
}

import { type Message, Prisma } from '../generated/prisma/client.ts'
import { entryOf, eventKinds } from './kinds/event-kinds.ts'
import type { LoggedKind } from './kinds.ts'

const heardKinds = (Object.keys(eventKinds) as LoggedKind[]).filter(isHeardKind)

/** Whether the visitor of the chat gets an event, which may be about a message. Notices are only for operators. */
export function heardByVisitor(kind: LoggedKind, message?: Pick<Message, 'type'>): boolean {
  return isHeardKind(kind) && message?.type !== 'NOTICE'
}

const heardList = Prisma.raw(`'{${heardKinds}}'`)

/**
 * The same as a condition in SQL, on the kind, which may be known already, and on the type of the message, which is NULL
 * for other events.
 */
export function isHeardByVisitor(kind: Prisma.Sql | LoggedKind, messageType = NO_MESSAGE): Prisma.Sql {
  const isKind = typeof kind === 'string' ? Prisma.raw(String(isHeardKind(kind))) : isHeard(kind)
  return Prisma.sql`(${isKind} AND ${messageType}::text IS DISTINCT FROM 'NOTICE')`
}

function isHeardKind(kind: LoggedKind): boolean {
  return entryOf(kind).toVisitor !== null
}

const NO_MESSAGE = Prisma.sql`NULL`

function isHeard(kind: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${kind}::text = ANY(${heardList}::text[])`
}

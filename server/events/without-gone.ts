import type { Db } from '../database/client.ts'
import type { EventSubject } from './kinds/event-kind-entry.ts'
import { entryOf } from './kinds/event-kinds.ts'
import type { LoggedEvent } from './kinds.ts'
import { mergedIdOf } from './merged-id.ts'

interface Among {
  where: { id: { in: string[] } }
  select: { id: true }
}

type Find = (db: Db, among: Among) => Promise<{ id: string }[]>

const findVisitors: Find = (db, among) => db.visitor.findMany(among)

/** How to find the subjects that can be deleted while their events are kept; null for all others. */
const deletable: Record<EventSubject, Find | null> = {
  CALL: (db, among) => db.call.findMany(among),
  MENTION: (db, among) => db.mention.findMany(among),
  DEPARTMENT: (db, among) => db.department.findMany(among),
  OFFLINE_MESSAGE: (db, among) => db.offlineMessage.findMany(among),
  VISITOR: findVisitors,
  BOT: null,
  // Only its id is shown.
  CANNED_REPLY: null,
  CHANNEL: null,
  CHAT_INVITATION: null,
  DELETED: null,
  DELIVERY: null,
  OPERATOR: null,
  SESSION: null,
  SETTING: null,
  // The event is shown as another type then (`graphql/event-types/event-interface.ts`).
  TRANSFER_TARGET: null,
  WEBHOOK_ENDPOINT: null,
}

/** The part of an event that decides whether it can still be shown. */
type Shown = Pick<LoggedEvent, 'kind' | 'chatId' | 'subjectId' | 'data'>

/** Without the events that can no longer be shown, because what they are about was deleted since. */
export async function withoutGone<Event extends Shown>(db: Db, events: Event[]): Promise<Event[]> {
  const needs = new Map(events.map((event) => [event, needsOf(event)]))
  const wanted = new Map<Find, Set<string>>()
  for (const { find, id } of [...needs.values()].flat()) {
    if (id === null) continue
    wanted.set(find, (wanted.get(find) ?? new Set()).add(id))
  }
  const found = await Promise.all(
    [...wanted].map(([find, ids]) => find(db, { where: { id: { in: [...ids] } }, select: { id: true } })),
  )
  const there = new Set(found.flat().map(({ id }) => id))
  return events.filter((event) => needs.get(event)?.every(({ id }) => id !== null && there.has(id)))
}

const findChats: Find = (db, among) => db.chat.findMany(among)

function needsOf(event: Shown): { find: Find; id: string | null }[] {
  const { kind, chatId, subjectId } = event
  const { subject } = entryOf(kind)
  const find = subject && deletable[subject]
  const mergedId = mergedIdOf(event)
  return [
    ...(chatId === null ? [] : [{ find: findChats, id: chatId }]),
    ...(find ? [{ find, id: subjectId }] : []),
    ...(mergedId === null ? [] : [{ find: findVisitors, id: mergedId }]),
  ]
}

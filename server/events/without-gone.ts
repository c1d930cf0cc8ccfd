import type { Db } from '../database/client.ts'
import type { LoggedEvent, LoggedKind } from './kinds.ts'
import { callKinds, departmentKinds, mergedIdOf, offlineMessageKinds, visitorKinds } from './subjects.ts'

const kindsWithSubject: readonly LoggedKind[] = [
  ...callKinds,
  ...offlineMessageKinds,
  ...visitorKinds,
  ...departmentKinds,
]

/**
 * Without the events about a chat, a call, an offline message, a visitor or a department that was deleted since: those
 * can no longer be shown.
 */
export async function withoutGone<Event extends Pick<LoggedEvent, 'kind' | 'chatId' | 'subjectId' | 'data'>>(
  db: Db,
  events: Event[],
): Promise<Event[]> {
  const subjectsOf = (kinds: readonly LoggedKind[]) =>
    events.flatMap(({ kind, subjectId }) => (subjectId && kinds.includes(kind) ? subjectId : []))
  const chatIds = events.flatMap(({ chatId }) => chatId ?? [])
  const calls = subjectsOf(callKinds)
  const offlineMessages = subjectsOf(offlineMessageKinds)
  const visitors = [...subjectsOf(visitorKinds), ...events.flatMap((event) => mergedIdOf(event) ?? [])]
  const departments = subjectsOf(departmentKinds)
  const among = (ids: string[]) => ({ where: { id: { in: [...new Set(ids)] } }, select: { id: true } })
  const found = await Promise.all([
    chatIds.length > 0 ? db.chat.findMany(among(chatIds)) : [],
    calls.length > 0 ? db.call.findMany(among(calls)) : [],
    offlineMessages.length > 0 ? db.offlineMessage.findMany(among(offlineMessages)) : [],
    visitors.length > 0 ? db.visitor.findMany(among(visitors)) : [],
    departments.length > 0 ? db.department.findMany(among(departments)) : [],
  ])
  const there = new Set(found.flat().map(({ id }) => id))
  const isThere = (event: Event) => {
    const { kind, chatId, subjectId } = event
    const mergedId = mergedIdOf(event)
    return (
      (chatId === null || there.has(chatId)) &&
      (mergedId === null || there.has(mergedId)) &&
      (!kindsWithSubject.includes(kind) || (subjectId !== null && there.has(subjectId)))
    )
  }
  return events.filter(isThere)
}

import type { Db } from '../database/client.ts'
import type { LoggedEvent, LoggedKind } from './kinds.ts'
import { callKinds, offlineMessageKinds } from './subjects.ts'

const kindsWithSubject: readonly LoggedKind[] = [...callKinds, ...offlineMessageKinds]

/**
 * Without the events about a chat, a call or an offline message that was deleted since: those can no longer be shown.
 */
export async function withoutGone<Event extends Pick<LoggedEvent, 'kind' | 'chatId' | 'subjectId'>>(
  db: Db,
  events: Event[],
): Promise<Event[]> {
  const subjectsOf = (kinds: readonly LoggedKind[]) =>
    events.flatMap(({ kind, subjectId }) => (subjectId && kinds.includes(kind) ? subjectId : []))
  const chatIds = events.flatMap(({ chatId }) => chatId ?? [])
  const calls = subjectsOf(callKinds)
  const offlineMessages = subjectsOf(offlineMessageKinds)
  const among = (ids: string[]) => ({ where: { id: { in: [...new Set(ids)] } }, select: { id: true } })
  const found = await Promise.all([
    chatIds.length > 0 ? db.chat.findMany(among(chatIds)) : [],
    calls.length > 0 ? db.call.findMany(among(calls)) : [],
    offlineMessages.length > 0 ? db.offlineMessage.findMany(among(offlineMessages)) : [],
  ])
  const there = new Set(found.flat().map(({ id }) => id))
  const isThere = ({ kind, chatId, subjectId }: Event) =>
    (chatId === null || there.has(chatId)) &&
    (!kindsWithSubject.includes(kind) || (subjectId !== null && there.has(subjectId)))
  return events.filter(isThere)
}

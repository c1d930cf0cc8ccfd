import type { Db } from '../database/client.ts'
import type { Event, EventKind } from '../generated/prisma/client.ts'
import { earlierKindsOf, translateEarlierKinds } from './earlier-kinds.ts'
import { eventKinds } from './kinds/event-kinds.ts'
import type { LoggedEvent, LoggedKind } from './kinds.ts'
import { translateLaterKinds } from './later-kinds.ts'

/** The rows of the log as this version understands them, whichever version wrote them. */
export function translateKinds(db: Db, rows: Event[]): Promise<LoggedEvent[]> {
  return translateEarlierKinds(db, translateLaterKinds(rows))
}

/** Which rows of the log may turn out to be of one of these kinds: those of the listed kinds, or all others. */
export function rowsThatMayBe(kinds: readonly LoggedKind[]): { kinds: EventKind[]; areListed: boolean } {
  const listed = [...kinds, ...earlierKindsOf(kinds)]
  if (!kinds.includes('CHAT_UPDATED')) return { kinds: listed, areListed: true }
  // What a later version wrote is of a kind that cannot be listed here.
  const known = Object.keys(eventKinds) as LoggedKind[]
  return { kinds: known.filter((kind) => !listed.includes(kind)), areListed: false }
}

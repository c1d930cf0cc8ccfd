import type { Event, EventKind } from '../generated/prisma/client.ts'

/** Kinds that only processes of an earlier version write. */
export type EarlierKind = 'MESSAGE_UPDATED' | 'CHAT_INVITATION_UPDATED'

/** Kinds that say what happened. */
export type LoggedKind = Exclude<EventKind, EarlierKind>

/** A row of the log whose kind says what happened. */
export type LoggedEvent = Event & { kind: LoggedKind }

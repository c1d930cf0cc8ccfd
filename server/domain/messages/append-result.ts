import type { ChatActivity } from '../../events/live-event.ts'
import type { Chat } from '../../generated/prisma/client.ts'

/** The result of appending a message: its chat afterwards, and its event. */
export type AppendResult = ChatActivity &
  Pick<Chat, 'accountId' | 'channelId' | 'visitorId' | 'botId'> & {
    messageId: string
    eventId: bigint
    createdAt: Date
    /** Lanes of the outbox that have new items because of it. */
    lanes: string[]
  }

/** A result in JSON, which has no bigint and no dates. */
export type ResultInJson = Omit<
  AppendResult,
  'eventId' | 'createdAt' | 'lastActivityAt' | 'unansweredSince'
> &
  Record<'eventId' | 'createdAt' | 'lastActivityAt', string> &
  Record<'unansweredSince', string | null>

/** A result as a statement returns it: in one column, because fifteen take longer than what is in them. */
export interface AppendedRow {
  appended: ResultInJson
}

/** The result with its values as they are elsewhere. In place: a copy takes longer than everything else here. */
export function readResult(json: ResultInJson): AppendResult {
  return Object.assign(json, {
    eventId: BigInt(json.eventId),
    createdAt: new Date(json.createdAt),
    lastActivityAt: new Date(json.lastActivityAt),
    unansweredSince: json.unansweredSince === null ? null : new Date(json.unansweredSince),
  })
}

/** The result in a row that a statement returned. */
export function readAppended({ appended }: AppendedRow): AppendResult {
  return readResult(appended)
}

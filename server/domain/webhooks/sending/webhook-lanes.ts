import { Prisma } from '../../../generated/prisma/client.ts'
import { EXTRAS, WEBHOOK } from './webhook.ts'

/**
 * The lanes of an endpoint and a chat are the one of the standard events and two more, named with these suffixes: one
 * for `chat_accepted`, which does not wait for what is being retried, and one for the extras, which nothing waits for.
 */
const ACCEPTED = ':accepted'
const EXTRA = ':extra'

/** The end of the lane of an event of a chat: an expression on the event's name on the wire. */
export function laneSuffix(event: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(CASE WHEN ${event} = 'chat_accepted' THEN ${ACCEPTED} WHEN ${event} = ANY(${EXTRAS}) THEN ${EXTRA}
                     ELSE '' END)`
}

/** The end of the lane in which an event of a chat is retried: an expression on the event's name on the wire. */
export function retrySuffix(event: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(CASE WHEN ${event} = ANY(${EXTRAS}) THEN ${EXTRA} ELSE '' END)`
}

/** The end of the lane of the extras. */
export const extraSuffix = Prisma.raw(`'${EXTRA}'`)

/** The lane of the first attempt of `chat_accepted`. */
export function acceptedLane(standardLane: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${standardLane} || ${Prisma.raw(`'${ACCEPTED}'`)})`
}

/** The lane of the standard events of a chat. */
export function standardLane({
  endpointId,
  chatId,
}: Record<'endpointId' | 'chatId', Prisma.Sql>): Prisma.Sql {
  return Prisma.sql`(${Prisma.raw(`'${WEBHOOK}:'`)} || ${endpointId} || ':' || ${chatId})`
}

/** The lane in which a failed `chat_accepted` is retried: from then on, it waits in line like all standard events. */
export function retryLane(lane: string): string {
  return lane.endsWith(ACCEPTED) ? lane.slice(0, -ACCEPTED.length) : lane
}

/** The lanes of the same chat whose items may wait for items of this lane. */
export function followersOf(lane: string): string[] {
  if (lane.endsWith(EXTRA)) return []
  const standard = retryLane(lane)
  return [standard, `${standard}${ACCEPTED}`, `${standard}${EXTRA}`].filter((other) => other !== lane)
}

const standardOfHead = standardLane({
  endpointId: Prisma.sql`head."receiverId"`,
  chatId: Prisma.sql`head."chatId"`,
})

/**
 * Whether `head`, the first of its lane, waits for another lane of its chat: a standard event for an earlier
 * `chat_accepted`; `chat_accepted` for an earlier event that has not been attempted yet, but not for one that is being
 * retried; an extra for all earlier standard events.
 */
export const isHeld = Prisma.sql`CASE head.lane
  WHEN ${standardOfHead} THEN ${hasEarlier(acceptedLane(standardOfHead))}
  WHEN ${acceptedLane(standardOfHead)} THEN (
    SELECT earlier.attempts = 0 FROM "OutboxItem" earlier
    WHERE earlier.lane = ${standardOfHead} AND earlier.state = 'PENDING' AND earlier.position < head.position
    ORDER BY earlier.position LIMIT 1)
  WHEN ${standardOfHead} || ${extraSuffix}
    THEN ${hasEarlier(standardOfHead)} OR ${hasEarlier(acceptedLane(standardOfHead))}
  ELSE false END`

function hasEarlier(lane: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT true FROM "OutboxItem" earlier
    WHERE earlier.lane = ${lane} AND earlier.state = 'PENDING' AND earlier.position < head.position
    ORDER BY earlier.position LIMIT 1)`
}

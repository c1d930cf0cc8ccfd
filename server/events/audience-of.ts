import type { Principal } from '../domain/principal.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Audience } from './followers.ts'
import type { LiveEvent } from './live-event.ts'

/** The events that a principal follows live. They see those that pass `sees`. */
export function audienceOf(principal: Principal): Audience {
  const { accountId } = principal
  return principal.kind === 'visitor' ? { accountId, visitorId: principal.visitorId } : { accountId }
}

/** Whether an event is for the principal. */
export function sees(principal: Principal, event: LiveEvent): boolean {
  if (event.accountId !== principal.accountId) return false
  if (principal.kind === 'visitor') return event.visitorId === principal.visitorId
  if (event.userId !== null) return event.userId === principal.userId
  const { channelIds } = principal
  return event.channelId === null || channelIds === null || channelIds.includes(event.channelId)
}

/** The same as `sees`, as a condition on the log. It ignores `userId`, so events for one operator need a further check. */
export function eventsOf(principal: Principal): Prisma.Sql {
  const ofAccount = Prisma.sql`"accountId" = ${principal.accountId}::uuid`
  if (principal.kind === 'visitor')
    return Prisma.sql`${ofAccount} AND "visitorId" = ${principal.visitorId}::uuid`
  const { channelIds } = principal
  if (channelIds === null) return ofAccount
  return Prisma.sql`${ofAccount} AND ("channelId" IS NULL OR "channelId" = ANY(${[...channelIds]}::uuid[]))`
}

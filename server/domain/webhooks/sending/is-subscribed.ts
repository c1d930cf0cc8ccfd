import { Prisma } from '../../../generated/prisma/client.ts'

/** Whether `endpoint` exists for the account of `taken`, and is switched on. */
export const isActive = Prisma.sql`(endpoint."accountId" = taken."accountId" AND endpoint.enabled AND endpoint."deletedAt" IS NULL)`

/** Whether `endpoint` gets such an event from the channel of `taken`: an expression on the event's name. */
export function isSubscribed(event: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${event} = ANY(endpoint.events::text[])
    AND (endpoint."allChannels" OR taken."channelId" = ANY(endpoint."channelIds")))`
}

import type { Db, Tx } from '../../../database/client.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { addressHashSql } from './unsubscribed-address.ts'

/** Whether the replies to a visitor can go by mail when they are not on the website. */
export interface Mailing {
  /** The widget mails replies. */
  mailsReplies: boolean
  /** The visitor's address gets no more of them. */
  isUnsubscribed: boolean
}

/** A `Mailing` of the visitor `parent`; no row when they have no address, or no widget. */
export const mailingOfParent = Prisma.sql`
  SELECT widget."mailsReplies", EXISTS (
           SELECT 1 FROM "UnsubscribedAddress" gone
           WHERE gone."accountId" = v."accountId"
             AND gone."addressHash" = ${addressHashSql(Prisma.sql`v."accountId"`, Prisma.sql`v.email`)}
         ) AS "isUnsubscribed"
  FROM "Visitor" v JOIN "WidgetSettings" widget ON widget."channelId" = v."channelId"
  WHERE v.id = parent.id AND v.email <> ''`

/** The same of one visitor. */
export async function findMailing(db: Db | Tx, visitorId: string): Promise<Mailing | undefined> {
  const [found] = await db.$queryRaw<Mailing[]>`
    SELECT mailing.* FROM (SELECT ${visitorId}::uuid AS id) AS parent CROSS JOIN LATERAL (${mailingOfParent}) AS mailing`
  return found
}

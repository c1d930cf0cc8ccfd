import { Prisma } from '../../../generated/prisma/client.ts'

/** The facts of an account that were closed on the local dates from `from` to `to`, both included. */
export function selectCountedFacts({
  accountId,
  timeZone,
  from,
  to,
  conditions = [],
}: {
  accountId: string
  timeZone: string
  /** `2026-01-31`. */
  from: string
  to: string
  conditions?: Prisma.Sql[]
}): Prisma.Sql {
  const where = [
    Prisma.sql`"accountId" = ${accountId}::uuid`,
    Prisma.sql`"closedAt" >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`,
    Prisma.sql`"closedAt" < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`,
    ...conditions,
  ]
  return Prisma.sql`
    SELECT *, ("closedAt" AT TIME ZONE ${timeZone})::date::text AS day,
      ${hourOfWeekSql(Prisma.sql`${timeZone}`)} AS hour
    FROM "ChatFact" WHERE ${Prisma.join(where, ' AND ')}`
}

/** The hour of the week at which the chat of a fact began, from 0 (Monday at midnight) to 167. */
export function hourOfWeekSql(timeZone: Prisma.Sql): Prisma.Sql {
  const local = Prisma.sql`("startedAt" AT TIME ZONE ${timeZone})`
  return Prisma.sql`((extract(isodow FROM ${local}) - 1) * 24 + extract(hour FROM ${local}))::int`
}

import { Prisma } from '../../../generated/prisma/client.ts'

/** The facts of an account that were closed on a date of its time zone. */
export function selectCountedFacts({
  accountId,
  timeZone,
  day,
}: {
  accountId: string
  timeZone: string
  /** `2026-01-31`. */
  day: string
}): Prisma.Sql {
  return Prisma.sql`
    SELECT *, ${hourOfWeekSql(Prisma.sql`${timeZone}`)} AS hour FROM "ChatFact"
    WHERE "accountId" = ${accountId}::uuid AND "closedAt" >= ${day}::date::timestamp AT TIME ZONE ${timeZone}
      AND "closedAt" < (${day}::date + 1)::timestamp AT TIME ZONE ${timeZone}`
}

/** The hour of the week at which the chat of a fact began, from 0 (Monday at midnight) to 167. */
export function hourOfWeekSql(timeZone: Prisma.Sql): Prisma.Sql {
  const local = Prisma.sql`("startedAt" AT TIME ZONE ${timeZone})`
  return Prisma.sql`((extract(isodow FROM ${local}) - 1) * 24 + extract(hour FROM ${local}))::int`
}

import { z } from 'zod'
import { queryDirect } from '../../../database/query-direct.ts'
import { AppError } from '../../../errors.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { parseInput } from '../../parse-input.ts'
import { zoneSql } from '../../reports/report-zone.ts'
import { supervisedBy } from '../../team/supervised-by.ts'
import type { Viewer } from '../../viewer.ts'
import { type PresenceTimes, type StateTime, sumTimes } from './sum-times.ts'

/** How many days one question can be about. */
export const MOST_DAYS = 31

const day = z.iso.date('Enter a date such as 2026-03-31.')
const fields = z.object({ from: day, to: day })

interface Asked {
  viewer: Viewer
  operatorIds: readonly string[]
  /** The first and the last day, in the time zone of the account. */
  from: string
  to: string
}

/** How long an operator was in one state on one day. */
interface Time extends StateTime {
  userId: string
  day: string
}

/** One day of one operator. */
export interface PresenceDay extends PresenceTimes {
  userId: string
  day: string
}

/**
 * How long operators were online and away, by day; days without any presence are left out, and so are operators whom
 * the viewer does not supervise. Throws `invalid_request` for days that do not exist, or too many.
 */
export async function findPresenceTimes(
  { db, reads }: Services,
  { viewer, operatorIds, ...days }: Asked,
): Promise<PresenceDay[]> {
  const { from, to } = parseInput(fields, days)
  const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (count < 1 || count > MOST_DAYS)
    throw new AppError('invalid_request', `Ask for 1 to ${MOST_DAYS} days.`, { field: 'to' })
  const where = { AND: supervisedBy(viewer), id: { in: [...operatorIds] } }
  const people = await db.user.findMany({ where, select: { id: true } })
  const zone = zoneSql(Prisma.sql`${viewer.accountId}::uuid`)
  const times = await queryDirect<Time>(
    reads,
    Prisma.sql`
      WITH zone AS (SELECT ${zone} AS name), day AS (
        SELECT date, date::timestamp AT TIME ZONE zone.name AS starts,
          (date + 1)::timestamp AT TIME ZONE zone.name AS ends
        FROM zone, (SELECT generate_series(${from}::date, ${to}::date, interval '1 day')::date AS date) dates
      )
      SELECT spent."userId", day.date::text AS day, spent.available, spent.reason,
        round(sum(extract(epoch FROM
          least(coalesce(spent."endedAt", now()), day.ends) - greatest(spent."startedAt", day.starts))))::int AS seconds
      FROM day JOIN "OperatorPresence" spent
        ON spent."userId" = ANY(${people.map(({ id }) => id)}::uuid[])
        AND spent."startedAt" < day.ends AND coalesce(spent."endedAt", now()) > day.starts
      GROUP BY 1, 2, 3, 4 ORDER BY 2, 1`,
  )
  const byDay = new Map<string, Time[]>()
  for (const time of times) {
    const key = `${time.day} ${time.userId}`
    byDay.set(key, [...(byDay.get(key) ?? []), time])
  }
  return [...byDay.values()].flatMap(toDay)
}

function toDay(times: Time[]): PresenceDay[] {
  const [first] = times
  return first ? [{ userId: first.userId, day: first.day, ...sumTimes(times) }] : []
}

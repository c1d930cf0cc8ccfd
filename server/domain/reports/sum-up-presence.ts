import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { type PresenceTimes, type StateTime, sumTimes } from '../operators/presence/sum-times.ts'
import { supervisedBy } from '../team/supervised-by.ts'
import type { Viewer } from '../viewer.ts'
import type { ReportScope } from './report-scope.ts'

/** How long an operator was online and away in the range of a report. */
export interface OperatorTimes extends PresenceTimes {
  userId: string
}

/**
 * How long the people whom the viewer supervises were online and away, longest first; without those who were not there.
 * Presence belongs to a person alone: with a filter for anything else there is none.
 */
export async function sumUpPresence(
  { db, reads }: Pick<Services, 'db' | 'reads'>,
  { viewer, scope }: { viewer: Viewer; scope: ReportScope },
): Promise<OperatorTimes[]> {
  const { operatorId, ...others } = scope.filter
  if (Object.values(others).some((value) => value != null)) return []
  const people = await db.user.findMany({
    where: { AND: supervisedBy(viewer), ...(operatorId != null && { id: operatorId }) },
    select: { id: true },
  })
  const { timeZone, from, to } = scope
  // Not in a subquery: the planner must see them to choose the index that leaves the fewest rows.
  const starts = Prisma.sql`(${from}::date::timestamp AT TIME ZONE ${timeZone})`
  const ends = Prisma.sql`((${to}::date + 1)::timestamp AT TIME ZONE ${timeZone})`
  const times = await queryDirect<StateTime & { userId: string }>(
    reads,
    Prisma.sql`
      SELECT spent."userId", spent.available, spent.reason, round(extract(epoch FROM
        sum(least(spent."endedAt", now(), ${ends}) - greatest(spent."startedAt", ${starts}))))::int AS seconds
      FROM "OperatorPresence" spent
      WHERE spent."userId" = ANY(${people.map(({ id }) => id)}::uuid[])
        AND spent."startedAt" < least(now(), ${ends}) AND now() > ${starts}
        AND coalesce(spent."endedAt", now()) > ${starts}
      GROUP BY 1, 2, 3`,
    { replan: true },
  )
  const byPerson = new Map<string, StateTime[]>()
  for (const time of times) byPerson.set(time.userId, [...(byPerson.get(time.userId) ?? []), time])
  return [...byPerson]
    .map(([userId, of]) => ({ userId, ...sumTimes(of) }))
    .toSorted((a, b) => b.onlineSeconds + b.awaySeconds - (a.onlineSeconds + a.awaySeconds))
}

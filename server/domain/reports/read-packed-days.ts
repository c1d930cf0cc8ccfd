import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { ReportScope } from './report-scope.ts'
import { selectCountedFacts } from './rollups/counted-facts.ts'
import { decodeFacts, type KnownKinds } from './rollups/encode-facts.ts'
import { packFacts } from './rollups/pack-facts.ts'
import type { CountedFact, PackedFacts } from './rollups/packed-facts.ts'
import { monthOf } from './split-into-spans.ts'

/** The facts of a day. */
interface Day {
  day: string
  facts: PackedFacts
}

interface Month {
  reads: Services['reads']
  scope: ReportScope
  month: string
}

/** The months that were last asked for: about a million and a half chats. */
const KEPT_BYTES = 64 * 1024 * 1024

const kept = new LRUCache<string, Day[], Month>({
  maxSize: KEPT_BYTES,
  sizeCalculation: (days) =>
    Math.max(
      1,
      days.reduce((sum, { facts }) => sum + bytesOf(facts), 0),
    ),
  fetchMethod: (_key, _stale, { context }) => readMonth(context),
  // Whoever waits gets what was read, although it is not kept.
  ignoreFetchAbort: true,
})

/**
 * Goes through the facts of the days of a report that have been summed up, a month at a time, so that a long one needs no
 * more memory, and others have their turn. Months are kept in memory until one of their days is summed up again.
 */
export async function readPackedDays(
  { reads }: Pick<Services, 'reads'>,
  scope: ReportScope,
  visit: (day: string, facts: PackedFacts) => void,
): Promise<void> {
  const { accountId, from, to } = scope
  // A row that is written anew has another transaction.
  const months = await queryDirect<{ month: string; version: string }>(
    reads,
    Prisma.sql`
    SELECT date_trunc('month', start)::date::text AS month, md5(string_agg(start || ' ' || xmin, ',' ORDER BY start)) AS version
    FROM "ReportRollup" WHERE ${daysSql(accountId, Prisma.sql`${monthOf(from)}::date`, Prisma.sql`${to}::date`)}
    GROUP BY 1 ORDER BY 1`,
    { replan: true },
  )
  for (const { month, version } of months) {
    const context = { reads, scope, month }
    for (const { day, facts } of (await kept.fetch(`${accountId} ${month} ${version}`, { context })) ?? [])
      if (from <= day && day <= to) visit(day, facts)
    await nextTurn()
  }
}

async function readMonth({ reads, scope: { accountId, timeZone }, month }: Month): Promise<Day[]> {
  const first = Prisma.sql`${month}::date`
  const rows = await queryDirect<{ day: string; facts: Buffer | null }>(
    reads,
    Prisma.sql`SELECT start::text AS day, facts FROM "ReportRollup"
      WHERE ${daysSql(accountId, first, Prisma.sql`(${first} + interval '1 month' - interval '1 day')::date`)}`,
    { replan: true },
  )
  const kinds: KnownKinds = new Map()
  const days: Day[] = []
  for (const { day, facts } of rows)
    days.push({
      day,
      facts: facts
        ? decodeFacts(facts, kinds)
        : // An earlier version summed it up.
          packFacts(await queryDirect<CountedFact>(reads, selectCountedFacts({ accountId, timeZone, day }))),
    })
  return days
}

function daysSql(accountId: string, from: Prisma.Sql, to: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`"accountId" = ${accountId}::uuid AND dimension = 'ALL' AND span = 'DAY' AND start BETWEEN ${from} AND ${to}`
}

/** About as much as they take: the addresses of pages can be most of it. */
function bytesOf({ columns, keys }: PackedFacts): number {
  const numbers = Object.values(columns).map(({ items, ends }) => items.byteLength + (ends?.byteLength ?? 0))
  const texts = Object.values(keys).flatMap((of) => of.map((key) => 2 * key.length))
  return [...numbers, ...texts].reduce((sum, bytes) => sum + bytes, 0)
}

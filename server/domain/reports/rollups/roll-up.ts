import type { Tx } from '../../../database/client.ts'
import type { ReportDimension, ReportSpan } from '../../../generated/prisma/client.ts'
import { countPacked } from './count-packed.ts'
import { selectCountedFacts } from './counted-facts.ts'
import {
  addStoredFigures,
  type Figures,
  noFigures,
  type StoredFigures,
  storedFigures,
  TIMES,
} from './figures.ts'
import { type CountedFact, encodeFacts, type PackedFacts, packFacts } from './packed-facts.ts'

interface Span {
  accountId: string
  timeZone: string
  span: ReportSpan
  /** `2026-01-31`; of a month, its first day. */
  start: string
}

/** What is summed up. Pages are too many: they are counted from the facts. */
const ROLLED = [
  'ALL',
  'CHANNEL',
  'DEPARTMENT',
  'OPERATOR',
  'TAG',
  'BOT',
  'COUNTRY',
  'HOUR',
] as const satisfies readonly ReportDimension[]

/** By dimension and then by key. */
type Sums = Map<ReportDimension, Map<string, Figures>>

/**
 * Sums up a stale day, or when there is none, a month that is over and stale, or else a day whose facts an earlier version
 * has not packed; resolves with whether there was any. The current month is read by its days.
 */
export async function rollUp(tx: Tx): Promise<boolean> {
  const [stale = await findUnpacked(tx)] = await tx.$queryRaw<Span[]>`
    SELECT stale."accountId", stale.span::text AS span, stale.start::text AS start, zone."timeZone"
    FROM "StaleReportSpan" stale JOIN "ReportZone" zone ON zone."accountId" = stale."accountId"
    WHERE stale.span = 'DAY' OR stale.start + interval '1 month' <= now() AT TIME ZONE zone."timeZone"
    ORDER BY stale.span, stale.start DESC LIMIT 1`
  if (!stale) return false
  if (stale.span === 'MONTH') {
    await replaceRollups(tx, stale, await sumUpMonth(tx, stale), null)
    return true
  }
  const facts = packFacts(
    await tx.$queryRaw<CountedFact[]>(selectCountedFacts({ ...stale, day: stale.start })),
  )
  await replaceRollups(tx, stale, sumUpDay(facts), encodeFacts(facts))
  await tx.$executeRaw`
    INSERT INTO "StaleReportSpan" ("accountId", span, start)
    VALUES (${stale.accountId}::uuid, 'MONTH', date_trunc('month', ${stale.start}::date)::date)
    ON CONFLICT DO NOTHING`
  return true
}

/** By an index of those alone. */
async function findUnpacked(tx: Tx): Promise<Span | undefined> {
  const [unpacked] = await tx.$queryRaw<Span[]>`
    SELECT rollup."accountId", rollup.span::text AS span, rollup.start::text AS start, zone."timeZone"
    FROM "ReportRollup" rollup JOIN "ReportZone" zone ON zone."accountId" = rollup."accountId"
    WHERE rollup.dimension = 'ALL' AND rollup.span = 'DAY' AND rollup.facts IS NULL
    ORDER BY rollup.start DESC LIMIT 1`
  return unpacked
}

function sumUpDay(facts: PackedFacts): Sums {
  const sums = noSums()
  for (const by of ROLLED)
    countPacked(facts, { by, times: TIMES, figuresOf: (key) => figuresOf(sums, by, key) })
  return sums
}

async function sumUpMonth(tx: Tx, { accountId, start }: Span): Promise<Sums> {
  const days = await tx.$queryRaw<{ dimension: ReportDimension; key: string; figures: StoredFigures }[]>`
    SELECT dimension::text AS dimension, key, figures FROM "ReportRollup"
    WHERE "accountId" = ${accountId}::uuid AND dimension::text = ANY(${[...ROLLED]}) AND span = 'DAY'
      AND start >= ${start}::date AND start < ${start}::date + interval '1 month'`
  const sums = noSums()
  for (const { dimension, key, figures } of days) addStoredFigures(figuresOf(sums, dimension, key), figures)
  return sums
}

function noSums(): Sums {
  return new Map(ROLLED.map((dimension) => [dimension, new Map()]))
}

function figuresOf(sums: Sums, dimension: ReportDimension, key: string): Figures {
  const ofDimension = sums.get(dimension)
  const known = ofDimension?.get(key)
  if (known) return known
  const figures = noFigures()
  ofDimension?.set(key, figures)
  return figures
}

/** In one statement: a day has hundreds of them. */
async function replaceRollups(
  tx: Tx,
  { accountId, span, start }: Span,
  sums: Sums,
  facts: Uint8Array<ArrayBuffer> | null,
): Promise<void> {
  const of = { accountId, span, start: new Date(start) }
  await tx.reportRollup.deleteMany({ where: of })
  const rows = [...sums].flatMap(([dimension, keys]) =>
    [...keys].map(([key, figures]) => ({ dimension, key, figures: storedFigures(figures) })),
  )
  await tx.$executeRaw`
    INSERT INTO "ReportRollup" ("accountId", span, start, dimension, key, figures, counts, facts)
    SELECT ${accountId}::uuid, ${span}::"ReportSpan", ${start}::date, dimension, key, figures,
      figures - ${[...TIMES]}::text[], CASE dimension WHEN 'ALL' THEN ${facts}::bytea END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS rollup (dimension "ReportDimension", key text, figures jsonb)`
  await tx.staleReportSpan.deleteMany({ where: of })
}

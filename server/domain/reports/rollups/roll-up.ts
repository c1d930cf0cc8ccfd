import type { Tx } from '../../../database/client.ts'
import type { ReportDimension, ReportSpan } from '../../../generated/prisma/client.ts'
import { countPacked } from './count-packed.ts'
import { selectCountedFacts } from './counted-facts.ts'
import { encodeFacts } from './encode-facts.ts'
import {
  addStoredFigures,
  type Figures,
  noFigures,
  type StoredFigures,
  storedFigures,
  TIMES,
} from './figures.ts'
import { packFacts } from './pack-facts.ts'
import type { CountedFact, PackedFacts } from './packed-facts.ts'

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
 * Sums up a stale day, or when there is none, a month that is over and stale, or else packs a day that an earlier version has
 * summed up; resolves with whether there was any. The current month is read by its days.
 */
export async function rollUp(tx: Tx): Promise<boolean> {
  const [stale] = await tx.$queryRaw<Span[]>`
    SELECT stale."accountId", stale.span::text AS span, stale.start::text AS start, zone."timeZone"
    FROM "StaleReportSpan" stale JOIN "ReportZone" zone ON zone."accountId" = stale."accountId"
    WHERE stale.span = 'DAY' OR stale.start + interval '1 month' <= now() AT TIME ZONE zone."timeZone"
    ORDER BY stale.span, stale.start DESC LIMIT 1`
  if (!stale) return packEarlierDay(tx)
  if (stale.span === 'MONTH') {
    await replaceRollups(tx, stale, await sumUpMonth(tx, stale), null)
    return true
  }
  const facts = await packDay(tx, stale)
  await replaceRollups(tx, stale, sumUpDay(facts), encodeFacts(facts))
  await tx.$executeRaw`
    INSERT INTO "StaleReportSpan" ("accountId", span, start)
    VALUES (${stale.accountId}::uuid, 'MONTH', date_trunc('month', ${stale.start}::date)::date)
    ON CONFLICT DO NOTHING`
  return true
}

/**
 * Its sums stay as they are, those by page as well: during an upgrade, processes of the version before read them. The statement
 * uses an index of such days alone.
 */
async function packEarlierDay(tx: Tx): Promise<boolean> {
  const [unpacked] = await tx.$queryRaw<Span[]>`
    SELECT rollup."accountId", rollup.span::text AS span, rollup.start::text AS start, zone."timeZone"
    FROM "ReportRollup" rollup JOIN "ReportZone" zone ON zone."accountId" = rollup."accountId"
    WHERE rollup.dimension = 'ALL' AND rollup.span = 'DAY' AND rollup.facts IS NULL
    ORDER BY rollup.start DESC LIMIT 1`
  if (!unpacked) return false
  const { accountId, start } = unpacked
  const facts = encodeFacts(await packDay(tx, unpacked))
  await tx.reportRollup.updateMany({
    where: { accountId, dimension: 'ALL', span: 'DAY', start: new Date(start) },
    data: { facts },
  })
  return true
}

async function packDay(tx: Tx, { start, ...span }: Span): Promise<PackedFacts> {
  return packFacts(await tx.$queryRaw<CountedFact[]>(selectCountedFacts({ ...span, day: start })))
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

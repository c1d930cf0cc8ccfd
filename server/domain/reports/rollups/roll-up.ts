import type { Tx } from '../../../database/client.ts'
import type { ReportDimension, ReportSpan } from '../../../generated/prisma/client.ts'
import { selectCountedFacts } from './counted-facts.ts'
import { type CountedFact, dimensions, keysOf } from './dimensions.ts'
import {
  addFact,
  addFigures,
  type Figures,
  noFigures,
  type StoredFigures,
  storedFigures,
  withoutTimes,
} from './figures.ts'

interface Span {
  accountId: string
  timeZone: string
  span: ReportSpan
  /** `2026-01-31`; of a month, its first day. */
  start: string
}

/** The pages of a day or month that are told apart: those with the most chats. The others are counted together. */
const PAGES = 200
/** The key of the other pages, which is the address of none. */
export const OTHER_PAGES = '*'

/** By dimension and then by key. */
type Sums = Map<ReportDimension, Map<string, Figures>>

/**
 * Sums up a stale day, or when there is none, a month that is over and stale; resolves with whether there was any. The
 * current month is read by its days.
 */
export async function rollUp(tx: Tx): Promise<boolean> {
  const [stale] = await tx.$queryRaw<Span[]>`
    SELECT stale."accountId", stale.span::text AS span, stale.start::text AS start, zone."timeZone"
    FROM "StaleReportSpan" stale JOIN "ReportZone" zone ON zone."accountId" = stale."accountId"
    WHERE stale.span = 'DAY' OR stale.start + interval '1 month' <= now() AT TIME ZONE zone."timeZone"
    ORDER BY stale.span, stale.start DESC LIMIT 1`
  if (!stale) return false
  const sums = stale.span === 'DAY' ? await sumUpDay(tx, stale) : await sumUpMonth(tx, stale)
  await replaceRollups(tx, stale, sums)
  if (stale.span === 'DAY') {
    await tx.$executeRaw`
      INSERT INTO "StaleReportSpan" ("accountId", span, start)
      VALUES (${stale.accountId}::uuid, 'MONTH', date_trunc('month', ${stale.start}::date)::date)
      ON CONFLICT DO NOTHING`
  }
  return true
}

async function sumUpDay(tx: Tx, { accountId, timeZone, start }: Span): Promise<Sums> {
  const facts = await tx.$queryRaw<CountedFact[]>(
    selectCountedFacts({ accountId, timeZone, from: start, to: start }),
  )
  const sums: Sums = new Map(dimensions.map((dimension) => [dimension, new Map()]))
  for (const fact of facts) {
    for (const dimension of dimensions) {
      for (const key of keysOf[dimension](fact)) addFact(figuresOf(sums, dimension, key), fact)
    }
  }
  joinPages(sums)
  return sums
}

async function sumUpMonth(tx: Tx, { accountId, start }: Span): Promise<Sums> {
  const days = await tx.$queryRaw<{ dimension: ReportDimension; key: string; figures: StoredFigures }[]>`
    SELECT dimension::text AS dimension, key, figures FROM "ReportRollup"
    WHERE "accountId" = ${accountId}::uuid AND span = 'DAY'
      AND start >= ${start}::date AND start < ${start}::date + interval '1 month'`
  const sums: Sums = new Map(dimensions.map((dimension) => [dimension, new Map()]))
  for (const { dimension, key, figures } of days) addFigures(figuresOf(sums, dimension, key), figures)
  joinPages(sums)
  return sums
}

function figuresOf(sums: Sums, dimension: ReportDimension, key: string): Figures {
  const ofDimension = sums.get(dimension)
  const known = ofDimension?.get(key)
  if (known) return known
  const figures = noFigures()
  ofDimension?.set(key, figures)
  return figures
}

function joinPages(sums: Sums): void {
  const pages = [...(sums.get('PAGE') ?? [])]
    .filter(([page]) => page !== OTHER_PAGES)
    .sort(([, a], [, b]) => b.chats - a.chats)
  for (const [page, figures] of pages.slice(PAGES)) {
    sums.get('PAGE')?.delete(page)
    addFigures(figuresOf(sums, 'PAGE', OTHER_PAGES), figures)
  }
}

async function replaceRollups(tx: Tx, { accountId, span, start }: Span, sums: Sums): Promise<void> {
  const of = { accountId, span, start: new Date(start) }
  await tx.reportRollup.deleteMany({ where: of })
  await tx.reportRollup.createMany({
    data: [...sums].flatMap(([dimension, keys]) =>
      [...keys].map(([key, all]) => {
        const figures = storedFigures(all)
        return { ...of, dimension, key, figures, counts: withoutTimes(figures) }
      }),
    ),
  })
  await tx.staleReportSpan.deleteMany({ where: of })
}

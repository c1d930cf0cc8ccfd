import type { ExportedRating } from '../../domain/reports/export-ratings.ts'
import { BYTE_ORDER_MARK, lineOf } from '../../text/csv-line.ts'

/** The columns, each with how it is read of a rating. */
const columns: Record<string, (rating: ExportedRating) => unknown> = {
  chat: ({ number }) => number,
  closed_at: ({ closedAt }) => closedAt,
  rating: ({ rating }) => rating,
  comment: ({ comment }) => comment,
  channel: ({ channel }) => channel,
  department: ({ department }) => department,
  operators: ({ operators }) => operators.join(', '),
}

/** One line for each rated chat (RFC 4180). */
export async function* ratingsToCsv(ratings: AsyncIterable<ExportedRating>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(Object.keys(columns))
  for await (const rating of ratings) yield lineOf(Object.values(columns).map((read) => read(rating)))
}

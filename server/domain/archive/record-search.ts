import type { Prisma } from '../../generated/prisma/client.ts'
import type { TimeRange } from '../time-range.ts'
import type { Viewer } from '../viewer.ts'
import type { RecordTable } from './record-tables.ts'
import type { SearchWords } from './search-words.ts'

/** Which records of a table to find. */
export interface RecordSearch {
  viewer: Viewer
  table: RecordTable
  /** Their time range, which is in the order of the table. */
  range: TimeRange | null | undefined
  /** The other conditions of the filter, all of which must hold. */
  filters: Prisma.Sql[]
  /** A condition that leaves few records, which an index finds; the filters alone would do, too. */
  fewBy?: Prisma.Sql | undefined
  search: string | null | undefined
  /**
   * How the words find a record of this table, other than by its visitor: conditions, each with its own
   * index.
   */
  waysOf: (words: SearchWords) => Prisma.Sql[]
}

/** Where a record is in the order of its table. */
export interface RecordPlace {
  at: Date
  id: string
}

export interface RecordPage {
  limit: number
  /** The record before the first of the page, in the direction in which it is read. */
  afterId?: string | undefined
  /** The same by its place, when it may be deleted by then. */
  after?: RecordPlace | undefined
  oldestFirst?: boolean
}

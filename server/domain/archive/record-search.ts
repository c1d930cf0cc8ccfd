import type { Prisma } from '../../generated/prisma/client.ts'
import type { TimeRange } from '../time-range.ts'
import type { Viewer } from '../viewer.ts'
import type { RecordTable } from './record-tables.ts'
import type { SearchWords } from './search-words.ts'

/** Which records of a table to find. */
export interface RecordSearch {
  viewer: Viewer
  table: RecordTable
  /** When they are from, which the order of the table knows. */
  range: TimeRange | null | undefined
  /** What else a filter leaves: conditions that all hold. */
  filters: Prisma.Sql[]
  search: string | null | undefined
  /** How the words find a record of this table, besides by its visitor: conditions, each with an index of its own. */
  waysOf: (words: SearchWords) => Prisma.Sql[]
}

export interface RecordPage {
  limit: number
  /** The record before the first of the page, in the direction in which it is read. */
  afterId?: string | undefined
  oldestFirst?: boolean
}

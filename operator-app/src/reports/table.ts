/** A number of a report in words, with the chats behind it. */
export interface Figure {
  text: string
  /** The address of the chats in the archive. */
  href?: string | undefined
  /** What the address leads to, when that is not all of the row. */
  of?: string
  /** It is that of the previous period. */
  isBefore?: boolean
}

export interface TableRow {
  name: string
  /** The address of everything that the row is about, in the archive. */
  href?: string
  definition?: string
  /** What stands in each column. */
  cells: readonly (readonly Figure[])[]
}

export interface TableGroup {
  title?: string
  rows: readonly TableRow[]
}

import DataLoader from 'dataloader'
import { queryDirect } from '../../database/query-direct.ts'
import { selectAll, type Table } from '../../database/select-all.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { readPerParent } from './read-per-parent.ts'

/** Makes loaders of the rows of each parent, by a statement for `readPerParent`. */
export function list<Row extends object>(
  rows: Prisma.Sql,
): (services: Services) => DataLoader<string, Row[]> {
  return ({ pool }) =>
    new DataLoader((parentIds: readonly string[]) => readPerParent<Row>(pool, parentIds, rows))
}

/**
 * Makes loaders of rows by one of their ids, which no two rows share, or no two of those with the `condition`. Past
 * Prisma, which takes three times as long for it.
 */
export function rowBy<Row extends object>(
  table: Table,
  column: keyof Row & string = 'id' as keyof Row & string,
  condition: Prisma.Sql = Prisma.sql`true`,
): (services: Pick<Services, 'pool'>) => DataLoader<string, Row | null> {
  const select = selectAll(table)
  const key = Prisma.raw(`"${column}"`)
  return ({ pool }) =>
    oneBy(
      (ids) =>
        queryDirect<Row>(pool, Prisma.sql`${select} WHERE ${key} = ANY(${ids}::uuid[]) AND ${condition}`),
      (row) => row[column] as string,
      (row) => row,
    )
}

/** A loader of one value for each key, which is taken from a row, or `otherwise`. */
export function oneBy<T, V, E = null>(
  read: (keys: string[]) => Promise<T[]>,
  keyOf: (row: T) => string,
  valueFrom: (row: T) => V,
  otherwise: E = null as E,
): DataLoader<string, V | E> {
  return new DataLoader(async (keys: readonly string[]) => {
    const rows = new Map((await read([...keys])).map((row) => [keyOf(row), row]))
    return keys.map((key) => {
      const row = rows.get(key)
      return row ? valueFrom(row) : otherwise
    })
  })
}

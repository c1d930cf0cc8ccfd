import DataLoader from 'dataloader'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { readPerParent } from './read-per-parent.ts'

/** Makes loaders of the rows of each parent, by a statement for `readPerParent`. */
export function list<Row extends object>(
  rows: Prisma.Sql,
): (services: Services) => DataLoader<string, Row[]> {
  return ({ pool }) =>
    new DataLoader((parentIds: readonly string[]) => readPerParent<Row>(pool, parentIds, rows))
}

/** A loader of rows by their ids. */
export function byId<T extends { id: string }>(
  read: (ids: string[]) => Promise<T[]>,
): DataLoader<string, T | null> {
  return oneBy(
    read,
    (row) => row.id,
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

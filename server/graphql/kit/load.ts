import type DataLoader from 'dataloader'

/** Loads a row that a foreign key guarantees. */
export async function loadRow<T>(loader: DataLoader<string, T | null>, id: string): Promise<T> {
  const row = await loader.load(id)
  if (!row) throw new Error('a row that is referred to is gone')
  return row
}

/** The rows with these ids that are still there, in their order. */
export async function loadAll<T>(loader: DataLoader<string, T | null>, ids: readonly string[]): Promise<T[]> {
  const rows = await Promise.all(ids.map((id) => loader.load(id)))
  return rows.filter((row) => row !== null)
}

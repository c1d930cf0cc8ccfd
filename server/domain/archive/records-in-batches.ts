import type { RecordPage, RecordPlace } from './record-search.ts'

interface Batches<Read extends { id: string }> {
  /** How many records are read at a time. */
  size: number
  find(page: RecordPage): Promise<string[]>
  /** Reads those of the records that still exist, in their order. */
  read(ids: string[]): Promise<Read[]>
  /** The time in whose order they are found; null when it is not known any more. */
  atOf(record: Read): Date | null
}

/**
 * Reads all records that are found, newest first and some at a time. Whatever is deleted meanwhile, the next batch begins
 * behind the last record that was read.
 */
export async function* recordsInBatches<Read extends { id: string }>({
  size,
  find,
  read,
  atOf,
}: Batches<Read>): AsyncGenerator<Read[]> {
  let after: RecordPlace | undefined
  for (;;) {
    const ids = await find({ limit: size, after })
    const records = await read(ids)
    const places = records.flatMap((record) => {
      const at = atOf(record)
      return at ? { at, id: record.id } : []
    })
    yield records
    if (ids.length < size) return
    after = places.at(-1) ?? after
  }
}

import { AppError } from '../errors.ts'
import { throwAll } from './check-all.ts'

/** Throws `not_found` for every id that is not among the known ones, with its index in the field. */
export function checkIds(
  ids: readonly string[],
  { known, field, message }: { known: readonly { id: string }[]; field: string; message: string },
): void {
  const found = new Set(known.map(({ id }) => id))
  throwAll(
    ids.flatMap((id, index) =>
      found.has(id) ? [] : [new AppError('not_found', message, { field: `${field}.${index}` })],
    ),
  )
}

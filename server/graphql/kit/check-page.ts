import { parsePrismaCursor } from '@pothos/plugin-prisma'
import { AppError } from '../../errors.ts'
import { isUuid } from '../../text/uuid.ts'
import { MAX_PAGE } from './bounds.ts'

/** The arguments of every connection. */
interface PageArgs {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
}

/**
 * Throws `invalid_request` or `invalid_cursor` with the argument unless the page that was asked for is possible: `first` with `after`, or
 * `last` with `before`, in numbers that are never cut silently.
 */
export function checkPage({ first, last, after, before }: PageArgs): void {
  checkSize('first', first)
  checkSize('last', last)
  if (isGiven(first) && isGiven(last)) refuse('last', 'Give `first` or `last`, not both.')
  if (isGiven(after) && isGiven(before)) refuse('before', 'Give `after` or `before`, not both.')
  if (isGiven(first) && isGiven(before)) refuse('before', 'Give `before` with `last`, not with `first`.')
  if (isGiven(last) && isGiven(after)) refuse('after', 'Give `after` with `first`, not with `last`.')
  checkCursor('after', after)
  checkCursor('before', before)
}

function checkSize(name: string, size: number | null | undefined): void {
  if (isGiven(size) && (size < 1 || size > MAX_PAGE)) {
    refuse(name, `A page has 1 to ${MAX_PAGE} entries.`)
  }
}

/** The cursors of all our connections are ids. */
function checkCursor(name: string, cursor: string | null | undefined): void {
  if (isGiven(cursor) && !isCursor(cursor)) refuseCursor(name)
}

/** Throws `invalid_cursor` with the argument. */
export function refuseCursor(name: string): never {
  const text = 'This is not a valid cursor. Use one from a page that you have read.'
  throw new AppError('invalid_cursor', text, { field: name })
}

function isCursor(cursor: string): boolean {
  try {
    return isUuid(parsePrismaCursor(cursor))
  } catch {
    return false
  }
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}

function refuse(field: string, message: string): never {
  throw new AppError('invalid_request', message, { field })
}

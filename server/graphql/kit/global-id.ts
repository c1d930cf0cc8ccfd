import { AppError } from '../../errors.ts'
import { isUuid } from '../../text/uuid.ts'

const PLAIN = /^([A-Za-z]+):(.+)$/

/** The opaque id of a node: base64 of `Type:uuid`. */
export function encodeGlobalId(typename: string, id: string | number | bigint): string {
  return Buffer.from(`${typename}:${id}`).toString('base64')
}

/** Null for anything that is not an id of this API. */
export function readGlobalId(globalId: string): { typename: string; id: string } | null {
  const [, typename, id] = PLAIN.exec(Buffer.from(globalId, 'base64').toString('utf8')) ?? []
  return typename && isUuid(id) ? { typename, id } : null
}

/** Throws `invalid_request` for anything that is not an id of this API, before it reaches the database. */
export function decodeGlobalId(globalId: string): { typename: string; id: string } {
  const read = readGlobalId(globalId)
  if (!read) throw new AppError('invalid_request', 'This is not a valid id.')
  return read
}

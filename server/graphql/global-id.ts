import { AppError } from '../errors.ts'

const PLAIN = /^([A-Za-z]+):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** The opaque id of a node: base64 of `Type:uuid`. */
export function encodeGlobalId(typename: string, id: string | number | bigint): string {
  return Buffer.from(`${typename}:${id}`).toString('base64')
}

/** Throws `invalid_request` for what is not an id of this API, before it reaches the database. */
export function decodeGlobalId(globalId: string): { typename: string; id: string } {
  const [, typename, id] = PLAIN.exec(Buffer.from(globalId, 'base64').toString('utf8')) ?? []
  if (!typename || !id) throw new AppError('invalid_request', 'This is not an id of this API.')
  return { typename, id }
}

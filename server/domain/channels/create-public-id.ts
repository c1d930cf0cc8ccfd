import { readableCode } from '../../readable-code.ts'

/** A new SVC_PUBLIC_ID. It is no secret, only one of a kind. */
export function createPublicId(): string {
  return readableCode(10)
}

import { readableCode } from '../../text/readable-code.ts'

/** A new SVC_PUBLIC_ID. It is not a secret, only unique. */
export function createPublicId(): string {
  return readableCode(10)
}

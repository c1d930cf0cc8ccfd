import type { Message } from '../../graphql/fragments.ts'

/** The only error code that is hidden from operators. */
const SILENT = 'silent'

/** Whether a message did not reach the visitor, and the operator should know. */
export function hasFailed({ delivery }: Pick<Message, 'delivery'>): boolean {
  return delivery?.state === 'FAILED' && delivery.errorCode !== SILENT
}

import type { Message } from '../graphql/fragments.ts'

/** The contract's one code that an operator is not bothered with. */
const SILENT = 'silent'

/** Whether a message did not reach the visitor, and the operator is to know. */
export function hasFailed({ delivery }: Pick<Message, 'delivery'>): boolean {
  return delivery?.state === 'FAILED' && delivery.errorCode !== SILENT
}

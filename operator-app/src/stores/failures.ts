import type { Message } from '../graphql/fragments.ts'

/** The contract's one code that an operator is not bothered with. */
const SILENT = 'silent'

/** Whether a message did not reach the visitor, and the operator is to know. */
export function hasFailed({ delivery }: Pick<Message, 'delivery'>): boolean {
  return delivery?.state === 'FAILED' && delivery.errorCode !== SILENT
}

/** Which failures were told. An event shows its message as it is now, so that a replay tells of one failure repeatedly. */
export class Failures {
  #told = new Set<string>()

  /** True for a failure that was not told yet; a message that is sent again may fail again. */
  isNew(message: Message): boolean {
    if (!hasFailed(message)) {
      this.#told.delete(message.id)
      return false
    }
    const isNew = !this.#told.has(message.id)
    this.#told.add(message.id)
    return isNew
  }
}

export function createFailures(): Failures {
  return new Failures()
}

import { acknowledgeLeftChatsMutation } from '../../graphql/chats.ts'
import type { Chat } from '../../graphql/fragments.ts'
import { mutate } from '../../graphql/request.ts'
import { showProblem } from '../toasts.ts'

/** Chats that were taken from this operator while they were gone, until they say that they know. */
export class LeftChats {
  #ids = $state.raw<readonly string[]>([])

  get ids(): readonly string[] {
    return this.#ids
  }

  replace(chats: readonly { id: string }[]): void {
    this.#ids = chats.map(({ id }) => id)
  }

  /** Takes in how a chat was and how it is: whether it was just taken from this operator, or is theirs again. */
  apply(chat: Chat, { wasMine, isMine }: { wasMine: boolean; isMine: boolean }): void {
    const others = this.#ids.filter((id) => id !== chat.id)
    if (isMine) this.#ids = others
    else if (wasMine && chat.leftAloneAt) this.#ids = [chat.id, ...others]
  }

  async acknowledge(): Promise<void> {
    const chatIds = this.#ids
    this.#ids = []
    await mutate(acknowledgeLeftChatsMutation, { input: { chatIds: [...chatIds] } }).catch(showProblem)
  }
}

export function createLeftChats(): LeftChats {
  return new LeftChats()
}

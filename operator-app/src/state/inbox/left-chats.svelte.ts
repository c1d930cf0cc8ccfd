import type { Chat } from '../../graphql/fragments.ts'
import { acknowledgeLeftChatsMutation, leftChatsQuery } from '../../graphql/left-chats.ts'
import { mutate, query } from '../../graphql/request.ts'
import { showProblem } from '../toasts.ts'

/** The sweep takes several chats at once: they are read once. */
const READ_AFTER_MS = 200

/**
 * Chats that were taken from this operator while they were gone, until they say that they know. Only the server knows
 * which: an event that is replayed has the chat as it is now, and another tab may have acknowledged it.
 */
export class LeftChats {
  #ids = $state.raw<readonly string[]>([])
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts what has changed the list, so that an older answer does not bring it back. */
  #version = 0

  get ids(): readonly string[] {
    return this.#ids
  }

  replace(chats: readonly { id: string }[]): void {
    this.#version += 1
    this.#ids = chats.map(({ id }) => id)
  }

  /** To be called when they begin to be read. What it returns takes in the answer, or has a newer one read. */
  beginRead(): (chats: readonly { id: string }[]) => void {
    const version = this.#version
    return (chats) => (version === this.#version ? this.replace(chats) : this.readSoon())
  }

  /** Somebody left a chat: it may have been taken from this operator. */
  applyLeaving(chat: Chat, { wasMine, isMine }: { wasMine: boolean; isMine: boolean }): void {
    if (!isMine && (wasMine || chat.leftAloneAt)) this.readSoon()
  }

  /** A chat that is theirs again needs no word. */
  forget(chatId: string): void {
    if (this.#ids.includes(chatId))
      this.replace(this.#ids.filter((id) => id !== chatId).map((id) => ({ id })))
  }

  readSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#read().catch(() => {})
    }, READ_AFTER_MS)
  }

  async acknowledge(): Promise<void> {
    const chatIds = [...this.#ids]
    this.replace([])
    const take = this.beginRead()
    try {
      const { acknowledgeLeftChats } = await mutate(acknowledgeLeftChatsMutation, { input: { chatIds } })
      if (acknowledgeLeftChats.leftChats) take(acknowledgeLeftChats.leftChats)
    } catch (error) {
      showProblem(error)
      this.readSoon()
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async #read(): Promise<void> {
    const take = this.beginRead()
    const { viewer } = await query(leftChatsQuery, {})
    if (viewer) take(viewer.leftChats)
  }
}

export function createLeftChats(): LeftChats {
  return new LeftChats()
}

import { SvelteMap } from 'svelte/reactivity'
import { closeChatMutation } from '../../graphql/chat-mutations.ts'
import type { Chat } from '../../graphql/fragments.ts'
import { mutate } from '../../graphql/request.ts'
import { t } from '../../messages/index.ts'
import { chatName } from '../names.ts'
import { hideToast, showInfo, showProblem, showUndo } from '../toasts.ts'
import type { Chats } from './chats.svelte.ts'

/** How long a closed chat can be taken back. */
const UNDO_WITHIN_MS = 7_000

interface Closing {
  timer: ReturnType<typeof setTimeout>
  /** The visitor's last message when it was closed: a later one keeps the chat open. */
  lastVisitorSeq: number
  /** Whether the operator said that no tag fits. */
  withoutTag: boolean
  /** Whether it was this operator's. */
  wasMine: boolean
  /** The operators who were in the chat. */
  operatorIds: ReadonlySet<string>
}

/**
 * Chats that this operator has closed and can still take back. A closed chat is final, and others are told at once, so
 * the server learns of it only when the time is over, or when the page goes away. Until then the chat is open for
 * everybody else; a page that dies leaves it open, which is the harmless mistake.
 */
export class Closings {
  #chats: Chats
  #pending = new SvelteMap<string, Closing>()
  #stop = new AbortController()
  #undo: (chatId: string) => void = () => {}

  constructor(chats: Chats) {
    this.#chats = chats
  }

  has(chatId: string): boolean {
    return this.#pending.has(chatId)
  }

  /** The chat that was closed last. */
  get last(): string | undefined {
    return [...this.#pending.keys()].at(-1)
  }

  /** `onUndo` is what the button of the message does. */
  start(onUndo: (chatId: string) => void): void {
    this.#undo = onUndo
    addEventListener('pagehide', () => void this.flush(), { signal: this.#stop.signal })
  }

  stop(): void {
    this.#stop.abort()
    void this.flush()
  }

  begin(chat: Chat, { withoutTag = false } = {}): void {
    if (this.has(chat.id)) return
    const timer = setTimeout(() => void this.#commit(chat.id), UNDO_WITHIN_MS)
    this.#pending.set(chat.id, {
      timer,
      lastVisitorSeq: chat.lastVisitorSeq,
      withoutTag,
      wasMine: this.#chats.isMine(chat),
      operatorIds: new Set(chat.operators.map(({ id }) => id)),
    })
    this.#chats.setAside(chat.id, true)
    const run = () => this.#undo(chat.id)
    showUndo(toastOf(chat.id), t.actions.closed, chatName(chat), { label: t.actions.undo, run })
  }

  /** True when the chat was taken back in time. */
  undo(chatId: string): boolean {
    if (!this.#end(chatId)) return false
    this.#chats.setAside(chatId, false)
    return true
  }

  /** Looks whether the chat can still be closed: somebody else may have closed or taken it, or the visitor wrote. */
  check(chat: Chat): void {
    const closing = this.#pending.get(chat.id)
    if (!closing) return
    const wrote = chat.lastVisitorSeq > closing.lastVisitorSeq
    if (chat.status !== 'CLOSED' && !this.#isTaken(chat, closing) && !wrote) return
    this.undo(chat.id)
    if (wrote && chat.status !== 'CLOSED') showInfo(t.actions.staysOpen(chatName(chat)))
  }

  /** Whoever accepts a chat and closes it before that is answered has not taken it from themselves. */
  #isTaken(chat: Chat, { wasMine, operatorIds }: Closing): boolean {
    const isMine = this.#chats.isMine(chat)
    if (wasMine) return !isMine
    return chat.operators.filter(({ id }) => !operatorIds.has(id)).length > Number(isMine)
  }

  /** Closes at once whatever can still be taken back: the page goes away. */
  async flush(): Promise<void> {
    await Promise.all([...this.#pending.keys()].map((chatId) => this.#commit(chatId)))
  }

  async #commit(chatId: string): Promise<void> {
    const closing = this.#end(chatId)
    if (!closing) return
    try {
      const { lastVisitorSeq, withoutTag } = closing
      const input = { chatId, lastVisitorSeq, withoutTag }
      const { closeChat } = await mutate(closeChatMutation, { input }, { outlivesPage: true })
      if (closeChat.chat) this.#chats.apply(closeChat.chat)
      const [refusal] = closeChat.userErrors
      if (refusal) showInfo(refusal.message)
    } catch (error) {
      showProblem(error)
    } finally {
      this.#chats.setAside(chatId, false)
    }
  }

  #end(chatId: string): Closing | undefined {
    const closing = this.#pending.get(chatId)
    if (!closing) return undefined
    clearTimeout(closing.timer)
    this.#pending.delete(chatId)
    hideToast(toastOf(chatId))
    return closing
  }
}

const toastOf = (chatId: string) => `close ${chatId}`

export function createClosings(chats: Chats): Closings {
  return new Closings(chats)
}

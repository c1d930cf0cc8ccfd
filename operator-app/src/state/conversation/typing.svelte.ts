import { SvelteMap } from 'svelte/reactivity'
import { setTypingMutation } from '../../graphql/messages.ts'
import { mutate } from '../../graphql/request.ts'

/** A notification that is not renewed is forgotten: its end may never arrive. */
const FORGET_AFTER_MS = 12_000
/** While somebody continues to type, the others are notified this often. */
const REPEAT_AFTER_MS = 5_000
const STOP_AFTER_MS = 6_000

const VISITOR = 'visitor'

/** Who is typing where, and notifying others that this operator is typing. */
export class Typing {
  #byChat = new SvelteMap<string, readonly string[]>()
  #timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** What the others are to be told next of each chat. */
  #untold = new Map<string, boolean>()
  #isTelling = false
  #own: { chatId: string; toldAt: number; timer: ReturnType<typeof setTimeout> } | null = null

  isVisitorTyping(chatId: string): boolean {
    return this.#byChat.get(chatId)?.includes(VISITOR) ?? false
  }

  /** Ids of the operators who type in a chat. */
  operators(chatId: string): readonly string[] {
    return this.#byChat.get(chatId)?.filter((who) => who !== VISITOR) ?? []
  }

  /** Takes in a notification; without an operator it is the visitor's. */
  apply(chatId: string, operatorId: string | null, typing: boolean): void {
    const who = operatorId ?? VISITOR
    const key = `${chatId} ${who}`
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    const others = (this.#byChat.get(chatId) ?? []).filter((other) => other !== who)
    this.#set(chatId, typing ? [...others, who] : others)
    if (typing)
      this.#timers.set(
        key,
        setTimeout(() => this.apply(chatId, operatorId, false), FORGET_AFTER_MS),
      )
  }

  /** This operator pressed a key in a chat's composer. */
  touch(chatId: string): void {
    if (this.#own && this.#own.chatId !== chatId) this.end()
    const now = Date.now()
    const due = !this.#own || now - this.#own.toldAt > REPEAT_AFTER_MS
    if (due) this.#tell(chatId, true)
    if (this.#own) clearTimeout(this.#own.timer)
    const toldAt = due || !this.#own ? now : this.#own.toldAt
    this.#own = { chatId, toldAt, timer: setTimeout(() => this.end(), STOP_AFTER_MS) }
  }

  /** This operator stopped, or sent what they typed. */
  end(): void {
    if (!this.#own) return
    clearTimeout(this.#own.timer)
    this.#tell(this.#own.chatId, false)
    this.#own = null
  }

  /** After a lost connection nobody knows who still types. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    this.#byChat.clear()
  }

  #set(chatId: string, who: readonly string[]): void {
    if (who.length > 0) this.#byChat.set(chatId, who)
    else this.#byChat.delete(chatId)
  }

  #tell(chatId: string, typing: boolean): void {
    this.#untold.set(chatId, typing)
    if (!this.#isTelling) void this.#tellAll()
  }

  /**
   * One after the other: of two requests at once, the end could arrive before the beginning. What changes while one is under way
   * is told as it is by then.
   */
  async #tellAll(): Promise<void> {
    this.#isTelling = true
    for (const [chatId, typing] of this.#untold) {
      this.#untold.delete(chatId)
      await mutate(setTypingMutation, { input: { chatId, typing } }).catch(() => {})
    }
    this.#isTelling = false
  }
}

export function createTyping(): Typing {
  return new Typing()
}

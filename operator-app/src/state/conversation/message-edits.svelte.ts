import { SvelteMap } from 'svelte/reactivity'
import type { Message } from '../../graphql/fragments.ts'

/** What messages are being changed to, by their ids. It stays while they are out of sight, or another chat is open. */
export class MessageEdits {
  #texts = new SvelteMap<string, string>()
  #begun: string | null = null

  get ids(): string[] {
    return [...this.#texts.keys()]
  }

  /** Undefined for a message that is not being edited. */
  get(id: string): string | undefined {
    return this.#texts.get(id)
  }

  begin({ id, text }: Message): void {
    this.#begun = id
    this.#texts.set(id, text ?? '')
  }

  set(id: string, text: string): void {
    this.#texts.set(id, text)
  }

  forget(id: string): void {
    this.#texts.delete(id)
  }

  /** Whether it was begun a moment ago, and not only comes into sight again. True once. */
  takeFocus(id: string): boolean {
    const isBegun = this.#begun === id
    if (isBegun) this.#begun = null
    return isBegun
  }
}

export function createMessageEdits(): MessageEdits {
  return new MessageEdits()
}

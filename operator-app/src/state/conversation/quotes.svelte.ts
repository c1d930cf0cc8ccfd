import { SvelteMap } from 'svelte/reactivity'
import type { Message } from '../../graphql/fragments.ts'
import type { Quote } from './outgoing-message.ts'

/** What the next message of each chat will quote. */
export class Quotes {
  #chosen = new SvelteMap<string, Message>()

  get(chatId: string): Message | null {
    return this.#chosen.get(chatId) ?? null
  }

  set(message: Message): void {
    this.#chosen.set(message.chat.id, message)
  }

  /** Returns whether something was chosen. */
  clear(chatId: string): boolean {
    return this.#chosen.delete(chatId)
  }

  /** What the message that is being sent quotes; the next one quotes nothing. */
  take(chatId: string): Quote | null {
    const message = this.get(chatId)
    this.clear(chatId)
    return message && { message, excerpt: excerptOf(message) }
  }
}

/** What is shown of a message that is quoted, until the server says it. */
export function excerptOf({ text, media, rich }: Message): string {
  return (text || rich?.title || rich?.markdown || media?.title || media?.fileName || '').slice(0, 200)
}

export function createQuotes(): Quotes {
  return new Quotes()
}

import { SvelteMap } from 'svelte/reactivity'
import type { Message } from '../../graphql/fragments.ts'
import { excerptOf } from './excerpt-of.ts'
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

  /** What was chosen was edited, or deleted: then nothing is quoted. */
  apply(message: Message): void {
    if (this.get(message.chat.id)?.id !== message.id) return
    if (message.deletedAt === null) this.set(message)
    else this.clear(message.chat.id)
  }

  /** Returns whether something was chosen. */
  clear(chatId: string): boolean {
    return this.#chosen.delete(chatId)
  }

  /** What the reply that is being sent quotes; the next one quotes nothing. A note stays among operators. */
  takeForReply(chatId: string): Quote | null {
    const isNote = this.get(chatId)?.type === 'NOTE'
    const quote = this.takeForNote(chatId)
    return isNote ? null : quote
  }

  /** What the note that is being written quotes; the next one quotes nothing. */
  takeForNote(chatId: string): Quote | null {
    const message = this.get(chatId)
    this.clear(chatId)
    return message && { message, excerpt: excerptOf(message) }
  }
}

export function createQuotes(): Quotes {
  return new Quotes()
}

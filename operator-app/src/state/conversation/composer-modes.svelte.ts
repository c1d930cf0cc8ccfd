import { SvelteMap } from 'svelte/reactivity'
import type { Drafts } from './drafts.svelte.ts'

interface ModeDrafts {
  replies: Drafts
  notes: Drafts
}

/** In which chats this operator writes a note, and in which a reply: each has a draft of its own. */
export class ComposerModes {
  #drafts: ModeDrafts
  #chosen = new SvelteMap<string, boolean>()
  /** What is being recorded would be lost with the field of the reply. */
  #isHeld = $state(false)

  constructor(drafts: ModeDrafts) {
    this.#drafts = drafts
  }

  get isHeld(): boolean {
    return this.#isHeld
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
  }

  /** After a reload, a note that was begun goes on as one, unless a reply was begun as well. */
  isNote(chatId: string): boolean {
    const { replies, notes } = this.#drafts
    return this.#chosen.get(chatId) ?? (notes.get(chatId) !== '' && replies.get(chatId) === '')
  }

  set(chatId: string, isNote: boolean): void {
    if (!this.#isHeld) this.#chosen.set(chatId, isNote)
  }
}

export function createComposerModes(drafts: ModeDrafts): ComposerModes {
  return new ComposerModes(drafts)
}

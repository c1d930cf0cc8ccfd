import { SvelteSet } from 'svelte/reactivity'

/** The most chats that one request can change. */
export const MOST_SELECTED = 100

/** A chat that could not be changed together with others, and why. */
export interface Refusal {
  chatId: string
  message: string
}

/**
 * The chats of the list on the screen that were selected, to be changed together. A chat that leaves the list is no
 * longer selected: nobody changes what they do not see.
 */
export class Selection {
  readonly #shown: () => readonly string[]
  readonly #chosen = new SvelteSet<string>()
  /** Where a range begins. */
  #anchor: string | null = null
  #isBusy = $state(false)
  #refusals = $state.raw<readonly Refusal[]>([])
  readonly #ids = $derived.by(() => {
    if (this.#chosen.size === 0) return []
    return this.#shown().filter((id) => this.#chosen.has(id))
  })

  constructor(shown: () => readonly string[]) {
    this.#shown = shown
  }

  /** In the order of the list. */
  get ids(): readonly string[] {
    return this.#ids
  }

  get isActive(): boolean {
    return this.#ids.length > 0
  }

  /** Whether a change is under way: nothing else is changed meanwhile. */
  get isBusy(): boolean {
    return this.#isBusy
  }

  /** What the last change could not do. */
  get refusals(): readonly Refusal[] {
    return this.#refusals
  }

  has(id: string): boolean {
    return this.#chosen.has(id)
  }

  /** Selects or deselects a chat. False when no more can be selected. */
  toggle(id: string): boolean {
    this.#anchor = id
    if (this.#chosen.delete(id)) return true
    return this.#add([id])
  }

  /** Selects everything between the chat that was last selected and this one. False when that is too much. */
  extendTo(id: string): boolean {
    const shown = this.#shown()
    const [from, to] = [shown.indexOf(this.#anchor ?? id), shown.indexOf(id)].sort((a, b) => a - b)
    return this.#add(shown.slice(Math.max(from ?? 0, 0), (to ?? 0) + 1))
  }

  /** Selects the chats that the list shows. False when there are too many: then the first ones are. */
  selectAll(): boolean {
    return this.#add(this.#shown())
  }

  clear(): void {
    this.#chosen.clear()
    this.#anchor = null
  }

  /** Forgets what the last change could not do. */
  dismiss(): void {
    this.#refusals = []
  }

  /** Runs a change, unless one is under way. What was done is no longer selected; what was refused still is. */
  async change(run: () => Promise<readonly Refusal[]>): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      const ids = this.#ids
      this.#refusals = await run()
      const refused = new Set(this.#refusals.map(({ chatId }) => chatId))
      for (const id of ids) if (!refused.has(id)) this.#chosen.delete(id)
    } finally {
      this.#isBusy = false
    }
  }

  #add(ids: readonly string[]): boolean {
    // Those that have left the list count no longer.
    const shown = new Set(this.#shown())
    for (const id of [...this.#chosen]) if (!shown.has(id)) this.#chosen.delete(id)
    for (const id of ids) {
      if (this.#chosen.size >= MOST_SELECTED && !this.#chosen.has(id)) return false
      this.#chosen.add(id)
    }
    return true
  }
}

export function createSelection(shown: () => readonly string[]): Selection {
  return new Selection(shown)
}

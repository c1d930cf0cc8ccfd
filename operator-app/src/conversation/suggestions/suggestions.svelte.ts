import { findTrigger, type Sign, type Trigger } from './find-trigger.ts'

/** Something that can be put in the place of what was typed. */
export interface Suggestion {
  id: string
  title: string
  detail: string
  /** Shown in front of the title. */
  mark?: string
  /** More about the chosen one: what would be written. */
  preview?: string
  text: string
  onTaken?: () => void
}

interface Options {
  /** What fits what was typed after the sign, best first. */
  find: Record<Sign, (typed: string) => Promise<readonly Suggestion[]>>
  /** Puts the suggestion into the text. */
  take: (suggestion: Suggestion, trigger: Trigger) => void
}

/** What is shown; of more, typing on finds them. */
const MOST = 50

const NONE: readonly Suggestion[] = []

/** The list above the composer that completes what is being typed. */
export class Suggestions {
  #options: Options
  #trigger = $state.raw<Trigger | null>(null)
  #items = $state.raw(NONE)
  #more = $state(0)
  #active = $state(0)
  #isFinding = $state(false)
  /** Enter was pressed before anything was found: the first one is taken then. */
  #isAwaited = false
  /** Where Escape was pressed: what is typed there is meant as it is. */
  #dismissedAt: number | null = null

  constructor(options: Options) {
    this.#options = options
  }

  get sign(): Sign | null {
    return this.#trigger?.sign ?? null
  }

  get typed(): string {
    return this.#trigger?.typed ?? ''
  }

  get items(): readonly Suggestion[] {
    return this.#items
  }

  /** How many fit as well, but are not shown. */
  get more(): number {
    return this.#more
  }

  get active(): Suggestion | undefined {
    return this.#items[this.#active]
  }

  get isFinding(): boolean {
    return this.#isFinding
  }

  get isOpen(): boolean {
    return this.#trigger !== null
  }

  /** The text or the caret has changed. */
  async update(text: string, caret: number): Promise<void> {
    const trigger = findTrigger(text, caret)
    if (trigger?.start !== this.#dismissedAt) this.#dismissedAt = null
    if (!trigger || this.#dismissedAt !== null) return this.close()
    if (trigger.sign !== this.#trigger?.sign) this.#items = NONE
    this.#trigger = trigger
    this.#isFinding = true
    const found = await this.#options.find[trigger.sign](trigger.typed).catch(() => NONE)
    if (this.#trigger !== trigger) return
    this.#isFinding = false
    this.#items = found.slice(0, MOST)
    this.#more = found.length - this.#items.length
    this.#active = 0
    if (this.#isAwaited) this.take(this.#items[0])
    this.#isAwaited = false
  }

  close(): void {
    this.#trigger = null
    this.#items = NONE
    this.#isFinding = false
    this.#isAwaited = false
  }

  point(item: Suggestion): void {
    this.#active = Math.max(0, this.#items.indexOf(item))
  }

  take(item: Suggestion | undefined): void {
    const trigger = this.#trigger
    if (!item || !trigger) return
    this.close()
    this.#options.take(item, trigger)
  }

  /** Whether the key was meant for the list. */
  handleKey({ key, shiftKey }: KeyboardEvent): boolean {
    if (!this.#trigger) return false
    if (key === 'Escape') return this.#dismiss()
    if (this.#isFinding && key === 'Enter' && !shiftKey) {
      this.#isAwaited = true
      return true
    }
    if (this.#items.length === 0) return false
    if (key === 'ArrowDown') return this.#move(1)
    if (key === 'ArrowUp') return this.#move(-1)
    if ((key !== 'Enter' && key !== 'Tab') || shiftKey) return false
    this.take(this.active)
    return true
  }

  #dismiss(): boolean {
    const isShown = this.#items.length > 0 || this.#isFinding || this.typed === ''
    this.#dismissedAt = this.#trigger?.start ?? null
    this.close()
    return isShown
  }

  #move(step: 1 | -1): boolean {
    const count = this.#items.length
    this.#active = (this.#active + step + count) % count
    return true
  }
}

export function createSuggestions(options: Options): Suggestions {
  return new Suggestions(options)
}

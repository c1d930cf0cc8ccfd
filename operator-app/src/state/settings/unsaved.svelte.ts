/**
 * Which forms on the page have unsaved edits, and which dialogs have content that is shown only once. Separate because
 * the page that asks knows none of them.
 */
class Unsaved {
  #forms = new Set<() => boolean>()
  #leave = $state.raw<(() => void) | null>(null)

  get isAny(): boolean {
    return [...this.#forms].some((isChanged) => isChanged())
  }

  get isAsking(): boolean {
    return this.#leave !== null
  }

  add(isChanged: () => boolean): () => void {
    this.#forms.add(isChanged)
    return () => this.#forms.delete(isChanged)
  }

  /** Asks before `leave`, unless nothing would be lost; then false. */
  readonly ask = (leave: () => void): boolean => {
    if (!this.isAny) return false
    this.#leave = leave
    return true
  }

  stay(): void {
    this.#leave = null
  }

  /** Drops the edits and goes where somebody wanted to go. */
  leave(): void {
    this.#forms.clear()
    this.#leave?.()
    this.#leave = null
  }
}

export const unsaved = new Unsaved()

/** While the calling component exists, nobody leaves the page without being asked about its edits. */
export function keepEdits(isChanged: () => boolean): void {
  $effect(() => unsaved.add(isChanged))
}

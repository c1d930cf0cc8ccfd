export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: string
  kind: 'success' | 'info' | 'error'
  text: string
  /** Whom or what it is about. */
  about?: string
  action?: ToastAction
  /** How long it is shown while nobody points at it; null until it is hidden. */
  durationMs: number | null
}

/** More would cover the list. */
const MOST = 4

/** What is said briefly at the edge of the page. Separate from toasts.ts, which knows what is said and how. */
class ShownToasts {
  #items = $state.raw<readonly Toast[]>([])

  /** The oldest first. */
  get items() {
    return this.#items
  }

  /** Takes the place of the one with the same id. */
  show(toast: Toast): void {
    const others = this.#items.filter(({ id }) => id !== toast.id)
    this.#items = [...others, toast].slice(-MOST)
  }

  hide(id: string): void {
    this.#items = this.#items.filter((toast) => toast.id !== id)
  }
}

export const shownToasts = new ShownToasts()

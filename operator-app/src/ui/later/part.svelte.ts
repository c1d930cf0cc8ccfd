import type { Component } from 'svelte'

/** What any component gets. */
export type AnyProps = Record<string, unknown>

/** A component that is not in what the page loads first. */
export class Part {
  /** Dialogs keep what is typed until they are there; a pane shows that it is loading. */
  readonly kind: 'dialog' | 'pane'
  readonly #read: () => Promise<{ default: Component<AnyProps> }>
  #component = $state.raw<Component<AnyProps> | null>(null)
  #hasFailed = $state(false)
  #loading: Promise<void> | null = null

  constructor(kind: Part['kind'], read: () => Promise<{ default: Component<AnyProps> }>) {
    this.kind = kind
    this.#read = read
  }

  /** Null until it is loaded. */
  get component() {
    return this.#component
  }

  /** The server was not reached, or has another build by now. */
  get hasFailed() {
    return this.#hasFailed
  }

  /** Loads it, if it is not there yet. Never throws: `hasFailed` says how it went. */
  load(): Promise<void> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  async #load(): Promise<void> {
    this.#hasFailed = false
    try {
      this.#component = (await this.#read()).default
    } catch {
      this.#hasFailed = true
      this.#loading = null
    }
  }
}

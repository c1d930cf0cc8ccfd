import type { Component } from 'svelte'
import { importAgain } from '../../browser/import-again.ts'
import { loadMissingStyles } from '../../browser/missing-styles.ts'

/** What any component gets. */
export type AnyProps = Record<string, unknown>

type Read = () => Promise<{ default: Component<AnyProps> }>

/** Between the attempts to load it. */
const PAUSES_MS = [300, 1_200]

/** A component that is not in what the page loads first. */
export class Part {
  /** Dialogs keep what is typed until they are there; a pane shows that it is loading. */
  readonly kind: 'dialog' | 'pane'
  readonly #read: Read
  #component = $state.raw<Component<AnyProps> | null>(null)
  #hasFailed = $state(false)
  #loading: Promise<void> | null = null

  constructor(kind: Part['kind'], read: Read) {
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
    // A pane goes on saying that it is missing until it is not.
    if (this.kind === 'dialog') this.#hasFailed = false
    try {
      this.#component = (await this.#insist()).default
      this.#hasFailed = false
    } catch {
      this.#hasFailed = true
      this.#loading = null
    }
  }

  /** A connection may break at any time. */
  async #insist(): ReturnType<Read> {
    for (const pause of PAUSES_MS) {
      try {
        return await this.#attempt()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    return await this.#attempt()
  }

  async #attempt(): ReturnType<Read> {
    // Browsers remember what could not be loaded, and would not ask for it again when they are back online. A server on the
    // same machine is there also when they say that they are offline.
    if (!navigator.onLine) await fetch(location.origin, { method: 'HEAD', cache: 'no-store' })
    await loadMissingStyles()
    try {
      return await this.#read()
    } catch (error) {
      return await importAgain(error)
    }
  }
}

import type { EventType } from '../graphql/events.ts'
import { getWorkspace } from './workspace.svelte.ts'

/**
 * Something read from the server for one page of the settings: its value, or that it could not be read. It is read again
 * after each event of the types that it follows.
 */
export class Resource<Value> {
  #read: () => Promise<Value>
  #value = $state.raw<Value>()
  #failed = $state(false)
  #loads = 0

  constructor(read: () => Promise<Value>, types: readonly EventType[]) {
    this.#read = read
    void this.load()
    if (types.length === 0) return
    const { changes } = getWorkspace()
    $effect(() => changes.on(types, () => void this.load()))
  }

  /** Undefined until it was read once. */
  get value() {
    return this.#value
  }

  set value(value: Value | undefined) {
    // What is being read was asked for before.
    this.#loads += 1
    this.#value = value
  }

  get failed() {
    return this.#failed && this.#value === undefined
  }

  /** Reads it again; what is on the screen stays until the answer is here. */
  async load(): Promise<void> {
    const load = ++this.#loads
    this.#failed = false
    try {
      const value = await this.#read()
      if (load === this.#loads) this.#value = value
    } catch {
      if (load === this.#loads) this.#failed = true
    }
  }
}

export function createResource<Value>(
  read: () => Promise<Value>,
  types: readonly EventType[] = [],
): Resource<Value> {
  return new Resource(read, types)
}

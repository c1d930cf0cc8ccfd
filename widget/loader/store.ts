import type { CoreState } from '../core.ts'

type Listener = (state: CoreState, before: CoreState) => void

/** What the widget knows now: one object, replaced with every change. */
export interface Store {
  readonly state: CoreState
  set(changes: Partial<CoreState>): void
  subscribe(listener: Listener): () => void
}

export function createStore(initial: CoreState): Store {
  let state = initial
  const listeners = new Set<Listener>()
  return {
    get state() {
      return state
    },
    set(changes) {
      const before = state
      state = { ...state, ...changes }
      for (const listener of listeners) listener(state, before)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

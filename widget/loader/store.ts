import type { BaseState } from '../core.ts'
import { createListeners, type Listeners } from './listeners.ts'

/** False or undefined means no change. */
export type Changes = Partial<BaseState> | false | undefined

/** The widget's present state: one object, replaced with every change. */
export interface Store {
  readonly state: BaseState
  set(changes: Changes): void
  subscribe: Listeners<[state: BaseState, before: BaseState]>['add']
}

/**
 * The state that the parts of the widget share; listeners get it together with what it was before. It ends with the
 * signal: an answer that comes after the widget was removed must not put any of it back on the page.
 */
export function createStore(initial: BaseState, signal: AbortSignal): Store {
  const listeners = createListeners<[state: BaseState, before: BaseState]>()
  let state = initial
  return {
    get state() {
      return state
    },
    set(changes) {
      if (signal.aborted) return
      const before = state
      state = { ...state, ...changes }
      listeners.call(state, before)
    },
    subscribe: listeners.add,
  }
}

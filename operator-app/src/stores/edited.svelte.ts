import { untrack } from 'svelte'
import { followEdit } from './follow-edit.ts'

/** What a form holds: a copy of a record that follows it as far as nobody has edited it. */
export class Edited<Values extends object> {
  /** Bound to the fields. */
  values = $state() as Values

  /** `read` gives the record as it is now; it must be called while a component is created. */
  constructor(read: () => Values) {
    let before = untrack(() => copy(read()))
    this.values = copy(before)
    $effect(() => {
      const now = copy(read())
      untrack(() => {
        this.values = followEdit($state.snapshot(this.values) as Values, before, now)
        before = now
      })
    })
  }
}

/** Fields of a form are texts, switches and lists of ids. */
function copy<Values extends object>(values: Values): Values {
  return structuredClone($state.snapshot(values)) as Values
}

export function createEdited<Values extends object>(read: () => Values): Edited<Values> {
  return new Edited(read)
}

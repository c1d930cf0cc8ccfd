type DialogName =
  | 'palette'
  | 'shortcuts'
  | 'transfer'
  | 'invite'
  | 'close'
  | 'leave'
  | 'location'
  | 'tags'
  | 'close-tag'
  | 'write'
  | 'save-view'
  | 'snooze'
  | 'priority'
  | 'delete-view'
  | 'several-tags'
  | 'several-transfer'
  | 'several-close'
  | 'several-close-tag'
  | 'several-refused'

/** Which of the app's own dialogs is open: one at most. Separate because commands open what others draw. */
class Dialogs {
  #open = $state<DialogName | null>(null)

  is(name: DialogName): boolean {
    return this.#open === name
  }

  get isAnyOpen(): boolean {
    return this.#open !== null
  }

  open(name: DialogName): void {
    this.#open = name
  }

  /** Closes the named dialog if it is the open one; without a name, whichever is open. */
  close(name = this.#open): void {
    if (this.#open === name) this.#open = null
  }
}

export const dialogs = new Dialogs()

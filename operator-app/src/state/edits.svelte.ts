/**
 * What a form shows: in the fields that were changed what was typed, in all others what is stored now. So a change
 * that arrives while somebody types neither takes their words away nor is undone when they save.
 */
export class Edits<Fields extends object> {
  readonly fields: Fields
  #stored: () => Fields
  #changed = $state.raw<Partial<Fields>>({})

  constructor(stored: () => Fields) {
    this.#stored = stored
    this.fields = {} as Fields
    for (const name of Object.keys(stored()) as (keyof Fields)[]) {
      Object.defineProperty(this.fields, name, {
        enumerable: true,
        get: () => this.#get(name),
        set: (value: Fields[typeof name]) => {
          this.#changed = { ...this.#changed, [name]: value }
        },
      })
    }
  }

  /** The fields as they are to be saved. */
  get values(): Fields {
    return { ...this.fields }
  }

  /** Whether a field says something else than what is stored. */
  get isChanged(): boolean {
    const stored = this.#stored()
    return (Object.keys(this.#changed) as (keyof Fields)[]).some(
      (name) => JSON.stringify(this.#changed[name]) !== JSON.stringify(stored[name]),
    )
  }

  /** They were saved: what is stored is shown from now on. */
  forget(): void {
    this.#changed = {}
  }

  #get<Name extends keyof Fields>(name: Name): Fields[Name] {
    return name in this.#changed ? (this.#changed[name] as Fields[Name]) : this.#stored()[name]
  }
}

export function createEdits<Fields extends object>(stored: () => Fields): Edits<Fields> {
  return new Edits(stored)
}

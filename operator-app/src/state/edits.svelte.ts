/** A changed field, with what was stored when it was changed. */
interface Change<Value> {
  value: Value
  before: Value
}

/**
 * What a form shows: in the fields that were changed what was typed, in all others what is stored now. So a change
 * that arrives while somebody types neither takes their words away nor is undone when they save. Of a list, such as
 * the operators of a channel, only what was added and removed counts.
 */
export class Edits<Fields extends object> {
  readonly fields: Fields
  #stored: () => Fields
  #changed = $state.raw<{ [Name in keyof Fields]?: Change<Fields[Name]> }>({})

  constructor(stored: () => Fields) {
    this.#stored = stored
    this.fields = {} as Fields
    for (const name of Object.keys(stored()) as (keyof Fields)[]) {
      Object.defineProperty(this.fields, name, {
        enumerable: true,
        get: () => this.#get(name),
        set: (value: Fields[typeof name]) => {
          this.#changed = { ...this.#changed, [name]: { value, before: this.#stored()[name] } }
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
      (name) => JSON.stringify(this.#get(name)) !== JSON.stringify(stored[name]),
    )
  }

  /** They were saved: what is stored is shown from now on. */
  forget(): void {
    this.#changed = {}
  }

  #get<Name extends keyof Fields>(name: Name): Fields[Name] {
    const stored = this.#stored()[name]
    const change = this.#changed[name]
    if (!change) return stored
    const { value, before } = change
    if (!isIds(value) || !isIds(before) || !isIds(stored)) return value
    const kept = stored.filter((id) => value.includes(id) || !before.includes(id))
    const added = value.filter((id) => !before.includes(id) && !stored.includes(id))
    return [...kept, ...added] as Fields[Name] & string[]
  }
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}

export function createEdits<Fields extends object>(stored: () => Fields): Edits<Fields> {
  return new Edits(stored)
}

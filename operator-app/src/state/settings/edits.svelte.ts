/** A changed field, with what was stored, or was being saved, when it was changed. */
interface Change<Value> {
  value: Value
  before: Value
}

type Changes<Fields> = { [Name in keyof Fields]?: Change<Fields[Name]> }

/**
 * The values of a form: changed fields have what was typed, all others what is stored now. So a change
 * that arrives while somebody types neither takes their words away nor is undone when they save. Of a list, such as
 * the operators of a channel, only what was added and removed counts.
 */
export class Edits<Fields extends object> {
  readonly fields: Fields
  #stored: () => Fields
  #changed = $state.raw<Changes<Fields>>({})
  /** What is on its way to the server, and may be stored already. */
  #saving: Fields | null = null

  constructor(stored: () => Fields) {
    this.#stored = stored
    this.fields = {} as Fields
    for (const name of Object.keys(stored()) as (keyof Fields)[]) {
      Object.defineProperty(this.fields, name, {
        enumerable: true,
        get: () => this.#get(name),
        set: (value: Fields[typeof name]) => {
          const { [name]: before } = this.#saving ?? this.#stored()
          this.#changed = { ...this.#changed, [name]: { value, before } }
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

  /**
   * Gives the fields to `send`. Once that resolves with true, they show what is stored, except for those that were
   * changed again meanwhile.
   */
  async save(send: (values: Fields) => Promise<boolean>): Promise<boolean> {
    const sent = this.#changed
    const values = this.values
    this.#saving = values
    try {
      if (!(await send(values))) return false
    } finally {
      this.#saving = null
    }
    const changes = Object.entries(this.#changed) as [keyof Fields, Change<Fields[keyof Fields]>][]
    const changedSince = changes.filter(([name, change]) => change !== sent[name])
    const rebased = changedSince.map(([name, { value }]) => [name, { value, before: values[name] }])
    this.#changed = Object.fromEntries(rebased) as Changes<Fields>
    return true
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

/** Something read from the server for one page of the settings: its value, or that it could not be read. */
export class Resource<Value> {
  #read: () => Promise<Value>
  #value = $state.raw<Value>()
  #failed = $state(false)

  constructor(read: () => Promise<Value>) {
    this.#read = read
    void this.load()
  }

  /** Undefined until it was read once. */
  get value() {
    return this.#value
  }

  set value(value: Value | undefined) {
    this.#value = value
  }

  get failed() {
    return this.#failed && this.#value === undefined
  }

  /** Reads it again; what is on the screen stays until the answer is here. */
  async load(): Promise<void> {
    this.#failed = false
    try {
      this.#value = await this.#read()
    } catch {
      this.#failed = true
    }
  }
}

export function createResource<Value>(read: () => Promise<Value>): Resource<Value> {
  return new Resource(read)
}

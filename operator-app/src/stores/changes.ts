import type { EventType } from '../graphql/events.ts'

/** Events that come together, as when a bot leaves all of its channels, are told once. */
const TELL_AFTER_MS = 150

/** The types of events that change what is shown of something. */
export const changesOf = {
  bots: ['BotConnected', 'BotUpdated', 'BotDisconnected'],
  channels: ['ChannelCreated', 'ChannelUpdated', 'ChannelDeleted'],
  departments: ['DepartmentCreated', 'DepartmentUpdated', 'DepartmentDeleted'],
  operators: ['OperatorCreated', 'OperatorUpdated', 'OperatorDeactivated', 'OperatorReactivated'],
} as const satisfies Record<string, readonly EventType[]>

/** Tells whoever shows something that is not kept in a store that it has changed on the server. */
export class Changes {
  #listeners = new Map<() => void, readonly EventType[]>()
  #due = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Returns how to stop listening, as effects want it. */
  on(types: readonly EventType[], listener: () => void): () => void {
    this.#listeners.set(listener, types)
    return () => {
      this.#listeners.delete(listener)
      this.#due.delete(listener)
    }
  }

  /** An event of this type came. */
  tell(type: EventType): void {
    this.#plan((types) => types.includes(type))
  }

  /** Nobody knows what has changed: events were missed. */
  tellAll(): void {
    this.#plan(() => true)
  }

  #plan(isMeant: (types: readonly EventType[]) => boolean): void {
    for (const [listener, types] of this.#listeners) if (isMeant(types)) this.#due.add(listener)
    if (this.#due.size > 0) this.#timer ??= setTimeout(() => this.#run(), TELL_AFTER_MS)
  }

  #run(): void {
    this.#timer = undefined
    const due = [...this.#due]
    this.#due.clear()
    for (const listener of due) listener()
  }
}

export function createChanges(): Changes {
  return new Changes()
}

import { type Bus, topics } from './bus.ts'
import { decodeLiveEvent, type LiveEvent } from './live-event.ts'

type Listener = (event: LiveEvent) => void

/**
 * The live events of this process: one bus subscription for each account that somebody follows here, and one
 * event object for all who follow, so that work on it can be shared.
 */
export class EventHub {
  readonly #bus: Bus
  readonly #accounts = new Map<string, { listeners: Set<Listener>; subscription: Promise<() => void> }>()

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** Resolves when nothing that is announced from then on can be missed. */
  async follow(accountId: string, listener: Listener): Promise<() => void> {
    let account = this.#accounts.get(accountId)
    if (!account) {
      const listeners = new Set<Listener>()
      const subscription = this.#bus.subscribe(topics.account(accountId), (payload) => {
        const event = decodeLiveEvent(payload)
        for (const listen of listeners) listen(event)
      })
      account = { listeners, subscription }
      this.#accounts.set(accountId, account)
    }
    const { listeners, subscription } = account
    listeners.add(listener)
    const unsubscribe = await subscription.catch((error) => {
      this.#accounts.delete(accountId)
      throw error
    })
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0 || this.#accounts.get(accountId)?.listeners !== listeners) return
      this.#accounts.delete(accountId)
      unsubscribe()
    }
  }

  /** Accounts that somebody follows in this process. */
  accountIds(): string[] {
    return [...this.#accounts.keys()]
  }

  /** Tells the followers of this process only. */
  emit(event: LiveEvent): void {
    for (const listen of this.#accounts.get(event.accountId)?.listeners ?? []) listen(event)
  }
}

import type { Origins } from '../outbox/origins.ts'
import { describeError } from '../process/describe-error.ts'
import type { Logger } from '../process/logger.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Bus } from './bus.ts'
import { topics } from './bus.ts'
import type { EventHub } from './hub.ts'
import { entryOf } from './kinds/event-kinds.ts'
import { encodeLiveEvent, fromLog, type LiveEvent } from './live-event.ts'
import type { RecordedEvent } from './record.ts'

interface AnnouncerOptions {
  bus: Bus
  hub: EventHub
  log: Logger
  metrics: Metrics
  origins: Origins
  /** Starts a delivery lane in this process; returns false when another should. */
  startLane(lane: string): boolean
  /** Leaves delivery lanes to any process. */
  enqueueLanes(lanes: string[]): Promise<void>
}

/**
 * Announces what was committed: immediately to live screens and to delivery lanes that this process works, and in batches
 * to all other lanes. It never throws: the change is stored. What could not be announced, for example because this process
 * died, is not lost: screens get it from the log (`hub.ts`), and lanes are swept (`outbox/sweep-outbox.ts`).
 */
export class Announcer {
  readonly #options: AnnouncerOptions
  readonly #pending = new Set<Promise<void>>()
  readonly #prepared = new WeakMap<RecordedEvent, LiveEvent>()
  #lanes = new Set<string>()

  constructor(options: AnnouncerOptions) {
    this.#options = options
  }

  /**
   * Has the screens of this process prepare an event that is about to be committed: most of their work is done by the
   * time it is announced. Without the announcement, nobody learns of it.
   */
  prepare(recorded: RecordedEvent): void {
    const event = fromLog(recorded.event, recorded.snapshot)
    this.#prepared.set(recorded, event)
    try {
      this.#options.hub.prepare(event)
    } catch (error) {
      this.#options.log.warn({ reason: describeError(error).reason }, 'an event could not be prepared')
    }
  }

  /** Returns immediately; the work continues in the background. */
  announce(recorded: RecordedEvent[]): void {
    for (const each of recorded) {
      const { event, snapshot, lanes = [] } = each
      for (const lane of new Set(lanes)) this.wake(lane, event.messageId)
      this.#run(this.#publish(this.#prepared.get(each) ?? fromLog(event, snapshot), event.createdAt))
      if (event.channelId !== null && entryOf(event.kind).movesQueue)
        this.#run(this.#options.bus.publish(topics.queues, event.channelId))
      if (entryOf(event.kind).changesLoad) this.#run(this.#options.bus.publish(topics.busy, event.accountId))
    }
  }

  /**
   * Wakes the lane, for an item about this message if there is one: here at once, or elsewhere in one batch with others
   * that are woken at the same moment.
   */
  wake(lane: string, messageId: string | null): void {
    this.#options.origins.note(lane, messageId)
    if (this.#options.startLane(lane)) return
    if (this.#lanes.size === 0) {
      setImmediate(() => {
        const lanes = [...this.#lanes]
        this.#lanes = new Set()
        this.#run(this.#options.enqueueLanes(lanes))
      })
    }
    this.#lanes.add(lane)
  }

  /** Sends live screens an event that is not stored. */
  tell(event: LiveEvent): void {
    this.#run(this.#send(event))
  }

  /** Resolves when everything announced so far has been sent. */
  async flush(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  async #publish(event: LiveEvent, createdAt: Date): Promise<void> {
    await this.#send(event)
    this.#options.metrics.eventLag.observe(Math.max(0, Date.now() - createdAt.getTime()) / 1000)
  }

  /** The screens of this process need neither the round trip nor the JSON. */
  async #send(event: LiveEvent): Promise<void> {
    const { bus, hub } = this.#options
    hub.tell(event)
    await bus.publishElsewhere(topics.account(event.accountId), () => encodeLiveEvent(event), {
      isLogged: event.id !== null,
    })
  }

  #run(work: Promise<void>): void {
    const tracked = work
      .catch((error) =>
        this.#options.log.warn({ reason: describeError(error).reason }, 'an announcement did not go out'),
      )
      .finally(() => this.#pending.delete(tracked))
    this.#pending.add(tracked)
  }
}

import { workLane as workLaneJob } from '../jobs/work-lane.ts'
import { describeError } from '../process/describe-error.ts'
import { withinSpan } from '../process/tracing/current-span.ts'
import type { Services } from '../services.ts'
import { KindWorker } from './kind-worker.ts'
import { kindOfLane } from './lane.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { sweepOutbox } from './sweep-outbox.ts'
import { workLane } from './work-lane.ts'

/** Works the lanes of this process; each kind has slots of its own. */
export class Lanes {
  readonly #services: Services
  readonly #stopping: AbortSignal
  readonly #kinds: Map<string, KindWorker>
  /** Woken while they were being worked: the new item may have come too late for the last read. */
  readonly #again = new Set<string>()
  #sweptUntil = ''

  constructor(services: Services, kinds: readonly OutboxKind[], stopping: AbortSignal) {
    this.#services = services
    this.#stopping = stopping
    this.#kinds = new Map(
      kinds.map((kind) => {
        const worker: KindWorker = new KindWorker(
          services,
          kind,
          (lane) => !stopping.aborted && this.#begin(worker, lane),
        )
        return [kind.name, worker]
      }),
    )
  }

  /** Returns when to come back to the lane; null when nothing is left in it. */
  async work(lane: string): Promise<Date | null> {
    const worker = this.#kinds.get(kindOfLane(lane))
    // A newer process has this kind.
    if (!worker) return null
    return workLane(this.#services, { worker, lane, stopping: this.#stopping })
  }

  /** Starts a lane immediately, without a job. Returns false when there is no room, or this process is stopping. */
  start(lane: string): boolean {
    const worker = this.#kinds.get(kindOfLane(lane))
    if (!worker || this.#stopping.aborted) return false
    const { started, slots, kind } = worker
    if (slots.isWaiting(lane)) return true
    if (started.size >= kind.concurrency && !started.has(lane)) return false
    return this.#begin(worker, lane)
  }

  /** Wakes overdue lanes of all processes; if there are very many, some of them each time, in turn. */
  async sweep(): Promise<void> {
    this.#sweptUntil = await sweepOutbox(this.#services, {
      kinds: [...this.#kinds.values()].map(({ kind }) => kind),
      after: this.#sweptUntil,
    })
  }

  /** Waits for the lanes that were started without a job. */
  async settle(): Promise<void> {
    await Promise.all([...this.#kinds.values()].flatMap(({ started }) => [...started.values()]))
  }

  /** Leaves the lanes that wait for a slot to other processes. */
  async leave(): Promise<void> {
    const waiting = [...this.#kinds.values()].flatMap(({ slots }) => slots.waiting)
    if (waiting.length > 0)
      await this.#services.queues.enqueue(
        workLaneJob,
        waiting.map((lane) => ({ lane })),
      )
  }

  #begin(worker: KindWorker, lane: string): true {
    const { started } = worker
    if (started.has(lane)) this.#again.add(lane)
    // It is nobody's any more: each attempt has a trace of its own.
    else
      started.set(
        lane,
        withinSpan(undefined, () => this.#run(lane, worker)),
      )
    return true
  }

  async #run(lane: string, { started, slots }: KindWorker): Promise<void> {
    const { queues, log } = this.#services
    try {
      do {
        this.#again.delete(lane)
        const next = await this.work(lane)
        // A job waits for the time, and survives this process.
        if (next) {
          const delayMs = Math.max(0, next.getTime() - Date.now())
          await queues.enqueue(workLaneJob, [{ lane }], { delayMs })
        }
      } while (this.#again.has(lane) && !this.#stopping.aborted)
    } catch (error) {
      log.error({ kind: kindOfLane(lane), ...describeError(error) }, 'a lane waits for the sweep')
    } finally {
      this.#again.delete(lane)
      started.delete(lane)
      // Resumed in vain, after an error.
      const kept = slots.takeKept(lane)
      if (kept !== null) slots.give(kept)
    }
  }
}

import { statfs } from 'node:fs/promises'
import { ownQueues } from '../jobs/registry.ts'
import { outboxKinds } from '../outbox/kinds.ts'
import { labelOfKind, queueOfKind } from '../outbox/lane.ts'
import { type LaneStates, laneStates } from '../outbox/lane-states.ts'
import { OUTCOMES } from '../process/metrics.ts'
import type { Services } from '../services.ts'
import { createStoreCheck } from './check-stores.ts'
import { measureProcess } from './measure-process.ts'

/** However many Prometheus servers ask, the stores are read only once in this time. */
const FRESH_MS = 5_000
/** After this time a store's figures count as unknown, because the others are needed at just such a moment. */
const LIMIT_MS = 2_000

const KINDS = outboxKinds.map(({ name }) => name)
const LABELS = KINDS.map(labelOfKind)
const QUEUES = [...KINDS.map(queueOfKind), ...Object.keys(ownQueues)]

/** Each is found in the index `OutboxItem_pending_age`, whose condition the query repeats. */
const AGES = `
  SELECT lower(kind) AS label, extract(epoch FROM now() - (
    SELECT min("createdAt") FROM "OutboxItem" item
    WHERE item.kind = k.kind AND state = 'PENDING' AND item.kind <> ''))::float8 AS age
  FROM unnest($1::text[]) AS k(kind)`

/** Returns a function that updates the gauges that need a store. It never throws and never takes long. */
export function createStoreMeter(services: Services): () => Promise<void> {
  for (const kind of KINDS.map(labelOfKind)) {
    for (const outcome of OUTCOMES) services.metrics.outboxAttempts.inc({ kind, outcome }, 0)
  }
  const checkStores = createStoreCheck(services)
  const measures = [
    remembered(() => measureAges(services)),
    remembered(() => measureLanes(services)),
    remembered(async () => {
      for (const [store, state] of Object.entries(await checkStores()))
        services.metrics.storeUp.set({ store }, state === 'ok' ? 1 : 0)
    }),
    remembered(() => measureDisk(services)),
  ]
  const depths = QUEUES.map((queue) => remembered(() => measureQueue(services, queue)))
  return async () => {
    measureProcess(services)
    await Promise.race([Promise.all([...measures, ...depths].map((measure) => measure())), limit()])
  }
}

/** One measurement at a time, even when the store hangs: no request starts another that would hang too. */
function remembered(measure: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let at = Number.NEGATIVE_INFINITY
  return () => {
    if (running || performance.now() - at < FRESH_MS) return running ?? Promise.resolve()
    running = measure().finally(() => {
      at = performance.now()
      running = undefined
    })
    return running
  }
}

async function measureAges({ pool, metrics: { oldestPending } }: Services): Promise<void> {
  try {
    // Less than the limit, so that an unknown age is already missing from this answer.
    const statement = { text: AGES, values: [KINDS], query_timeout: LIMIT_MS - 500 }
    const { rows } = await pool.query<{ label: string; age: number | null }>(statement)
    for (const { label: kind, age } of rows) oldestPending.set({ kind }, Math.max(0, age ?? 0))
  } catch {
    for (const kind of LABELS) oldestPending.remove({ kind })
  }
}

async function measureLanes({ pool, metrics: { lanes, overdue } }: Services): Promise<void> {
  try {
    const { text, values } = laneStates(outboxKinds)
    const statement = { text, values, query_timeout: LIMIT_MS - 500 }
    const { rows } = await pool.query<LaneStates>(statement)
    for (const { kind: name, sending, due, waiting, overdue: seconds } of rows) {
      const kind = labelOfKind(name)
      for (const [state, count] of Object.entries({ sending, due, waiting }))
        lanes.set({ kind, state }, count)
      overdue.set({ kind }, Math.max(0, seconds ?? 0))
    }
  } catch {
    lanes.reset()
    overdue.reset()
  }
}

async function measureDisk({ env, metrics: { filesFreeBytes } }: Services): Promise<void> {
  try {
    const { bavail, bsize } = await statfs(env.files.dir)
    filesFreeBytes.set(bavail * bsize)
  } catch {
    // There is no folder before the first file.
    filesFreeBytes.set(Number.NaN)
  }
}

async function measureQueue({ metrics, queues }: Services, queue: string): Promise<void> {
  const forget = () => metrics.queueDepth.remove({ queue })
  // An old figure would make the store look alive.
  const timer = setTimeout(forget, LIMIT_MS).unref()
  try {
    metrics.queueDepth.set({ queue }, await queues.depth(queue))
  } catch {
    forget()
  } finally {
    clearTimeout(timer)
  }
}

function limit(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LIMIT_MS).unref()
  })
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../server/errors.ts'
import type { Services } from '../../server/services.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openStores, type TestStores } from '../support/stores.ts'
import type { Verbs } from './verb.ts'
import { verbs } from './verbs.ts'
import { type ChatState, expectWorldHolds, leaveWorld, type World, worldsOf } from './world.ts'

let stores: TestStores
/** Its commits wait while the test holds them. */
let held: TestApp
let free: TestApp
let holder: pg.Client
let openWorld: (state: ChatState) => Promise<World>

const GATE = 'SELECT pg_advisory_lock(1)'
/** Looking without a pause would take the processor from what is looked at. */
const LOOK_MS = 2

function named(name: string): string {
  return `${stores.databaseUrl.includes('?') ? '&' : '?'}application_name=${name}`
}

/** What became of a verb: nothing, a refusal, or a bug. */
type Outcome = { refusal?: string; bug?: unknown }

interface Running {
  readonly outcome: Promise<Outcome>
  /** Resolves when it has ended or waits for a lock. */
  settled(): Promise<void>
}

function start(app: TestApp, name: string, run: (services: Services) => Promise<unknown>): Running {
  let isOver = false
  const outcome = run(app.services)
    .then(
      (): Outcome => ({}),
      (error): Outcome =>
        error instanceof AppError && error.status < 500 ? { refusal: error.code } : { bug: error },
    )
    .finally(() => (isOver = true))
  return {
    outcome,
    async settled() {
      while (!isOver && !(await isWaiting(name))) await pause(LOOK_MS)
    },
  }
}

async function isWaiting(name: string): Promise<boolean> {
  const { rowCount } = await holder.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND wait_event_type = 'Lock'`,
    [name],
  )
  return (rowCount ?? 0) > 0
}

/** The states in which either has something to do, if they touch the same thing. */
function statesOf(one: string, other: string): ChatState[] {
  const [first, second] = [verbs[one], verbs[other]]
  if (!first || !second || !first.touches.some((touched) => second.touches.includes(touched))) return []
  const both = first.when.filter((state) => second.when.includes(state))
  return both.length > 0 ? both : [...first.when.slice(0, 1)]
}

async function runBoth(one: string, other: string, state: ChatState): Promise<void> {
  const world = await openWorld(state)
  const presences = [held, free].map(({ services }) =>
    services.presence.connect({
      accountId: world.accountId,
      userId: world.operator.userId,
      sessionId: randomUUID(),
    }),
  )
  await Promise.all(presences.map(({ counted }) => counted))
  for (const name of new Set([one, other])) await verbs[name]?.prepare?.(free.services, world)
  await holder.query(GATE)
  const first = start(held, 'held', (services) => verbs[one]?.run(services, world) ?? Promise.resolve())
  await first.settled()
  const second = start(free, 'free', (services) => verbs[other]?.run(services, world) ?? Promise.resolve())
  await second.settled()
  await holder.query('SELECT pg_advisory_unlock(1)')
  const outcomes = await Promise.all([first.outcome, second.outcome])
  await Promise.all(presences.map(({ leave }) => leave('once')))
  expect(outcomes.flatMap(({ bug }) => bug ?? [])).toEqual([])
  await expectWorldHolds(free.services, world)
  await leaveWorld(free.services, world)
}

/**
 * Runs pairs of these verbs, as the first, with every other that touches the same: at once, in two processes. The first has done everything but its commit when the second begins, so neither
 * sees the other unless one of them waits. A trigger that runs at the commit waits for the test.
 */
export function testPairs(first: Verbs): void {
  beforeAll(async () => {
    stores = await openStores()
    holder = new pg.Client({ connectionString: stores.databaseUrl })
    await holder.connect()
    await holder.query(`
      CREATE FUNCTION wait_for_the_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF current_setting('application_name') = 'held' THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
        RETURN NULL;
      END $$`)
    for (const table of ['Event', 'AuditEntry', 'Visit', 'File', 'Visitor']) {
      await holder.query(`CREATE CONSTRAINT TRIGGER held AFTER INSERT OR UPDATE OR DELETE ON "${table}"
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_for_the_test()`)
    }
    const start = (name: string) =>
      startTestApp({ stores: { ...stores, databaseUrl: `${stores.databaseUrl}${named(name)}` } })
    held = await start('held')
    free = await start('free')
    openWorld = worldsOf(free.services)
  })
  afterAll(async () => {
    await held.close()
    await free.close()
    await holder.end()
    await stores.close()
  })

  describe.each(Object.keys(first))('%s', (one) => {
    const pairs = Object.keys(verbs).flatMap((other) =>
      statesOf(one, other).map((state) => [other, state] as const),
    )
    test.each(pairs)('and %s, with a chat: %s', (other, state) => runBoth(one, other, state))
  })
}

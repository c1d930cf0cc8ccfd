import { setTimeout as pause } from 'node:timers/promises'
import { print } from 'graphql'
import { Redis } from 'ioredis'
import { eventsSubscription } from '../../../operator-app/src/graphql/events.ts'
import { signalsSubscription } from '../../../operator-app/src/graphql/signals.ts'
import {
  visitorsOnSiteQuery,
  visitorsOnSiteSubscription,
} from '../../../operator-app/src/graphql/visitors-on-site.ts'
import { executeAs } from '../ask.ts'
import type { Bench } from '../bench.ts'
import { type Installation, startInstallation } from '../installation.ts'
import { type LoadGenerator, startLoadGenerator } from '../load-generator.ts'
import { ascending, type Measurement, measured, percentile } from '../measurement.ts'
import { restingMemoryOf } from '../memory.ts'
import { createOperators } from '../operators.ts'
import { processorOf } from '../processor.ts'
import { makeFolder, type Stores, startStores } from '../stores.ts'
import { readSubscription } from '../widget-subscription.ts'
import { createWidgetVisitors } from '../widget-visitors.ts'

/** Other sizes for a look by hand: CROWD=100000 OPERATORS=1000 WEBS=6. A process can have 20,000 files here and there. */
const WIDGETS = Number(process.env.CROWD ?? 10_000)
const OPERATORS = Number(process.env.OPERATORS ?? 100)
const WEBS = Number(process.env.WEBS ?? 2)
/** To PostgreSQL, of all processes together. */
const CONNECTIONS = 80
/** Of so many operators, one looks at who is on the website. */
const LOOKING = 10
/** Opened before the memory is measured. */
const FIRST = 50
/** So many visitors of each process write. */
const WRITE = 40
const PAGES = 100

interface Web extends Installation {
  /** Who opens the widgets of this process, and the screens of the next one. */
  load: LoadGenerator
  tokens: string[]
  cookies: string[]
  /** The process whose screens its load generator opens. */
  next(): Web
}

/** A website with many visitors and operators, on several web processes and a worker. */
export async function measureCrowd(bench: Bench): Promise<Measurement[]> {
  const folder = makeFolder()
  const stores = await startStores()
  const started: { stop(): Promise<void> }[] = []
  try {
    const databaseUrl = await stores.createDatabase()
    const start = async (role: 'web' | 'worker') => {
      const of = { databaseUrl, redisUrl: stores.redisUrl }
      const pool = Math.floor(CONNECTIONS / (WEBS + 1))
      const installation = await startInstallation({ dataDir: folder.path, stores: of, role, pool })
      started.push(installation)
      return installation
    }
    const webs: Web[] = []
    for (let index = 0; index < WEBS; index++) {
      const load = startLoadGenerator()
      started.push(load)
      const next = () => webs[(index + 1) % WEBS] as Web
      webs.push({ ...(await start('web')), load, tokens: [], cookies: [], next })
    }
    const worker = await start('worker')
    await createCrowd(webs, { databaseUrl, dataDir: folder.path })
    return await measure(bench, { webs, worker, stores })
  } finally {
    await Promise.all(started.map((each) => each.stop()))
    await stores.stop()
    folder.remove()
  }
}

async function createCrowd(webs: Web[], of: { databaseUrl: string; dataDir: string }): Promise<void> {
  const { tokens, channelId } = await createWidgetVisitors(of, WIDGETS)
  const operators = await createOperators({ server: webs[0] as Web, channelId }, OPERATORS)
  for (const [index, web] of webs.entries()) {
    web.tokens = tokens.filter((_, n) => n % WEBS === index)
    web.cookies = operators.flatMap(({ cookie }, n) => (n % WEBS === index ? cookie : []))
  }
}

interface Crowd {
  webs: Web[]
  worker: Installation
  stores: Stores
}

async function measure(bench: Bench, { webs, worker, stores }: Crowd): Promise<Measurement[]> {
  const name = `${WIDGETS} widgets and ${OPERATORS} operators on ${WEBS} web processes`
  const one = (what: string, unit: string, value: number) =>
    measured(`${name}, ${what}`, unit, { values: [value], floors: [] })
  const spread = (what: string, times: number[]) => [
    one(`${what}, p50`, 'ms', percentile(ascending(times), 0.5)),
    one(`${what}, p95`, 'ms', percentile(ascending(times), 0.95)),
  ]
  const subscription = await readSubscription(webs[0]?.origin ?? '', webs[0]?.tokens[0] ?? '')
  const open = (web: Web, tokens: string[]) =>
    web.load.openWidgets({ origin: web.origin, ...subscription, tokens })
  await Promise.all(webs.map(openScreens))
  await Promise.all(webs.map((web) => open(web, web.tokens.slice(0, FIRST))))
  const pids = webs.map(({ pid }) => pid)
  const [before = Number.NaN, redisBefore] = [await restingMemoryOf(pids), await readRedis(stores)]
  const startedAt = performance.now()
  await Promise.all(webs.map((web) => open(web, web.tokens.slice(FIRST))))
  const opening = (performance.now() - startedAt) / 1000
  const [after = Number.NaN, redisAfter] = [await restingMemoryOf(pids), await readRedis(stores)]
  const opened = WIDGETS - FIRST * WEBS

  const idle = await watchIdle(bench, { webs, worker, stores })
  const trips = await Promise.all(webs.map(writeAndReply))
  const pages = await readPages(webs)
  return [
    one('all are connected', 's', opening),
    one('memory of each widget', 'kB', ((after - before) * 1024) / opened),
    one('Redis for each', 'kB', (redisAfter.memory - redisBefore.memory) / 1024 / opened),
    ...idle.map(([what, unit, value]) => one(what, unit, value)),
    ...spread(
      'message to an operator of another process',
      trips.flatMap(({ toOperator }) => toOperator),
    ),
    ...spread(
      'reply to the visitor',
      trips.flatMap(({ toVisitor }) => toVisitor),
    ),
    ...spread('first page of who is on the website', pages),
  ]
}

/** Of one load generator: with what the operator app follows on every page, and some with the list of visitors. */
async function openScreens({ load, next }: Web): Promise<void> {
  const { origin, cookies } = next()
  const looking = Math.ceil(cookies.length / LOOKING)
  const signals = { query: print(signalsSubscription) }
  const visitors = { query: print(visitorsOnSiteSubscription), variables: { limit: 100 } }
  const screens = { url: `${origin}/graphql`, query: print(eventsSubscription), origin }
  const open = (count: number, others: { query: string; variables?: object }[]) =>
    load.openScreens({ url: screens.url, count, subscription: { ...screens, cookies, others } })
  await open(looking, [signals, visitors])
  await open(cookies.length, [signals])
}

/** Bytes, and seconds of a processor. */
async function readRedis({ redisUrl }: Stores): Promise<{ memory: number; processor: number }> {
  const redis = new Redis(redisUrl)
  const info = await redis.info()
  redis.disconnect()
  const numberOf = (field: string) => Number(new RegExp(`^${field}:([\\d.]+)`, 'm').exec(info)?.[1])
  return {
    memory: numberOf('used_memory'),
    processor: numberOf('used_cpu_user') + numberOf('used_cpu_sys'),
  }
}

/** What it costs that all of them are there, while nothing happens. */
async function watchIdle(
  { seconds }: Bench,
  { webs, worker, stores }: Crowd,
): Promise<[what: string, unit: string, value: number][]> {
  const minutes = seconds < 1 ? 0.5 : 1
  const read = async () => ({
    'the web processes': webs.reduce((sum, { pid }) => sum + (processorOf(pid) ?? Number.NaN), 0),
    'the worker': processorOf(worker.pid) ?? Number.NaN,
    PostgreSQL: processorOf(stores.postgresPid) ?? Number.NaN,
    Redis: (await readRedis(stores)).processor,
  })
  // The delay of an event loop is that since it was last asked for.
  await Promise.all(webs.map(readDelay))
  const before = await read()
  await pause(minutes * 60_000)
  const after = await read()
  const delays = await Promise.all(webs.map(readDelay))
  return [
    ...(Object.keys(before) as (keyof typeof before)[]).map((of): [string, string, number] => [
      `processor of ${of}, idle`,
      's/min',
      (after[of] - before[of]) / minutes,
    ]),
    ['longest delay of an event loop, idle', 'ms', Math.max(...delays)],
  ]
}

/** Milliseconds. */
async function readDelay({ origin }: Installation): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds ([\d.e-]+)/m.exec(metrics)?.[1]) * 1000
}

/** All load generators at the same time, each with one message after the other. */
function writeAndReply({ origin, load, tokens, next }: Web) {
  const operators = next()
  return load.measureCrowd({
    origin,
    tokens: tokens.slice(-WRITE),
    screen: {
      url: `${operators.origin}/graphql`,
      subscription: {
        query: print(eventsSubscription),
        cookie: operators.cookies[0] ?? '',
        origin: operators.origin,
      },
    },
  })
}

/** Milliseconds of each, of all processes in turn. */
async function readPages(webs: Web[]): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < PAGES; n++) {
    const { origin, cookies } = webs[n % WEBS] as Web
    const execute = executeAs(origin, cookies[n % cookies.length] ?? '')
    const startedAt = performance.now()
    await execute(print(visitorsOnSiteQuery), { first: 50, after: null })
    times.push(performance.now() - startedAt)
  }
  return times
}

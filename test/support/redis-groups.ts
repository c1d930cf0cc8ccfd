import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { findRedisServer } from './redis.ts'
import { until } from './until.ts'

/** Several Redis servers of which one can take over from another. */
export interface RedisGroup {
  /** Its REDIS_URL. */
  url: string
  /** The server that takes the writes of this key now. */
  primaryOf(key: string): Promise<RedisServer>
  stop(): Promise<void>
}

interface RedisServer {
  port: number
  /** A connection to it. */
  redis: Redis
  kill(): Promise<void>
}

const PATIENCE_MS = '1000'

/** Servers of a group that does not come about are ended. */
async function startGroup(join: (group: Servers) => Promise<RedisGroup>): Promise<RedisGroup> {
  const group = new Servers()
  try {
    return await join(group)
  } catch (error) {
    await group.stop()
    throw error
  }
}

/** A primary with a replica, watched by one sentinel, which is enough for a test. */
export function startSentinel(): Promise<RedisGroup> {
  return startGroup(joinSentinel)
}

async function joinSentinel(group: Servers): Promise<RedisGroup> {
  const primary = await group.start()
  const replica = await group.start(['--replicaof', '127.0.0.1', String(primary.port)])
  const port = await findFreePort()
  const settings = [
    `port ${port}`,
    `sentinel monitor chat 127.0.0.1 ${primary.port} 1`,
    `sentinel down-after-milliseconds chat ${PATIENCE_MS}`,
    'sentinel failover-timeout chat 3000',
  ]
  await group.start(['--sentinel'], { port, settings })
  await until(async () => expectLine(await replica.redis.info('replication'), 'master_link_status:up'))
  const asked = new Redis({ host: '127.0.0.1', port, lazyConnect: false })
  group.onStop(() => asked.disconnect())
  await until(async () => expectLine(await asked.info('sentinel'), 'slaves=1'))
  return {
    url: `redis+sentinel://127.0.0.1:${port}/chat`,
    async primaryOf() {
      const [, at] = (await asked.call('SENTINEL', 'get-master-addr-by-name', 'chat')) as [string, string]
      return group.at(Number(at))
    },
    stop: () => group.stop(),
  }
}

/** Three nodes that share the keys, and a replica of each. */
export function startCluster(): Promise<RedisGroup> {
  return startGroup(joinCluster)
}

async function joinCluster(group: Servers): Promise<RedisGroup> {
  const clustered = ['--cluster-enabled', 'yes', '--cluster-node-timeout', PATIENCE_MS]
  const nodes = await Promise.all(Array.from({ length: 6 }, () => group.start(clustered)))
  const [first] = nodes as [RedisServer]
  const ids = await Promise.all(nodes.map(({ redis }) => redis.cluster('MYID')))
  const SLOTS = 16_384
  for (const [n, { redis }] of nodes.slice(0, 3).entries()) {
    const [from, to] = [Math.floor((n * SLOTS) / 3), Math.floor(((n + 1) * SLOTS) / 3) - 1]
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', from, to)
    await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', n + 1)
  }
  for (const { port } of nodes.slice(1)) await first.redis.call('CLUSTER', 'MEET', '127.0.0.1', port)
  for (const [n, { redis }] of nodes.slice(3).entries()) {
    await until(async () => void (await redis.call('CLUSTER', 'REPLICATE', String(ids[n]))))
  }
  for (const { redis } of nodes) {
    await until(async () => expectLine(await redis.cluster('INFO'), 'cluster_state:ok'))
  }
  for (const { redis } of nodes.slice(3)) {
    await until(async () => expectLine(await redis.info('replication'), 'master_link_status:up'))
  }
  const seeds = nodes.map(({ port }) => `127.0.0.1:${port}`)
  return {
    url: `redis+cluster://${seeds.join(',')}`,
    async primaryOf(key) {
      const answers = nodes.map(({ redis }) => redis.exists(key).catch(({ message }: Error) => message))
      const owner = (await Promise.all(answers)).findIndex((answer) => typeof answer === 'number')
      return nodes[owner] as RedisServer
    },
    stop: () => group.stop(),
  }
}

interface Spawned {
  port?: number
  settings?: string[]
}

class Servers {
  readonly #dir = mkdtempSync(join(tmpdir(), 'switchboard-redis-'))
  readonly #running = new Map<number, RedisServer>()
  readonly #stops: (() => void)[] = []
  readonly #starting = new Set<Promise<unknown>>()

  start(args: string[] = [], spawned: Spawned = {}): Promise<RedisServer> {
    const starting = this.#start(args, spawned).finally(() => this.#starting.delete(starting))
    this.#starting.add(starting)
    return starting
  }

  async #start(args: string[], { port, settings = [] }: Spawned): Promise<RedisServer> {
    const own = port ?? (await findFreePort())
    const file = join(this.#dir, `${own}.conf`)
    const usual = [
      `port ${own}`,
      'bind 127.0.0.1',
      `dir ${this.#dir}`,
      `cluster-config-file nodes-${own}.conf`,
    ]
    writeFileSync(
      file,
      [...usual, 'save ""', 'appendonly no', 'repl-diskless-sync-delay 0', ...settings].join('\n'),
    )
    const child = spawn(findRedisServer(), [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    const abandon = () => child.kill('SIGKILL')
    process.once('exit', abandon)
    try {
      await untilReady(child)
    } catch (error) {
      abandon()
      process.off('exit', abandon)
      // Somebody else was quicker to take the port, or the one of the cluster's bus, which is 10,000 higher.
      if (port === undefined && /Address already in use/.test(String(error)))
        return this.#start(args, { settings })
      throw error
    }
    const redis = new Redis({ host: '127.0.0.1', port: own, retryStrategy: () => null })
    redis.on('error', () => {})
    const server = {
      port: own,
      redis,
      async kill() {
        redis.disconnect()
        process.off('exit', abandon)
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      },
    }
    this.#running.set(own, server)
    return server
  }

  at(port: number): RedisServer {
    return this.#running.get(port) as RedisServer
  }

  onStop(stop: () => void): void {
    this.#stops.push(stop)
  }

  async stop(): Promise<void> {
    // When one does not start, others still do.
    await Promise.allSettled(this.#starting)
    for (const stop of this.#stops) stop()
    await Promise.all([...this.#running.values()].map((server) => server.kill()))
    rmSync(this.#dir, { recursive: true, force: true })
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  let log = ''
  for await (const chunk of child.stdout ?? []) {
    log += chunk
    if (/Ready to accept connections|Sentinel ID is/.test(log)) return void child.stdout?.resume()
  }
  throw new Error(`Redis does not start:\n${log}`)
}

function expectLine(text: unknown, line: string): void {
  if (!String(text).includes(line)) throw new Error(`${line} is not yet so`)
}

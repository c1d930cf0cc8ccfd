import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../../server/stores/find-free-port.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { createNetwork, type Network } from './network.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import { createProcess, type Switchboard } from './process.ts'
import { type RedisPair, startRedisPair } from './redis-pair.ts'
import { type Relay, startRelay } from './relay.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** A process and its ways to the stores. */
export interface Node {
  number: number
  process: Switchboard
  toPostgres: Relay
  toRedis: Relay
}

/** Two web processes and two workers behind nginx, with stores of their own. */
export interface Cluster {
  nodes: Node[]
  webs: Node[]
  workers: Node[]
  postgres: PostgresPair
  redis: RedisPair
  network: Network
  balancer: Balancer
  /** Where all processes keep files. */
  disk: SmallDisk
  stop(): Promise<void>
}

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

const ROLES = ['web', 'web', 'worker', 'worker'] as const
/** Limits are counted as ever, and refuse nobody here. */
const UNLIMITED = '10000000'

/** Starts all of it, with the files in `dir`. Every process runs `program`. */
export async function startCluster(dir: string, program: string): Promise<Cluster> {
  const network = createNetwork(ROLES.length)
  const [postgres, redis] = await Promise.all([startPostgresPair(), startRedisPair()])
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir)
  const disk = mountSmallDisk(dataDir)
  const addresses = await Promise.all(
    ROLES.map(async (_, n) => `http://${network.addressOf(n + 1)}:${await findFreePort()}`),
  )
  const webs = addresses.filter((_, n) => ROLES[n] === 'web')
  const balancer = await startBalancer(join(dir, 'nginx'), webs)
  const variables = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    PUBLIC_URL: balancer.url,
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64'),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ALLOW_PRIVATE_TARGETS: '127.0.0.0/8, 10.0.0.0/8',
    TRUST_PROXY: '127.0.0.0/8, 10.0.0.0/8',
    CHANNEL_RATE_LIMIT: UNLIMITED,
    VISITOR_RATE_LIMIT: UNLIMITED,
    NEW_VISITOR_RATE_LIMIT: UNLIMITED,
    VISIT_RATE_LIMIT: UNLIMITED,
    GRAPHQL_COST_LIMIT: UNLIMITED + UNLIMITED,
  }
  const startNode = async (role: (typeof ROLES)[number], index: number): Promise<Node> => {
    const number = index + 1
    const host = network.hostOf(number)
    const [toPostgres, toRedis] = await Promise.all([
      startRelay(host, () => Number(new URL(postgres.url).port)),
      startRelay(host, () => redis.port),
    ])
    const databaseUrl = new URL(postgres.url)
    databaseUrl.host = `${host}:${toPostgres.port}`
    const name = `${role}-${ROLES.slice(0, number).filter((each) => each === role).length}`
    const child = createProcess({
      ...{ name, role, program },
      url: addresses[index] ?? '',
      logFile: join(dir, `${name}.log`),
      within: network.within(number),
      variables: {
        ...variables,
        DATABASE_URL: databaseUrl.href,
        REDIS_URL: `redis://${host}:${toRedis.port}`,
      },
    })
    return { number, process: child, toPostgres, toRedis }
  }
  const nodes = await Promise.all(ROLES.map(startNode))
  // A run that is interrupted does not end what it started.
  process.once('exit', () => {
    for (const node of nodes) node.process.signal('SIGKILL')
  })
  await Promise.all(nodes.map((node) => node.process.start()))
  return {
    ...{ nodes, postgres, redis, network, balancer, disk },
    webs: nodes.filter(({ process: { role } }) => role === 'web'),
    workers: nodes.filter(({ process: { role } }) => role === 'worker'),
    async stop() {
      await Promise.all(nodes.map((node) => node.process.end('SIGKILL')))
      await balancer.stop()
      await Promise.all(nodes.flatMap(({ toPostgres, toRedis }) => [toPostgres.close(), toRedis.close()]))
      await Promise.all([postgres.stop(), redis.stop()])
      network.remove()
      disk.remove()
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { readPostmaster } from '../../server/stores/postmaster.ts'
import { runProgram } from '../support/run-program.ts'
import { stopChild } from './child.ts'

/** The product as `npm start` runs it: one process on the bundle. */
export interface Installation {
  pid: number
  origin: string
  /** The path of A2 of the demo channel. */
  channelPath: string
  databaseUrl: string
  /** Milliseconds from the spawn until it said that it is ready. */
  startMs: number
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  /** Without them it runs on its embedded PostgreSQL and without Redis. */
  stores?: { databaseUrl: string; redisUrl: string }
  /** Of several processes with one folder: what this one does. By default, it does everything. */
  role?: 'web' | 'worker'
  /** Connections to PostgreSQL. */
  pool?: number
}

const BUNDLE = fileURLToPath(new URL('../../dist/server.mjs', import.meta.url))
const READY = /Switchboard is ready|The worker is ready/
/** The rate limits are counted as ever, but so high that they refuse nobody. */
const LIMIT = '1000000000'

export async function startInstallation({ dataDir, stores, role, pool }: Options): Promise<Installation> {
  const port = await findFreePort()
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...inherited } = process.env
  const startedAt = performance.now()
  const env = {
    ...inherited,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    CHANNEL_RATE_LIMIT: LIMIT,
    VISITOR_RATE_LIMIT: LIMIT,
    GRAPHQL_COST_LIMIT: LIMIT,
    ...(stores && { DATABASE_URL: stores.databaseUrl, REDIS_URL: stores.redisUrl }),
    ...(role && { ROLE: role }),
    ...(pool && { DATABASE_POOL: String(pool) }),
  }
  const child = spawn(process.execPath, ['--enable-source-maps', BUNDLE], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  await untilReady(child)
  const startMs = performance.now() - startedAt
  return {
    pid: child.pid ?? 0,
    origin: `http://127.0.0.1:${port}`,
    channelPath: await findChannelPath(env),
    databaseUrl: stores?.databaseUrl ?? embeddedUrl(dataDir),
    startMs,
    stop: () => stopChild(child),
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  let printed = ''
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended (${code}):\n${printed}`)))
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
      if (READY.test(printed)) resolve()
    })
  })
}

async function findChannelPath(env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout, stderr } = await runProgram('dist/admin.mjs', ['list-channels'], { env })
  const path = /\/channel\/\S+/.exec(stdout)?.[0]
  if (!path) throw new Error(`There is no channel: ${stdout}${stderr}`)
  return path
}

function embeddedUrl(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
  const port = readPostmaster(join(dataDir, 'postgres'))?.port
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
}

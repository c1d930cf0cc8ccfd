import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '../../server/paths.ts'
import { runProgram } from './run-program.ts'
import { openStores } from './stores.ts'

/** A process of the built server, as it is run in production. */
export interface SpawnedSwitchboard {
  /** Without a slash at the end; empty for ROLE=worker. */
  url: string
  /** Runs its command line with the same variables. Throws with what it said when it fails. */
  admin(...args: string[]): Promise<string>
  /** Standard output and standard error so far. */
  output(): string
  /** Sends a signal and resolves with the exit code, null when the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

const PORT = /Listening on port (\d+)/
const READY = /Listening on port \d+|The worker is ready/
const START_LIMIT_MS = 150_000

/** Whom the first start of a process without ADMIN_EMAIL and ADMIN_PASSWORD lets sign in. */
export const DEMO_ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

/**
 * Starts dist/server.mjs on a free port with these variables and nothing else of ours, and waits until it is ready.
 * `program` is another server than the one that is built here. DATA_DIR is a folder of its own, removed when the process has ended, unless it is given. Throws with the output
 * when the process ends before.
 */
export async function spawnSwitchboard(
  variables: Record<string, string>,
  program = join(paths.root, 'dist/server.mjs'),
): Promise<SpawnedSwitchboard> {
  const ownDir = variables.DATA_DIR ? undefined : await mkdtemp(join(tmpdir(), 'switchboard-process-'))
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'info',
    ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    ADMIN_PASSWORD: DEMO_ADMIN.password,
    ...(ownDir && { DATA_DIR: ownDir }),
    ...variables,
  }
  const child = spawn(process.execPath, [program], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await waitUntilReady(child, () => output)
  return {
    url: `http://127.0.0.1:${PORT.exec(output)?.[1] ?? ''}`,
    output: () => output,
    async admin(...args) {
      const { code, stdout, stderr } = await runProgram('dist/admin.mjs', args, { env })
      if (code !== 0) throw new Error(stderr)
      return stdout
    },
    async end(signal) {
      child.kill(signal)
      const [code] = await exited
      if (ownDir) await rm(ownDir, { recursive: true, force: true })
      return code
    },
  }
}

/** The same on stores of its own, as people run it. */
export async function spawnWithStores(): Promise<SpawnedSwitchboard & { close(): Promise<void> }> {
  const stores = await openStores()
  const switchboard = await spawnSwitchboard({
    DATABASE_URL: stores.databaseUrl,
    ...(stores.redisUrl && { REDIS_URL: stores.redisUrl }),
  })
  return {
    ...switchboard,
    async close() {
      await switchboard.end('SIGTERM')
      await stores.close()
    },
  }
}

function waitUntilReady(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (problem?: string) => {
      clearTimeout(timer)
      child.off('exit', onExit)
      child.stdout?.off('data', onData)
      if (!problem) return resolve()
      child.kill('SIGKILL')
      reject(new Error(`The server ${problem}:\n${output()}`))
    }
    const onExit = () => settle('ended')
    const onData = () => {
      if (READY.test(output())) settle()
    }
    const timer = setTimeout(() => settle('is not ready in time'), START_LIMIT_MS)
    child.once('exit', onExit)
    child.stdout?.on('data', onData)
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../server/stores/find-free-port.ts'
import { findProgram, installPackage } from './find-program.ts'

/** A Redis that keeps nothing on disk: after `kill` and `start` it is empty. */
export interface TestRedis {
  url: string
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** It keeps its connections and answers nothing until `resume`. */
  hang(): void
  resume(): void
  /** Ends it for good. */
  stop(): Promise<void>
}

/** Starts a Redis of the test's own; use it where a test empties or kills it. */
export async function startRedis(settings: string[] = []): Promise<TestRedis> {
  const program = findRedisServer()
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-redis-'))
  const port = await findFreePort()
  let running: ChildProcess | undefined

  const kill = async () => {
    const child = running
    running = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const start = async () => {
    running = await spawnRedis(program, port, ['--dir', dir, ...settings])
  }
  // Whoever shares it with other files does not stop it.
  const abandon = () => {
    running?.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  }
  await start()
  process.once('exit', abandon)
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    hang: () => void running?.kill('SIGSTOP'),
    resume: () => void running?.kill('SIGCONT'),
    async stop() {
      await kill()
      process.off('exit', abandon)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function spawnRedis(program: string, port: number, settings: string[]): Promise<ChildProcess> {
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    ...settings,
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  for await (const chunk of child.stdout) {
    log += chunk
    if (log.includes('Ready to accept connections')) break
  }
  if (child.exitCode !== null) throw new Error(`Redis does not start:\n${log}`)
  return child
}

/** The program, which is installed if it can be. */
export function findRedisServer(): string {
  const found = findProgram('redis-server')
  if (found) return found
  installPackage('redis-server', 'These tests need Redis: REDIS_URL, or the program redis-server.')
  return findProgram('redis-server') ?? 'redis-server'
}

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { type SpawnedSwitchboard, spawnSwitchboard } from '../support/spawn-switchboard.ts'
import { openStores, type TestStores } from '../support/stores.ts'

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a password for the demo' }

let stores: TestStores
let dataDir: string
let server: SpawnedSwitchboard
beforeAll(async () => {
  stores = await openStores()
  dataDir = await mkdtemp(join(tmpdir(), 'switchboard-example-'))
  const { databaseUrl: DATABASE_URL, redisUrl: REDIS_URL } = stores
  server = await spawnSwitchboard({
    ...ADMIN,
    DATABASE_URL,
    ...(REDIS_URL && { REDIS_URL }),
    DATA_DIR: dataDir,
  })
})
afterAll(async () => {
  await server.end('SIGKILL')
  await stores.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs the example until it has said this. */
async function runUntil(words: string, variables: Record<string, string>): Promise<void> {
  const example: ChildProcess = spawn(
    process.execPath,
    [join(paths.root, 'docs/examples/connect-echo-bot.mjs')],
    {
      env: { PATH: process.env.PATH, ...variables },
    },
  )
  let output = ''
  for (const stream of [example.stdout, example.stderr]) stream?.on('data', (chunk) => (output += chunk))
  try {
    await expect.poll(() => output).toContain(words)
  } finally {
    example.kill('SIGKILL')
  }
}

test('the example bot finds the server that runs on this machine, and says where it looked when none does', async () => {
  await runUntil('The bot is connected.', { ...ADMIN, DATA_DIR: dataDir })
  await server.end('SIGTERM')
  expect(existsSync(join(dataDir, 'address'))).toBe(false)
  // Nobody listens on the first port that programs may not use.
  await runUntil('No Switchboard answers at http://localhost:1.', { ...ADMIN, DATA_DIR: dataDir, PORT: '1' })
})

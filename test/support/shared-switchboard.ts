import { rmSync } from 'node:fs'
import type { TestApp } from './app.ts'
import { endWithWorker } from './end-with-worker.ts'
import { startSwitchboard } from './switchboard.ts'

let started: Promise<TestApp> | undefined

/** An installation for all files of this test process that need nothing special of it. It ends with the process. */
export function sharedSwitchboard(): Promise<TestApp> {
  started ??= start()
  return started
}

async function start(): Promise<TestApp> {
  const app = await startSwitchboard()
  endWithWorker()
  process.once('exit', () => rmSync(app.services.env.dataDir, { recursive: true, force: true }))
  return app
}

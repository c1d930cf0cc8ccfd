// A worker process that a test can kill. It waits for a moment between attempts at webhooks, not for minutes.
import { loadEnv } from '../../server/process/env.ts'
import { createLogger } from '../../server/process/logger.ts'
import { createServices } from '../../server/services.ts'
import { startWorker } from '../../server/worker.ts'
import { webhooksWaiting } from './webhooks-waiting.ts'

const WAIT_MS = 200

const env = loadEnv()
const services = await createServices(env, env.database.url ?? '', createLogger('silent'))
await startWorker(
  services,
  webhooksWaiting(() => WAIT_MS),
)
process.send?.('ready')
process.on('disconnect', () => process.exit(0))

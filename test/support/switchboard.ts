import type { OutboxKind } from '../../server/outbox/outbox-kind.ts'
import { startWorker } from '../../server/worker.ts'
import { startTestApp, type TestApp } from './app.ts'

type Options = Parameters<typeof startTestApp>[0]

/** One process that does everything, as `npm start` runs it: web and worker on real stores; `kinds` is what leaves. */
export async function startSwitchboard(
  options: Options = {},
  kinds?: readonly OutboxKind[],
): Promise<TestApp> {
  const app = await startTestApp(options)
  const worker = await startWorker(app.services, kinds)
  return {
    ...app,
    async close() {
      await worker.stop()
      await app.close()
    },
  }
}

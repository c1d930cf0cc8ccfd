import { expect, onTestFinished, test } from 'vitest'
import { startWorker } from '../../server/worker.ts'
import { startTestApp } from '../support/app.ts'
import { startCuttableProxy } from '../support/cuttable-proxy.ts'
import { openStores } from '../support/stores.ts'
import { until } from '../support/until.ts'

test('a worker that starts while Redis does not answer waits for it, and then works', async () => {
  const stores = await openStores()
  onTestFinished(() => stores.close())
  const network = await startCuttableProxy(String(stores.redisUrl))
  onTestFinished(() => network.close())
  const app = await startTestApp({ stores: { ...stores, redisUrl: network.url.replace('http', 'redis') } })
  onTestFinished(() => app.close())
  network.takeAway()
  const worker = await startWorker(app.services)
  onTestFinished(() => worker.stop())
  network.restore()
  await until(async () => expect(await app.services.queues.depth('maintenance')).toBeGreaterThan(0))
})

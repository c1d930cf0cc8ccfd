import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../../server/worker.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { makeWidget, openBrowser, write } from '../support/widget.ts'
import { openCrm } from './support.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a message that was deleted before it was sent is not sent, and the log says why', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const crm = await openCrm(app, { desk, events: ['MESSAGE_CREATED'] })
  const widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds: [dora.user.id] })
  const { chatId } = await write(await openBrowser(app.url, widget.publicId), 'Hello')
  const mistake = await reply(dora, chatId, 'For somebody else')
  await mutate(dora.execute, 'deleteMessage', { id: globalId('Message', mistake) }, 'message { id }')
  await reply(dora, chatId, 'Good morning')
  const worker = await startWorker(app.services)
  try {
    await until(async () => {
      const items = await crm.items()
      expect(items.map(({ state, note }) => ({ state, note }))).toEqual([
        { state: 'SENT', note: null },
        { state: 'SKIPPED', note: 'Not sent: the message has since been deleted.' },
        { state: 'SENT', note: null },
      ])
    })
    expect(crm.bodies().map(({ message }) => message.message)).toEqual(['Hello', 'Good morning'])
  } finally {
    await worker.stop()
    await crm.receiver.stop()
  }
})

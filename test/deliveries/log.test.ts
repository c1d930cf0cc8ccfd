import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_ATTEMPTS } from '../../server/graphql/kit/loaders.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, reply } from '../support/desk.ts'
import { globalId } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('of a delivery that was sent again and again, the log has the last attempts', async () => {
  const desk = await openDesk(app)
  await desk.say(1, 'Hello')
  const messageId = await reply(desk.operators[0], (await desk.chatOf(1)).id, 'Hi')
  const { db } = app.services
  const { id: itemId } = await db.outboxItem.findFirstOrThrow({ where: { messageId } })
  await db.outboxAttempt.createMany({
    data: Array.from({ length: MOST_ATTEMPTS + 5 }, (_, n) => ({
      ...{ itemId, startedAt: new Date(Date.UTC(2026, 0, 1, 0, n)), durationMs: 1, detail: String(n) },
    })),
  })
  const query = `query ($id: ID!) { node(id: $id) { ... on Message { delivery { log { detail } } } } }`
  const { data } = await desk.admin.execute(query, { id: globalId('Message', messageId) })
  const details = data.node.delivery.log.map(({ detail }: { detail: string }) => Number(detail))
  expect(details).toEqual(Array.from({ length: MOST_ATTEMPTS }, (_, n) => n + 5))
})

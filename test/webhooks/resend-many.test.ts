import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('of more failed events than are sent again at once, the next call sends the rest, also before the first are sent', async () => {
  const { db } = app.services
  const { account, admin } = await openDesk(app)
  const made = { name: 'CRM', url: 'https://crm.example.com/', events: ['CHAT_FINISHED'] }
  expect((await mutate(admin.execute, 'createWebhookEndpoint', made)).userErrors).toEqual([])
  const { id } = await db.webhookEndpoint.findFirstOrThrow({ where: { accountId: account.id } })
  await db.$executeRaw`
    INSERT INTO "OutboxItem" (id, "accountId", "receiverId", kind, lane, event, state, attempts)
    SELECT gen_random_uuid(), ${account.id}::uuid, ${id}::uuid, 'WEBHOOK', 'WEBHOOK:' || ${id}, 'chat_finished', 'FAILED', 10
    FROM generate_series(1, 10001)`
  const input = {
    endpointId: globalId('WebhookEndpoint', id),
    since: new Date(Date.now() - 60_000).toISOString(),
  }
  const resend = async () => (await mutate(admin.execute, 'resendFailedWebhooks', input, 'count')).count
  expect([await resend(), await resend(), await resend()]).toEqual([10_000, 1, 0])
})

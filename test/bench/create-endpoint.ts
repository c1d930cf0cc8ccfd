import { createDb, createPool } from '../../server/database/client.ts'
import { createSession } from '../../server/domain/sessions/create-session.ts'
import { executeAs } from './ask.ts'
import type { Setting } from './bench.ts'

const CREATE =
  'mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { endpoint { id } userErrors { message } } }'
const DELETE =
  'mutation ($input: DeleteWebhookEndpointInput!) { deleteWebhookEndpoint(input: $input) { userErrors { message } } }'

/** Has a CRM told of messages and asked about accepted chats. Returns how to end that: it would cost other figures. */
export async function createEndpoint({ server }: Setting, url: string): Promise<() => Promise<void>> {
  const db = createDb(createPool(server.databaseUrl, 2))
  try {
    const admin = await db.user.findFirstOrThrow({ where: { role: 'ADMIN' } })
    const { token } = await createSession(db, admin.id, { address: '127.0.0.1', userAgent: 'benchmark' })
    const execute = executeAs<{ createWebhookEndpoint: { endpoint: { id: string } } }>(
      server.origin,
      `switchboard_session=${token}`,
    )
    const input = { name: 'Benchmark', url, events: ['MESSAGE_CREATED', 'CHAT_ACCEPTED'] }
    const { createWebhookEndpoint } = await execute(CREATE, { input })
    const { id } = createWebhookEndpoint.endpoint
    return async () => void (await execute(DELETE, { input: { id } }))
  } finally {
    await db.$disconnect()
  }
}

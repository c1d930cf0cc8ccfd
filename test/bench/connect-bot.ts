import { createDb, createPool } from '../../server/database/client.ts'
import { createSession } from '../../server/domain/sessions/create-session.ts'
import { encodeGlobalId } from '../../server/graphql/kit/global-id.ts'
import type { Setting } from './bench.ts'

const CREATE_PROVIDER =
  'mutation ($input: CreateBotProviderInput!) { createBotProvider(input: $input) { botProvider { id } userErrors { message } } }'
const CONNECT = 'mutation ($input: ConnectBotInput!) { connectBot(input: $input) { userErrors { message } } }'

/** Has a bot answer first on the demo channel, whose operators' and bot's messages go to the client's server. */
export async function connectBot(
  { server }: Setting,
  { botUrl, clientUrl }: { botUrl: string; clientUrl: string },
): Promise<void> {
  const db = createDb(createPool(server.databaseUrl, 2))
  try {
    const channel = await db.channel.findFirstOrThrow({ where: { kind: 'CHAT_API' } })
    const admin = await db.user.findFirstOrThrow({ where: { role: 'ADMIN' } })
    const session = await createSession(db, admin.id, { address: '127.0.0.1', userAgent: 'benchmark' })
    await db.chatApiSettings.update({ where: { channelId: channel.id }, data: { serverUrl: clientUrl } })
    const mutate = async (query: string, input: object) => {
      const response = await fetch(`${server.origin}/graphql`, {
        method: 'POST',
        headers: {
          cookie: `switchboard_session=${session.token}`,
          'content-type': 'application/json',
          'x-graphql-yoga-csrf': '1',
        },
        body: JSON.stringify({ query, variables: { input } }),
      })
      const { data, errors } = await response.json()
      if (errors) throw new Error(errors[0].message)
      return data
    }
    const { createBotProvider } = await mutate(CREATE_PROVIDER, {
      name: 'Benchmark',
      endpointUrl: botUrl,
      profile: 'SEED',
    })
    await mutate(CONNECT, {
      providerId: createBotProvider.botProvider.id,
      name: 'Benchmark',
      token: crypto.randomUUID(),
      channelIds: [encodeGlobalId('Channel', channel.id)],
    })
  } finally {
    await db.$disconnect()
  }
}

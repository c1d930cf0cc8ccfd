import { createDb, createPool } from '../../../server/database/client.ts'
import { encodeGlobalId } from '../../../server/graphql/kit/global-id.ts'
import { type Bench, roundsOf, type Setting, takeTurns } from '../bench.ts'
import { startFloor } from '../floor.ts'
import type { MeasureReplies } from '../load/measure-replies.ts'
import { ascending, type Measurement, measured, percentile } from '../measurement.ts'
import { createOperators } from '../operators.ts'

/** A reply takes many times as long as what other figures count. */
const FEWER = 3
const VISITOR = 'reply-visitor'
const MUTATION =
  'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id seq } userErrors { code message } } }'

/** From an operator's sendMessage to the client's server, one reply at a time. */
export async function measureOperatorToClient(bench: Bench, setting: Setting): Promise<Measurement[]> {
  const { server, floor, stop } = await prepareReplies(bench, setting, { count: bench.count / FEWER })
  const taken = await takeTurns(bench, server, floor).finally(stop)
  const at = (p: number) => roundsOf(taken, (times) => percentile(ascending(times), p))
  return [
    measured('operator to client, p50', 'ms', at(0.5), { atMost: 2.5 }),
    measured('operator to client, p99', 'ms', at(0.99)),
  ]
}

/** What measures the way through the server and through a floor of its own. */
export async function prepareReplies(
  { load }: Bench,
  setting: Setting,
  replies: Pick<MeasureReplies, 'count' | 'pace'>,
) {
  const { server, floorDatabaseUrl, redisUrl } = setting
  if (!redisUrl) throw new Error('The floor needs Redis.')
  const clientUrl = await load.listenAsClient()
  const [operator] = await createOperators(setting, 1)
  const chatId = await openChat(setting, clientUrl)
  const floor = await startFloor({ kind: 'reply', databaseUrl: floorDatabaseUrl, redisUrl, clientUrl })
  const input = { idempotencyKey: '%ID%', chatId: encodeGlobalId('Chat', chatId), text: '%TEXT%' }
  const headers = {
    cookie: operator?.cookie ?? '',
    'content-type': 'application/json',
    'x-graphql-yoga-csrf': '1',
  }
  const body = JSON.stringify({ query: MUTATION, variables: { input } })
  const reply = (origin: string, path: string) =>
    load.measureReplies({ target: { origin, path, headers }, body, ...replies })
  return {
    server: () => reply(server.origin, '/graphql'),
    floor: () => reply(floor.origin, '/'),
    stop: () => floor.stop(),
  }
}

/** Points the channel at the client's server and lets a visitor write. Returns the chat's id. */
async function openChat({ server }: Setting, clientUrl: string): Promise<string> {
  const db = createDb(createPool(server.databaseUrl, 2))
  try {
    await db.chatApiSettings.updateMany({ data: { serverUrl: clientUrl } })
    const body = JSON.stringify({ sender: { id: VISITOR }, message: { type: 'text', text: 'Hello' } })
    await fetch(`${server.origin}${server.channelPath}`, { method: 'POST', body })
    const chat = await db.chat.findFirstOrThrow({ where: { visitor: { key: VISITOR } } })
    return chat.id
  } finally {
    await db.$disconnect()
  }
}

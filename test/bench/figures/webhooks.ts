import { print } from 'graphql'
import { eventsSubscription } from '../../../operator-app/src/graphql/events.ts'
import { createDb, createPool } from '../../../server/database/client.ts'
import { encodeGlobalId } from '../../../server/graphql/kit/global-id.ts'
import { type Bench, roundsOf, type Setting, takeTurns } from '../bench.ts'
import { createEndpoint } from '../create-endpoint.ts'
import { startFloor } from '../floor.ts'
import type { Target } from '../load/http-client.ts'
import { visitorMessage } from '../load/visitor-message.ts'
import { ascending, type Measurement, measured, percentile } from '../measurement.ts'
import { createOperators } from '../operators.ts'

/** As many as one endpoint may have on their way at once (`perReceiver`), and few. */
const CHATS = [16, 200]
/** A chat has to be opened for each. */
const FEWER = 10
const ACCEPT =
  'mutation ($input: AcceptChatInput!) { acceptChat(input: $input) { chat { id } userErrors { code message } } }'

/** Webhooks that reach a CRM a second, and the way from an operator's Reply to what the CRM answers on the screen. */
export async function measureWebhooks(bench: Bench, setting: Setting): Promise<Measurement[]> {
  const { server, redisUrl } = setting
  if (!redisUrl) return []
  const crmUrl = await bench.load.listenAsCrm()
  const [operator] = await createOperators(setting, 1)
  const deleteEndpoint = await createEndpoint(setting, crmUrl)
  const floor = await startFloor({ kind: 'webhook', redisUrl, crmUrl })
  try {
    const measurements: Measurement[] = []
    for (const chats of CHATS) {
      const tell = (target: Target) => bench.load.measureWebhooks({ target, chats, seconds: bench.seconds })
      const told = await takeTurns(
        bench,
        () => tell({ origin: server.origin, path: server.channelPath }),
        () => tell({ origin: floor.origin, path: '/' }),
      )
      const rounds = roundsOf(told, (perSecond) => perSecond)
      const aim = chats === 200 ? { atLeast: 0.6 } : undefined
      measurements.push(measured(`webhooks, ${chats} chats`, 'webhooks/s', rounds, aim))
    }
    const times: number[][] = []
    for (let round = 0; round <= bench.rounds; round++) {
      const taken = await measureData(bench, setting, operator?.cookie ?? '')
      if (round > 0) times.push(ascending(taken))
    }
    const at = (p: number) => ({ values: times.map((each) => percentile(each, p)), floors: [] })
    return [
      ...measurements,
      measured('Reply to data on the screen, p50', 'ms', at(0.5), { atMost: 30 }),
      measured('Reply to data on the screen, p95', 'ms', at(0.95)),
    ]
  } finally {
    await deleteEndpoint()
    await floor.stop()
  }
}

async function measureData(bench: Bench, setting: Setting, cookie: string): Promise<number[]> {
  const { origin } = setting.server
  const headers = { cookie, 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1' }
  return bench.load.measureCrmData({
    target: { origin, path: '/graphql', headers },
    screen: {
      url: `${origin}/graphql`,
      subscription: { query: print(eventsSubscription), cookie, origin },
    },
    body: JSON.stringify({ query: ACCEPT, variables: { input: { chatId: '%CHAT%' } } }),
    chats: await openChats(setting, Math.ceil(bench.count / FEWER)),
  })
}

/** Chats that wait for an operator. */
async function openChats({ server }: Setting, count: number): Promise<{ id: string; number: number }[]> {
  const run = `asked-${Date.now().toString(36)}-`
  const db = createDb(createPool(server.databaseUrl, 2))
  try {
    for (let n = 0; n < count; n++) {
      const body = visitorMessage(`${run}${n}`, 'Hello')
      await fetch(`${server.origin}${server.channelPath}`, { method: 'POST', body })
    }
    const where = { visitor: { key: { startsWith: run } } }
    const chats = await db.chat.findMany({ where, select: { id: true, number: true } })
    return chats.map(({ id, number }) => ({ id: encodeGlobalId('Chat', id), number }))
  } finally {
    await db.$disconnect()
  }
}

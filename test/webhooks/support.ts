import type { OutboxItem } from '../../server/generated/prisma/client.ts'
import type { OutboxKind } from '../../server/outbox/outbox-kind.ts'
import { type RunningWorker, startWorker } from '../../server/worker.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

/** One process with a worker. */
export interface WebhookStage extends TestApp {
  openCrm(options?: CrmOptions): Promise<Crm>
}

interface CrmOptions {
  events?: string[]
  desk?: Desk
}

/** An account with an endpoint that hears of everything, and the receiver behind it. */
export interface Crm {
  desk: Desk
  receiver: Receiver
  endpointId: string
  secrets: string[]
  /** The bodies that came so far, of one event or all. */
  bodies(event?: string): Data[]
  /** The requests of an event as soon as there are `count`. */
  waitFor(event: string, count?: number): Promise<Received[]>
  items(): Promise<OutboxItem[]>
}

export const ALL = [
  'CALL_EVENT',
  'CHAT_ACCEPTED',
  'CHAT_ASSIGNED',
  'CHAT_FINISHED',
  'CHAT_UPDATED',
  'OFFLINE_MESSAGE',
]

const ENDPOINT = 'endpoint { id name url events secrets enabled disabledReason }'

/** `kinds`: what leaves, all of it as in earnest unless given. */
export async function openWebhookStage(kinds?: readonly OutboxKind[]): Promise<WebhookStage> {
  const app = await startTestApp()
  const worker: RunningWorker = await startWorker(app.services, kinds)
  const receivers: Receiver[] = []
  return {
    ...app,
    openCrm: (options) => openCrm(app, options, receivers),
    async close() {
      await Promise.all(receivers.map((receiver) => receiver.stop()))
      await worker.stop()
      await app.close()
    },
  }
}

/** Opens an account with an endpoint on an installation that has a worker. */
export async function openCrm(
  app: TestApp,
  { events = ALL, desk: given }: CrmOptions = {},
  receivers: Receiver[] = [],
): Promise<Crm> {
  const receiver = await startReceiver()
  receivers.push(receiver)
  const desk = given ?? (await openDesk(app))
  const input = { name: 'CRM', url: `${receiver.url}/hook`, events }
  const { endpoint, userErrors } = await mutate(desk.admin.execute, 'createWebhookEndpoint', input, ENDPOINT)
  if (userErrors.length > 0) throw new Error(JSON.stringify(userErrors))
  const requests = (event?: string) =>
    receiver.requests.filter(({ json }) => !event || (json as Data).event_name === event)
  return {
    desk,
    receiver,
    endpointId: endpoint.id,
    secrets: endpoint.secrets,
    bodies: (event) => requests(event).map(({ json }) => json as Data),
    waitFor: (event, count = 1) =>
      until(() => {
        const found = requests(event)
        if (found.length < count) throw new Error(`${found.length} of ${count} ${event} came`)
        return found
      }),
    items: () =>
      app.services.db.outboxItem.findMany({
        where: { accountId: desk.account.id, kind: 'WEBHOOK' },
        orderBy: { position: 'asc' },
      }),
  }
}

/** A chat that the first operator has accepted. */
export async function acceptedChat(
  { desk }: Crm,
  visitor = 'visitor',
): Promise<{ id: string; number: number }> {
  await desk.say(visitor, 'Hello')
  const chat = await desk.chatOf(visitor)
  const { userErrors } = await mutate(desk.operators[0].execute, 'acceptChat', {
    chatId: globalId('Chat', chat.id),
  })
  if (userErrors.length > 0) throw new Error(JSON.stringify(userErrors))
  return chat
}

export async function closeChat({ desk }: Crm, { id }: { id: string }): Promise<void> {
  const { userErrors } = await mutate(desk.operators[0].execute, 'closeChat', {
    chatId: globalId('Chat', id),
  })
  if (userErrors.length > 0) throw new Error(JSON.stringify(userErrors))
}

/** Says of 30 % of the requests, the same in every run, that they fail; of no event so often that its attempts are used up. */
export function failSometimes(): (request: Received) => boolean {
  const failed = new Map<string, number>()
  // A linear congruential generator: the constants are those of Numerical Recipes.
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return ({ headers }) => {
    const id = String(headers['webhook-id'])
    const before = failed.get(id) ?? 0
    if (before === 5 || random() >= 0.3) return false
    failed.set(id, before + 1)
    return true
  }
}

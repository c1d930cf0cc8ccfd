import { randomUUID } from 'node:crypto'
import type { OutboxAttempt, OutboxItem } from '../../server/generated/prisma/client.ts'
import type { TestApp } from './app.ts'
import { type Desk, openDesk, reply } from './desk.ts'
import { type Answerer, type Received, type Receiver, startReceiver } from './receiver.ts'
import { until } from './until.ts'

/** A desk whose channel has a client's server behind it. */
export interface ClientServer {
  desk: Desk
  receiver: Receiver
  /** A visitor writes; the chat's id. */
  chat(visitorId?: string | number): Promise<string>
  /** The operator answers; the message's id. */
  send(chatId: string, text?: string): Promise<string>
}

export async function openClientServer(
  app: TestApp,
  answer?: Answerer,
  options: { chunked?: boolean; acceptsAny2xx?: boolean; operators?: number } = {},
): Promise<ClientServer> {
  const receiver = await startReceiver(answer)
  const desk = await openDesk(app, { serverUrl: `${receiver.url}/client/`, ...options })
  return {
    desk,
    receiver,
    async chat(visitorId = randomUUID()) {
      await desk.say(visitorId, 'Hello')
      return (await desk.chatOf(visitorId)).id
    },
    send: (chatId, text = 'Hi') => reply(desk.operators[0], chatId, text),
  }
}

export type LoggedDelivery = OutboxItem & { log: OutboxAttempt[] }

function deliveryOf({ services }: TestApp, messageId: string): Promise<LoggedDelivery> {
  return services.db.outboxItem.findFirstOrThrow({
    where: { messageId, kind: 'CLIENT_REPLY' },
    include: { log: { orderBy: { startedAt: 'asc' } } },
  })
}

/** The delivery as soon as it has come to this end. */
export async function settled(
  app: TestApp,
  messageId: string,
  state: 'SENT' | 'FAILED',
): Promise<LoggedDelivery> {
  return until(async () => {
    const delivery = await deliveryOf(app, messageId)
    if (delivery.state !== state) throw new Error(`The delivery is ${delivery.state}, not ${state}`)
    return delivery
  })
}

/** `message.text` of what the client got. */
export function textOf({ json }: Received): string | undefined {
  return (json as { message: { text?: string } }).message.text
}

import { randomUUID } from 'node:crypto'
import type { Bot, BotProvider, Channel, Prisma, User } from '../../server/generated/prisma/client.ts'
import type { TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { makeAccount, makeChannel, makeUser, signedIn, type TestChannel } from '../support/factories.ts'
import { type Execute, graphqlAs } from '../support/graphql-client.ts'
import { hurriedKinds } from '../support/hurried-kinds.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startSwitchboard } from '../support/switchboard.ts'

/** One process with a worker that pauses only for a moment between attempts, a client's server and a bot's server. */
export interface BotStage extends TestApp {
  client: Receiver
  bot: Receiver
}

export async function openStage(variables: Record<string, string> = {}): Promise<BotStage> {
  const [app, client, bot] = await Promise.all([
    startSwitchboard({ variables }, hurriedKinds),
    startReceiver(),
    startReceiver(),
  ])
  return {
    ...app,
    client,
    bot,
    async close() {
      await Promise.all([client.stop(), bot.stop()])
      await app.close()
    },
  }
}

/** An account whose channel is answered by a bot. */
export interface BotCast {
  accountId: string
  channel: TestChannel
  operator: User
  admin: User
  provider: BotProvider
  bot: Bot
  token: string
  /** Where the bot posts to (B1). */
  inbound: string
  asOperator: Execute
  asAdmin: Execute
}

interface CastOptions {
  endpointUrl?: string
  provider?: Partial<Prisma.BotProviderUncheckedCreateInput>
  channel?: Partial<Channel>
}

export async function castBot(stage: BotStage, options: CastOptions = {}): Promise<BotCast> {
  const { services } = stage
  const { account, admin } = await makeAccount(services)
  const operator = await makeUser(services, { accountId: account.id })
  const channel = await makeChannel(services, {
    accountId: account.id,
    operatorIds: [operator.id],
    serverUrl: stage.client.url,
  })
  const { provider, bot, token } = await makeBot(services, {
    accountId: account.id,
    ...options,
    endpointUrl: options.endpointUrl ?? stage.bot.url,
  })
  await services.db.channel.update({ where: { id: channel.id }, data: { botId: bot.id, ...options.channel } })
  const [operatorCookie, adminCookie] = await Promise.all([
    signedIn(services, operator.id),
    signedIn(services, admin.id),
  ])
  return {
    accountId: account.id,
    channel,
    operator,
    admin,
    provider,
    bot,
    token,
    inbound: `${stage.url}/bot/${provider.tokenUrl ? 'providers' : 'webhooks'}/${provider.publicId}/${token}`,
    asOperator: graphqlAs(stage.url, operatorCookie),
    asAdmin: graphqlAs(stage.url, adminCookie),
  }
}

/** A visitor's message through A2. */
export async function write(
  stage: BotStage,
  { channel }: BotCast,
  {
    visitor = 'visitor-1',
    text = 'Hello!',
    message = {},
  }: { visitor?: string; text?: string; message?: object } = {},
): Promise<Response> {
  return fetch(stage.url + channel.path, {
    method: 'POST',
    body: JSON.stringify({ sender: { id: visitor }, message: { type: 'text', text, ...message } }),
  })
}

/** What a bot posts to us. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: response.status,
    json: (await response.json()) as { result?: string; error?: { code: string; field?: string } },
    headers: response.headers,
  }
}

/** The account's newest chat with its messages in order. */
export async function readChat({ services }: BotStage, { accountId }: BotCast) {
  return services.db.chat.findFirstOrThrow({
    where: { accountId },
    include: { messages: { orderBy: { seq: 'asc' } } },
    orderBy: { createdAt: 'desc' },
  })
}

export type SentEvent = Record<string, unknown> & {
  event: string
  id: string
  chat_id: string
  client_id: string
  message: { type: string; text: string; timestamp: number; button_id?: string }
}

/** The events that the bot got so far, in order; of one cast when several share the server. */
export function eventsOf({ bot }: BotStage, { token }: BotCast): SentEvent[] {
  return bot.requests
    .filter((request) => request.path.endsWith(`/${token}`))
    .map((request) => request.json as SentEvent)
}

/** A signed-in operator with a live connection. */
export async function goOnline({ services }: BotStage, user: User): Promise<() => Promise<void>> {
  const { counted, leave } = services.presence.connect({
    accountId: user.accountId,
    userId: user.id,
    sessionId: randomUUID(),
  })
  await counted
  return () => leave('once')
}

import { randomUUID } from 'node:crypto'
import { createClient } from 'graphql-ws'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { createPublicId } from '../../server/domain/channels/create-public-id.ts'
import type { Channel, Prisma } from '../../server/generated/prisma/client.ts'
import type { Services } from '../../server/services.ts'
import { type Data, type Execute, graphqlAs, mutate } from './graphql-client.ts'
import { PATIENCE_MS } from './patience.ts'

type Settings = Partial<Omit<Prisma.WidgetSettingsUncheckedCreateInput, 'channelId'>>

/** A widget of the account, answered by these operators. */
export function makeWidget(
  { db }: Services,
  {
    accountId,
    operatorIds = [],
    settings = {},
  }: { accountId: string; operatorIds?: string[]; settings?: Settings },
): Promise<Channel> {
  return db.channel.create({
    data: {
      accountId,
      kind: 'WIDGET',
      name: `Widget ${randomUUID()}`,
      publicId: createPublicId(),
      widget: { create: settings },
      operators: { create: operatorIds.map((userId) => ({ userId })) },
    },
  })
}

/** A browser that shows a widget. */
export interface Browser {
  token: string
  visitorNumber: number
  execute: Execute
  /** The payload of `startVisit`. */
  started: Data
}

export interface Opening {
  token?: string
  url?: string
  title?: string
  referrer?: string
  /** The visitor's address; one of its own by default. */
  address?: string
  /** The website. */
  origin?: string
  userAgent?: string
  /** Of the browser. */
  language?: string
}

/** An address that no other test uses, so that nobody shares its limits. */
export function someAddress(): string {
  const [a = 0, b = 0, c = 0] = Buffer.from(randomUUID().slice(0, 6), 'hex')
  return `10.${a}.${b}.${c}`
}

const PAGE = 'https://shop.example/'

/** What `startVisit` answers. */
export async function start(url: string, widgetId: string, opening: Opening = {}): Promise<Data> {
  const { token, address = someAddress(), origin, userAgent, language } = opening
  const { url: page = PAGE, title = 'Shop', referrer } = opening
  const execute = graphqlAs(url, {
    address,
    headers: {
      'x-svc-widget': widgetId,
      ...(origin && { origin }),
      ...(userAgent && { 'user-agent': userAgent }),
      ...(language && { 'accept-language': language }),
    },
  })
  return mutate(
    execute,
    'startVisit',
    { widgetId, ...(token && { token }), page: { url: page, title, ...(referrer && { referrer }) } },
    'token expiresAt visit { visitorNumber unreadCount eventCursor widget { online name } chat { id status } }',
  )
}

/** Opens a page with the widget. */
export async function openBrowser(url: string, widgetId: string, opening: Opening = {}): Promise<Browser> {
  const started = await start(url, widgetId, opening)
  if (!started.token) throw new Error(JSON.stringify(started.userErrors))
  return {
    started,
    token: started.token,
    visitorNumber: started.visit.visitorNumber,
    execute: graphqlAs(url, { token: started.token }),
  }
}

/** A visitor writes. The payload's message. */
export async function write(
  { execute }: Pick<Browser, 'execute'>,
  text: string,
  more: Record<string, unknown> = {},
): Promise<Data> {
  const input = { idempotencyKey: randomUUID(), text, ...more }
  const { message, userErrors } = await mutate(
    execute,
    'sendVisitorMessage',
    input,
    'message { id chatId seq author text }',
  )
  if (!message) throw new Error(JSON.stringify(userErrors))
  return message
}

const EVENTS = `subscription ($after: String) { visitEvents(after: $after) {
  __typename key cursor
  ... on VisitMessageCreated { message { id chatId seq author text markdown buttons { buttonId text } operator { name } } }
  ... on VisitMessageChanged { message { id seq text editedAt deletedAt file { url } } unreadCount }
  ... on VisitChatChanged { change chat { id status queuePosition operators { name } rating } }
  ... on VisitMessagesRead { chatId seq }
  ... on VisitQueueMoved { chatId queuePosition isBusy }
  ... on VisitMessagesSeen { chatId seq }
  ... on VisitTypingChanged { typing operator { name } }
  ... on VisitInvitationReceived { invitation { id text operator { name } } }
  ... on VisitInvitationEnded { invitationId }
  ... on WidgetStatusChanged { online paused }
  ... on VisitContactInfoChanged { contactInfo { name email } }
  ... on VisitCallChanged { state reason }
} }`

/** What a widget without a socket gets that asks for what came after the cursor. */
export async function pollEvents({ execute }: Pick<Browser, 'execute'>, after: string): Promise<Data[]> {
  const { data, errors } = await execute(
    EVENTS.replace('subscription ($after: String)', 'query ($after: String!)'),
    { after },
  )
  if (errors) throw new Error(JSON.stringify(errors))
  return data.visitEvents
}

/** The live connection of a widget. */
export interface WidgetFeed {
  readonly events: Data[]
  readonly errors: unknown[]
  /** The first event of this type that fits. */
  waitFor(type: string, fits?: (event: Data) => boolean): Promise<Data>
  readonly closed: Promise<number>
  close(): Promise<void>
}

/** Connects as a widget does, and takes everything that comes. */
export async function openWidgetFeed(
  url: string,
  token: string,
  { after, origin = 'https://shop.example' }: { after?: string; origin?: string } = {},
): Promise<WidgetFeed> {
  const events: Data[] = []
  const errors: unknown[] = []
  let onClosed: (code: number) => void = () => {}
  const closed = new Promise<number>((resolve) => (onClosed = resolve))
  class WidgetSocket extends WebSocket {
    constructor(address: string, protocol: string) {
      super(address, protocol, { origin })
      this.on('error', () => {})
      this.on('close', onClosed)
    }
  }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WidgetSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => {},
  })
  client.subscribe(
    { query: EVENTS, variables: { after: after ?? null } },
    {
      next: ({ data, errors: wrong }) => {
        if (wrong) errors.push(...wrong)
        else events.push((data as Data).visitEvents)
      },
      error: (error) => errors.push(...(Array.isArray(error) ? error : [error])),
      complete() {},
    },
  )
  return {
    events,
    errors,
    closed,
    waitFor: (type, fits = () => true) =>
      vi.waitFor(
        () => {
          const found = events.find((event) => event.__typename === type && fits(event))
          if (!found)
            throw new Error(`No ${type} came, but ${JSON.stringify(events)} ${JSON.stringify(errors)}`)
          return found
        },
        { timeout: PATIENCE_MS, interval: 20 },
      ),
    close: async () => client.dispose(),
  }
}

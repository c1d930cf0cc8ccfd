import { type Client, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { Data } from './graphql-client.ts'
import { PATIENCE_MS } from './patience.ts'

const CHANGES_OF_CHATS = [
  'ChatOpened ChatAccepted OperatorJoined OperatorLeft ChatTransferred ChatHandedOff ChatHandedBack ChatClosed',
  'ChatUpdated ChatInvitationCreated DeliveryFailed DeliveryRetried',
].flatMap((names) => names.split(' '))
const MESSAGE = 'message { uuid seq text author delivery { state errorCode errorMessage } }'

const EVENTS = `subscription ($after: String) {
  events(after: $after) {
    __typename id cursor
    ... on ChatEvent { in: chat { id } }
    ${CHANGES_OF_CHATS.map((name) => `... on ${name} { chat { id status revision operators { name } } }`).join('\n')}
    ... on ChatRead { lastReadSeq }
    ... on MessageCreated { ${MESSAGE} activity { chat { id } lastSeq preview } }
    ${['Sent', 'Delayed', 'Failed', 'Retried'].map((name) => `... on Delivery${name} { delivery { ${MESSAGE} } }`).join('\n')}
    ... on OperatorUpdated { operator { id name presence } }
  }
}`
const SIGNALS = `subscription {
  signals {
    __typename
    ... on TypingChanged { in: chat { id } actor { __typename id } typing }
    ... on PresenceChanged { operator { id name presence } }
  }
}`

/** An event or a signal with its type in capitals, as `kind`, and what tests ask for most. */
function flatten({ in: chat, delivery, ...event }: Data): Data {
  const kind = event.__typename?.replace(/(?!^)[A-Z]/g, '_$&').toUpperCase()
  return { kind, cursor: null, chatId: chat?.id ?? null, ...delivery, ...event }
}

/** One screen: a socket with one subscription to the live events. */
export interface EventFeed {
  /** Everything that came, in the order of arrival. */
  readonly events: Data[]
  /** Why the subscription was refused. */
  readonly errors: Data[]
  /** The last cursor that came. */
  readonly cursor: string | null
  /** Resolves with the code when the socket is closed. */
  readonly closed: Promise<number>
  /** The first event, also an earlier one, that fits. Throws when it waits for too long. */
  waitFor(fits: (event: Data) => boolean): Promise<Data>
  /** Breaks the connection off, as a network does. */
  cut(): void
  /** Closes it properly. */
  close(): Promise<void>
}

interface Options {
  cookie?: string
  /** An API token. */
  token?: string
  /** The page's origin; the server's own by default. */
  origin?: string
  /** The last cursor that was seen; without one only what is live comes. */
  after?: string | null
  /** What the screen subscribes to. */
  query?: string
}

/** Opens a socket to the installation at `url` and subscribes. It does not reconnect by itself. */
export function openFeed(
  url: string,
  { cookie = '', token, origin = url, after = null, query = EVENTS }: Options = {},
): EventFeed {
  const events: Data[] = []
  const errors: Data[] = []
  const waiting = new Set<() => void>()
  let socket: WebSocket | undefined
  let onClosed: (code: number) => void = () => {}
  const closed = new Promise<number>((resolve) => (onClosed = resolve))
  class PageSocket extends WebSocket {
    constructor(address: string, protocol: string) {
      super(address, protocol, {
        headers: { cookie, ...(token && { authorization: `Bearer ${token}` }) },
        origin,
      })
      socket = this
      this.on('error', () => {})
      this.on('close', onClosed)
    }
  }
  const client: Client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: PageSocket,
    retryAttempts: 0,
  })
  const follow = (field: string, request: { query: string; variables?: Record<string, unknown> }) =>
    client.subscribe(request, {
      next({ data, errors: refused }) {
        if (data) events.push(flatten((data as Data)[field]))
        if (refused) errors.push(...refused)
        for (const check of waiting) check()
      },
      error: (error) => errors.push(error),
      complete() {},
    })
  follow('events', { query, variables: { after } })
  if (query === EVENTS) follow('signals', { query: SIGNALS })
  return {
    events,
    errors,
    get cursor() {
      return events.findLast((event) => event.cursor !== null)?.cursor ?? after
    },
    closed,
    waitFor(fits) {
      return new Promise((resolve, reject) => {
        const done = () => {
          clearTimeout(timer)
          waiting.delete(check)
        }
        const timer = setTimeout(() => {
          done()
          const seen = events.map((event) => event.kind).join(', ')
          reject(new Error(`It did not come within ${PATIENCE_MS} ms; ${events.length} came: ${seen}`))
        }, PATIENCE_MS)
        const check = () => {
          const found = events.find(fits)
          if (!found) return
          done()
          resolve(found)
        }
        waiting.add(check)
        check()
      })
    },
    cut: () => socket?.terminate(),
    async close() {
      await client.dispose()
    },
  }
}

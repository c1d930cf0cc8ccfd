import type { CoreState, VisitEvent } from '../core.ts'
import type { ResultOf } from '../graphql.ts'
import { createBackoff } from './backoff.ts'
import type { visitEventsDocument } from './documents.ts'
import { openSocket, type Socket } from './socket.ts'
import { joinTabs, type Message, type Tabs } from './tabs.ts'

type Connection = CoreState['connection']

const POLL_MS = 4_000
/** How long it polls before it tries a socket again. */
const POLLING_MS = 60_000

export interface Live {
  /** Tells the other tabs. */
  post(message: Message): void
  once(key: string): Promise<boolean>
  /** Connects again: the token is another one. */
  restart(): void
  /** Something says that the network may be back, or that somebody looks: whoever leads makes sure of the connection. */
  wake(): void
}

interface LiveOptions {
  origin: string
  name: string
  signal: AbortSignal
  query: typeof visitEventsDocument
  token(): string | null
  /** What has been seen up to now. */
  cursor(): string | null
  /** Over the socket. The other tabs must be told. */
  onEvent(event: VisitEvent): void
  onMessage(message: Message): void
  onConnection(connection: Connection): void
  /** Reads the present state; false when the service cannot be reached. */
  poll(): Promise<boolean>
}

/**
 * Keeps one connection for all tabs of a site: the tab that leads holds the socket, or polls where sockets are
 * blocked. When it goes away another one leads, from the cursor that it has reached itself.
 */
export function goLive(options: LiveOptions): Live {
  const { signal, onMessage, onConnection, poll } = options
  const backoff = createBackoff()
  let tabs: Tabs
  let socket: Socket | null = null
  let connection: Connection | null = null

  function tell(next: Connection): void {
    connection = next
    onConnection(next)
    tabs.post({ connection: next })
  }

  function wake(): void {
    socket?.check()
    backoff.wake()
  }

  /** Resolves when the connection has ended, with whether it was ever open and whether the token was refused. */
  function connect(period: AbortSignal): Promise<{ opened: boolean; refused: boolean }> {
    return new Promise((resolve) => {
      let opened = false
      socket = openSocket({
        origin: options.origin,
        token: options.token(),
        query: options.query,
        variables: { after: options.cursor() },
        onOpen() {
          opened = true
          backoff.reset()
          tell('live')
        },
        onNext: (data) => options.onEvent((data as ResultOf<typeof visitEventsDocument>).visitEvents),
        onClose(refused) {
          socket = null
          resolve({ opened, refused })
        },
      })
      period.addEventListener('abort', () => socket?.close())
    })
  }

  async function lead(period: AbortSignal): Promise<void> {
    for (let misses = 0; !period.aborted; ) {
      const { opened, refused } = await connect(period)
      misses = opened ? 0 : misses + 1
      // A request renews the token.
      if (refused && !period.aborted) await poll()
      if (misses > 1) await pollFor(POLLING_MS, period)
      if (misses > 0 && !period.aborted) tell('offline')
      if (!period.aborted) await backoff.wait()
    }
  }

  async function pollFor(ms: number, period: AbortSignal): Promise<void> {
    for (const end = Date.now() + ms; Date.now() < end && !period.aborted && (await poll()); ) {
      if (connection !== 'polling') tell('polling')
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  /** A page that the browser keeps for the way back gives up its place, or it could not be kept. */
  function begin(): void {
    const period = new AbortController()
    const end = () => {
      period.abort()
      backoff.wake()
    }
    signal.addEventListener('abort', end)
    window.addEventListener('pagehide', end, { once: true, signal })
    tabs = joinTabs({
      name: options.name,
      signal: period.signal,
      onMessage(message) {
        if (message.connection) {
          connection = message.connection
          onConnection(connection)
        } else if (message.wake) {
          wake()
          if (socket && connection) tabs.post({ connection })
        } else onMessage(message)
      },
      lead: () => void lead(period.signal),
    })
    tabs.post({ wake: 1 })
  }

  begin()
  window.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return
      begin()
      void poll()
    },
    { signal },
  )
  return {
    post: (message) => tabs.post(message),
    once: (key) => tabs.once(key),
    restart: () => socket?.close(),
    wake() {
      wake()
      tabs.post({ wake: 1 })
    },
  }
}

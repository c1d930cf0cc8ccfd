import { type Client, createClient, type SubscribePayload } from 'graphql-ws'
import { screenHeader } from '../../browser/request-headers.ts'
import { documentText } from '../../graphql/document-text.ts'
import { eventsSubscription, type LiveEvent } from '../../graphql/events.ts'
import type { TadaDocumentNode } from '../../graphql/graphql.ts'
import { type Signal, signalsSubscription } from '../../graphql/signals.ts'
import { follow } from './follow.ts'
import { ResumePoint } from './resume-point.ts'
import { RetryPause } from './retry-pause.ts'

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'

const PING_EVERY_MS = 8_000
const PONG_WITHIN_MS = 5_000

/** The server's close codes (`server/live/socket.ts`). */
const SIGNED_OUT = 4401
const ACCESS_CHANGED = 4403

interface LiveOptions {
  onEvent: (event: LiveEvent) => void
  onSignal: (signal: Signal) => void
  /** Connected, for the first time or again: what is never replayed must be read now. */
  onConnect: (isAgain: boolean) => void
  /** The session ended, or is somebody else's; resolves when it is known who is signed in. */
  onSignedOut: () => Promise<void>
  /** Too much was missed, or what this user may see has changed; resolves with the cursor to continue from. */
  onResync: () => Promise<string>
}

/**
 * The events and signals of the screen, on one socket. Separate because it alone knows where to go on: after each loss it asks for
 * what came after the last event that it saw, and drops what arrives twice.
 */
export class Live {
  #state = $state<LiveState>('connecting')
  #options: LiveOptions
  #point = new ResumePoint('0')
  #isResyncing = false
  #mustResync = false
  /** Subscriptions that ended since the last connection. */
  #endings = 0
  #client: Client | null = null
  #unsubscribe = () => {}
  readonly #pause = new RetryPause()
  #stop = new AbortController()

  constructor(options: LiveOptions) {
    this.#options = options
  }

  get state() {
    return this.#state
  }

  start(cursor: string): void {
    this.#point = new ResumePoint(cursor)
    const { signal } = this.#stop
    let operations = 0
    addEventListener('online', () => this.#pause.hurry(), { signal })
    addEventListener('offline', () => this.#client?.terminate(), { signal })
    document.addEventListener('visibilitychange', () => this.#whenVisible(), { signal })
    this.#client = createClient({
      connectionParams: screenHeader,
      url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
      keepAlive: PING_EVERY_MS,
      // Short, and the same on all screens: the server makes a message once for all that call their operation the same.
      generateID: () => String(++operations),
      retryAttempts: Number.POSITIVE_INFINITY,
      shouldRetry: () => true,
      retryWait: (retries) => this.#pause.wait(retries),
      on: this.#watch(),
    })
    this.#subscribe(this.#client)
  }

  stop(): void {
    this.#stop.abort()
    this.#unsubscribe()
    this.#pause.hurry()
  }

  /** Has everything read again, when no event can say all that is gone. */
  resync(): void {
    void this.#resync()
  }

  /**
   * Follows something that is only true now, on the same socket, until the returned function is called. `onStart` runs
   * each time that it begins, for the first time or again: what it missed is not sent, and must be read.
   */
  follow<Data, Variables extends Record<string, unknown>>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
    { onStart, onData }: { onStart: () => void; onData: (data: Data) => void },
  ): () => void {
    const client = this.#client
    // The socket is opened when the workspace starts, which starts this again.
    if (!client) return () => {}
    return follow(client, {
      document,
      variables,
      pause: this.#pause,
      signal: this.#stop.signal,
      onStart,
      onData,
    })
  }

  #subscribe(client: Client): void {
    const point = () => this.#point
    // The library builds the request for each connection: with the getter, each continues from the newest cursor.
    const variables = {
      get after() {
        return point().cursor
      },
    }
    let hasEnded = false
    const end = (reason?: unknown) => {
      if (hasEnded) return
      hasEnded = true
      this.#unsubscribe()
      void this.#subscribeAgain(client, reason)
    }
    const subscribe = <Data>(request: SubscribePayload, take: (data: Data) => void) =>
      client.subscribe<Data>(request, {
        next: ({ data, errors }) => (data ? take(data) : end(errors)),
        error: end,
        complete: () => end(),
      })
    // On the same socket: what ends one of them ends both.
    const stops = [
      subscribe<{ events: LiveEvent }>({ query: documentText(eventsSubscription), variables }, ({ events }) =>
        this.#receive(events),
      ),
      subscribe<{ signals: Signal }>({ query: documentText(signalsSubscription) }, ({ signals }) =>
        this.#options.onSignal(signals),
      ),
    ]
    this.#unsubscribe = () => {
      for (const stop of stops) stop()
    }
  }

  /** The subscriptions ended, or the connection did for a cause that the library does not retry after. */
  async #subscribeAgain(client: Client, reason: unknown): Promise<void> {
    const { signal } = this.#stop
    if (signal.aborted) return
    // If this was not stopped, the same user is signed in again, or the server could not be asked.
    if (reason instanceof CloseEvent && reason.code === SIGNED_OUT) await this.#options.onSignedOut()
    await this.#pause.wait(this.#endings++)
    if (!signal.aborted && isInvalidCursor(reason)) await this.#resync()
    if (!signal.aborted) this.#subscribe(client)
  }

  #watch() {
    let pong: ReturnType<typeof setTimeout> | undefined
    return {
      connected: () => this.#connected(),
      // Notices a dead network within seconds: TCP alone would wait for minutes.
      ping: (received: boolean) => {
        if (!received) pong = setTimeout(() => this.#client?.terminate(), PONG_WITHIN_MS)
      },
      pong: (received: boolean) => {
        if (received) clearTimeout(pong)
      },
      closed: (event: unknown) => {
        clearTimeout(pong)
        this.#state = navigator.onLine ? 'reconnecting' : 'offline'
        this.#mustResync ||= event instanceof CloseEvent && event.code === ACCESS_CHANGED
      },
    }
  }

  #connected(): void {
    if (this.#stop.signal.aborted) return
    const isAgain = this.#state !== 'connecting'
    this.#state = 'live'
    this.#endings = 0
    this.#options.onConnect(isAgain)
    if (this.#mustResync) void this.#resync()
  }

  #receive(event: LiveEvent): void {
    if (event.__typename === 'ResyncRequired') void this.#resync()
    else if (this.#point.take(event.id, event.cursor)) this.#options.onEvent(event)
  }

  /** Events continue to arrive in the meantime. If it fails, the next connection tries again. */
  async #resync(): Promise<void> {
    this.#mustResync = true
    this.#point.hold()
    if (this.#isResyncing) return
    this.#isResyncing = true
    try {
      let cursor = ''
      while (this.#mustResync) {
        this.#mustResync = false
        cursor = await this.#options.onResync()
      }
      this.#point.release(cursor)
    } catch {
      this.#mustResync = true
      this.#point.abandon()
      this.#client?.terminate()
    } finally {
      this.#isResyncing = false
    }
  }

  #whenVisible(): void {
    if (document.visibilityState === 'visible') this.#pause.hurry()
  }
}

/** Whether the server does not know where this screen wants to go on, as after it was replaced by an older version. */
function isInvalidCursor(reason: unknown): boolean {
  return (
    Array.isArray(reason) &&
    reason.some((error: { extensions?: { code?: string } }) => error.extensions?.code === 'INVALID_CURSOR')
  )
}

export function createLive(options: LiveOptions): Live {
  return new Live(options)
}

import { print } from 'graphql'
import { type Client, createClient } from 'graphql-ws'
import { eventsSubscription, type LiveEvent, type Signal, signalsSubscription } from '../graphql/events.ts'
import { ResumePoint } from './resume-point.ts'

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'offline'

const PING_EVERY_MS = 8_000
const PONG_WITHIN_MS = 5_000
const FIRST_RETRY_MS = 400
const LONGEST_RETRY_MS = 5_000

const SIGNED_OUT = 4401
const ACCESS_CHANGED = 4403

interface LiveOptions {
  onEvent: (event: LiveEvent) => void
  onSignal: (signal: Signal) => void
  /** Connected, for the first time or again: what is never replayed must be read now. */
  onConnect: () => void
  /** The session ended. */
  onSignedOut: () => void
  /** Too much was missed, or what this user may see has changed; resolves with the cursor to go on from. */
  onReadAgain: () => Promise<string>
}

/**
 * The one subscription of the screen. Separate because it alone knows where to go on: after each loss it asks for
 * what came after the last event that it saw, and drops what arrives twice.
 */
export class Live {
  #state = $state<LiveState>('connecting')
  #options: LiveOptions
  #point = new ResumePoint('0')
  #isReading = false
  #mustReadAgain = false
  #client: Client | null = null
  #retries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
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
    addEventListener('online', () => this.#connectNow(), { signal })
    addEventListener('offline', () => this.#client?.terminate(), { signal })
    document.addEventListener('visibilitychange', () => this.#whenVisible(), { signal })
    this.#connect()
  }

  stop(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
    void this.#client?.dispose()
  }

  #connect(): void {
    // The library's own retry would repeat the first cursor, so each connection is a client of its own.
    const client: Client = createClient({
      url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
      retryAttempts: 0,
      lazy: true,
      keepAlive: PING_EVERY_MS,
      on: this.#watch(() => client),
    })
    this.#client = client
    const request = { query: print(eventsSubscription), variables: { after: this.#point.cursor } }
    let ended = false
    const end = (reason?: unknown) => {
      if (ended || this.#client !== client) return
      ended = true
      this.#lost(reason)
    }
    client.subscribe<{ events: LiveEvent }>(request, {
      next: (result) => (result.data ? this.#receive(result.data.events) : end(result.errors)),
      error: end,
      complete: () => end(),
    })
    // On the same socket: what ends one of them ends both.
    client.subscribe<{ signals: Signal }>(
      { query: print(signalsSubscription) },
      {
        next: (result) => (result.data ? this.#options.onSignal(result.data.signals) : end(result.errors)),
        error: end,
        complete: () => end(),
      },
    )
  }

  /** Notices a dead network within seconds: TCP alone would wait for minutes. */
  #watch(client: () => Client) {
    let pong: ReturnType<typeof setTimeout> | undefined
    return {
      connected: () => this.#connected(),
      ping: (received: boolean) => {
        if (!received) pong = setTimeout(() => client().terminate(), PONG_WITHIN_MS)
      },
      pong: (received: boolean) => {
        if (received) clearTimeout(pong)
      },
      closed: () => clearTimeout(pong),
    }
  }

  #connected(): void {
    this.#retries = 0
    this.#state = 'live'
    this.#options.onConnect()
  }

  #receive(event: LiveEvent): void {
    if (event.__typename === 'ResyncRequired') void this.#readAgain()
    else if (this.#point.take(event.id, event.cursor)) this.#options.onEvent(event)
  }

  /** Events go on in the meantime. When it does not work, the next connection is told again what it has missed. */
  async #readAgain(): Promise<void> {
    this.#mustReadAgain = true
    this.#point.hold()
    if (this.#isReading) return
    this.#isReading = true
    try {
      let cursor = ''
      while (this.#mustReadAgain) {
        this.#mustReadAgain = false
        cursor = await this.#options.onReadAgain()
      }
      this.#point.release(cursor)
    } catch {
      this.#point.abandon()
      this.#client?.terminate()
    } finally {
      this.#isReading = false
    }
  }

  #lost(reason: unknown): void {
    if (this.#stop.signal.aborted) return
    void this.#client?.dispose()
    this.#client = null
    this.#state = navigator.onLine ? 'reconnecting' : 'offline'
    const code = reason instanceof CloseEvent ? reason.code : 0
    if (code === SIGNED_OUT) this.#options.onSignedOut()
    else if (code === ACCESS_CHANGED || isInvalidCursor(reason)) void this.#startOver()
    else this.#retryLater()
  }

  async #startOver(): Promise<void> {
    try {
      this.#point.release(await this.#options.onReadAgain())
      this.#connect()
    } catch {
      this.#retryLater()
    }
  }

  #retryLater(): void {
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#retries, LONGEST_RETRY_MS)
    this.#retries += 1
    // Jitter, so that a restarted server is not met by everyone at once.
    this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2))
  }

  #connectNow(): void {
    if (this.#client) return
    clearTimeout(this.#timer)
    this.#connect()
  }

  #whenVisible(): void {
    if (document.visibilityState === 'visible') this.#connectNow()
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

import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { type Caller, type Data, PATIENCE_MS } from './ask.ts'

interface Options {
  caller: Caller
  /** What a widget sends instead of a cookie. */
  connectionParams?: Record<string, unknown>
  /** A subscription with the variable `$after`, whose events have a `cursor`. */
  query: string
  /** Where to begin. */
  after: string
  onEvent(event: Data): void
}

const AGAIN_MS = 300
const PING_MS = 4_000

/**
 * Follows events as a screen does, for as long as this process runs: when the connection ends or falls silent, it
 * continues behind the last cursor.
 */
export async function follow(options: Options): Promise<never> {
  let { after } = options
  for (;;) {
    await followOnce(options, after, (event) => {
      after = event.cursor ?? after
      options.onEvent(event)
    })
    await delay(AGAIN_MS)
  }
}

/** Resolves when the connection has ended. */
function followOnce(
  { caller: { url, headers }, connectionParams, query }: Options,
  after: string,
  onEvent: (event: Data) => void,
): Promise<void> {
  let open: WebSocket | undefined
  class Socket extends WebSocket {
    constructor(address: string, protocol: string) {
      super(address, protocol, { headers, origin: url, handshakeTimeout: PATIENCE_MS })
      open = this
      this.on('error', () => {})
    }
  }
  return new Promise((resolve) => {
    let silence: NodeJS.Timeout | undefined
    const client = createClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      webSocketImpl: Socket,
      ...(connectionParams && { connectionParams }),
      retryAttempts: 0,
      connectionAckWaitTimeout: PATIENCE_MS,
      keepAlive: PING_MS,
      on: {
        ping(received) {
          if (!received) silence = setTimeout(() => open?.terminate(), PING_MS)
        },
        pong(received) {
          if (received) clearTimeout(silence)
        },
      },
    })
    const end = () => {
      clearTimeout(silence)
      open?.terminate()
      void client.dispose()
      resolve()
    }
    let hasFailed = false
    client.subscribe<Data>(
      { query, variables: { after } },
      {
        next({ data }) {
          // Behind an event that could not be read: its cursor would skip that one. What has arrived already still comes.
          if (hasFailed) return
          if (data) onEvent(Object.values(data)[0])
          else {
            hasFailed = true
            open?.terminate()
          }
        },
        error: end,
        complete: end,
      },
    )
  })
}

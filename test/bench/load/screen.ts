import { once } from 'node:events'
import { WebSocket } from 'ws'

/** What a screen follows besides. */
export interface Subscription {
  query: string
  variables?: object
}

/** An operator's screen: a GraphQL subscription, or a raw socket of a floor. */
export interface ScreenOptions {
  url: string
  /** Absent for a raw socket. */
  subscription?: { query: string; cookie: string; origin: string; others?: Subscription[] }
}

const START = JSON.stringify({ type: 'connection_init' })

/** Opens a screen. `onMessage` gets what comes after the handshake, as it came. */
export async function openScreen(
  { url, subscription }: ScreenOptions,
  onMessage: (data: Buffer) => void,
): Promise<WebSocket> {
  if (!subscription) {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.on('message', onMessage)
    await once(socket, 'open')
    return socket
  }
  const { query, cookie, origin, others = [] } = subscription
  for (;;) {
    const socket = new WebSocket(url, 'graphql-transport-ws', {
      headers: { cookie, origin },
      perMessageDeflate: false,
    })
    if (!(await isAcknowledged(socket))) continue
    socket.on('message', onMessage)
    for (const [index, payload] of [{ query }, ...others].entries())
      socket.send(JSON.stringify({ id: String(index + 1), type: 'subscribe', payload }))
    return socket
  }
}

/** Not by a process that is so busy that it refuses it. */
function isAcknowledged(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.on('error', () => resolve(false)).once('close', () => resolve(false))
    socket.once('open', () => socket.send(START)).once('message', () => resolve(true))
  })
}

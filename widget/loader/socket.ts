import { toJson } from './to-json.ts'

/** A connection that has been silent for so long is asked whether it lives. */
const QUIET_MS = 25_000
const ANSWER_MS = 8_000

interface SocketOptions {
  origin: string
  token: string | null
  query: unknown
  variables: object
  /** The subscription has begun. */
  onOpen(): void
  onNext(data: unknown): void
  /** Called once; `refused` when the token was not accepted. */
  onClose(refused: boolean): void
}

export interface Socket {
  close(): void
  /** Finds out whether the connection still lives, as after a sleep, and closes it when it does not. */
  check(): void
}

/** One subscription over graphql-transport-ws. It does not connect again by itself. */
export function openSocket({ origin, token, query, variables, ...listeners }: SocketOptions): Socket {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  let timer = 0
  let closed = false

  const send = (type: string, payload?: object, id?: string) => socket.send(toJson({ type, id, payload }))
  const close = (code?: number) => {
    if (closed) return
    closed = true
    clearTimeout(timer)
    // A socket of a network that is gone takes long to say that it is closed.
    socket.close()
    listeners.onClose(code === 4401 || code === 4403)
  }
  const check = () => {
    if (socket.readyState !== 1) return
    send('ping')
    expectSign(ANSWER_MS, close)
  }
  function expectSign(ms: number, otherwise: () => void): void {
    clearTimeout(timer)
    timer = window.setTimeout(otherwise, ms)
  }

  expectSign(ANSWER_MS, close)
  socket.onopen = () => send('connection_init', { authorization: `Bearer ${token}` })
  socket.onclose = ({ code }) => close(code)
  socket.onmessage = ({ data }) => {
    if (closed) return
    expectSign(QUIET_MS, check)
    const { type, payload } = JSON.parse(data)
    if (type === 'connection_ack') {
      send('subscribe', { query, variables }, '1')
      listeners.onOpen()
    } else if (type === 'ping') send('pong')
    else if (type === 'next' && payload.data) listeners.onNext(payload.data)
    else if (type !== 'pong') close()
  }
  return { close, check }
}

import type { VisitEvent } from '../core.ts'
import { toJson } from './to-json.ts'

/** A connection that has been silent for so long is asked whether it lives. */
const QUIET_MS = 25_000
const ANSWER_MS = 8_000

export interface Socket {
  close(): void
  /** Finds out whether the connection still lives, as after a sleep, and closes it when it does not. */
  check(): void
}

/**
 * One subscription over graphql-transport-ws. It does not connect again by itself: `end` is called once, with whether
 * the token was refused.
 */
export function openSocket(
  origin: string,
  token: string | null,
  operation: object,
  begin: () => void,
  next: (event: VisitEvent) => void,
  end: (isRefused: boolean) => void,
): Socket {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed: boolean | undefined

  const send = (type: string, payload?: object) => socket.send(toJson({ type, id: '1', payload }))
  const close = (code?: number) => {
    if (isClosed) return
    isClosed = true
    clearTimeout(timer)
    // A socket of a network that is gone takes long to say that it is closed.
    socket.close()
    // Not signed in, or access has changed (`server/live/socket.ts`).
    end(code === 4401 || code === 4403)
  }
  const check = () => {
    if (socket.readyState !== 1) return
    send('ping')
    expectSign(ANSWER_MS, close)
  }
  function expectSign(ms: number, otherwise: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(otherwise, ms)
  }

  expectSign(ANSWER_MS, close)
  socket.onopen = () => send('connection_init', { authorization: `Bearer ${token}` })
  socket.onclose = ({ code }) => close(code)
  socket.onmessage = ({ data }) => {
    if (isClosed) return
    expectSign(QUIET_MS, check)
    const { type, payload } = JSON.parse(data)
    if (type === 'connection_ack') {
      send('subscribe', operation)
      begin()
    } else if (type === 'ping') send('pong')
    else if (type === 'next' && payload.data) next(payload.data.visitEvents)
    else if (type !== 'pong') close()
  }
  return { close, check }
}

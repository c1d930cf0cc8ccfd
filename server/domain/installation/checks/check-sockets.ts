import { WebSocket } from 'ws'
import { type Check, failed, ok } from './finding.ts'

const LIMIT_MS = 8_000

/** Whether WebSockets get through to the server at PUBLIC_URL. Without them, nothing is live. */
export const checkSockets: Check = ({ env }) => {
  const url = `${env.http.publicUrl.replace(/^http/, 'ws')}/graphql`
  return new Promise((resolve) => {
    const socket = new WebSocket(url, 'graphql-transport-ws', { handshakeTimeout: LIMIT_MS })
    socket.once('open', () => {
      resolve(ok(`WebSockets are accepted at ${url}.`))
      socket.terminate()
    })
    socket.once('error', ({ message }) => {
      resolve(
        failed(
          `A WebSocket to ${url} is not accepted (${message}).`,
          'Let the reverse proxy pass on the headers Upgrade and Connection for /graphql, with HTTP/1.1.',
        ),
      )
    })
  })
}

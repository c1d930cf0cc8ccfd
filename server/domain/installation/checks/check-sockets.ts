import { CloseCode } from 'graphql-ws'
import { WebSocket } from 'ws'
import { plainCause } from '../../../outbound/plain-cause.ts'
import { type Check, type Finding, failed, ok } from './finding.ts'

const LIMIT_MS = 8_000
/** Much longer than our own answer: whoever else answers may send anything. */
const ANSWER_BYTES = 1_000
/** What the server answers to somebody who is not signed in, also while a store is away. */
const ANSWERS: readonly number[] = [CloseCode.Unauthorized, 1013]
const ADVICE =
  'Configure the reverse proxy to forward WebSockets for /graphql: HTTP/1.1, the headers Upgrade and Connection, and then everything in both directions.'

/**
 * Whether WebSockets get through to the server at PUBLIC_URL and its answer gets back. Without them, nothing is live.
 */
export const checkSockets: Check = ({ env }) => {
  const url = `${env.http.publicUrl.replace(/^http/, 'ws')}/graphql`
  return new Promise<Finding>((resolve) => {
    const socket = new WebSocket(url, 'graphql-transport-ws', {
      handshakeTimeout: LIMIT_MS,
      maxPayload: ANSWER_BYTES,
    })
    let limit: NodeJS.Timeout | undefined
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init' }))
      limit = setTimeout(() => {
        resolve(failed(`A WebSocket to ${url} is accepted, but nothing is answered.`, ADVICE))
        socket.terminate()
      }, LIMIT_MS)
    })
    socket.once('error', (error) => {
      // Codes are those of the network and of TLS: no proxy has seen the request.
      const advice = 'code' in error ? 'Do first what the line about the address says.' : ADVICE
      resolve(failed(`A WebSocket to ${url} is not accepted (${plainCause(error.message)}).`, advice))
    })
    socket.once('close', (code) => {
      clearTimeout(limit)
      resolve(
        ANSWERS.includes(code)
          ? ok(`WebSockets get through to ${url}.`)
          : failed(`A WebSocket to ${url} is accepted, but closed before the server answers.`, ADVICE),
      )
    })
  })
}

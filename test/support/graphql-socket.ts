import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { Data, GraphQLAnswer } from './graphql-client.ts'

type SocketAnswer = Pick<GraphQLAnswer, 'data' | 'errors'>

/** One socket of a browser, over which any operation can be run. */
export interface GraphQLSocket {
  /** The first answer of an operation. */
  execute(query: string, variables?: Record<string, unknown>): Promise<SocketAnswer>
  /** Everything that a subscription tells, as it comes. */
  collect(query: string, variables?: Record<string, unknown>): Data[]
  /** Resolves with the code when the socket is closed. */
  readonly closed: Promise<number>
  close(): Promise<void>
}

interface Credential {
  cookie?: string
  /** A token, which is sent in the connection parameters. */
  token?: string
  connectionParams?: Record<string, unknown>
  /** The page's origin; the server's own by default. */
  origin?: string
}

/** Opens a socket that does not reconnect by itself. */
export function openSocket(
  url: string,
  {
    cookie = '',
    token,
    connectionParams = token ? { authorization: `Bearer ${token}` } : undefined,
    origin = url,
  }: Credential,
): GraphQLSocket {
  let onClosed: (code: number) => void = () => {}
  const closed = new Promise<number>((resolve) => (onClosed = resolve))
  class PageSocket extends WebSocket {
    constructor(address: string, protocol: string) {
      super(address, protocol, { headers: { cookie }, origin })
      this.on('error', () => {})
      this.on('close', onClosed)
    }
  }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: PageSocket,
    ...(connectionParams && { connectionParams }),
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => {},
  })
  return {
    closed,
    execute: (query, variables = {}) =>
      new Promise((resolve, reject) => {
        client.subscribe(
          { query, variables },
          {
            next: ({ data, errors }) => resolve({ data, errors: errors as SocketAnswer['errors'] }),
            error: (errors) =>
              Array.isArray(errors) ? resolve({ data: null, errors }) : reject(errors as Error),
            complete() {},
          },
        )
      }),
    collect(query, variables = {}) {
      const told: Data[] = []
      client.subscribe(
        { query, variables },
        { next: ({ data }) => void told.push(data as Data), error() {}, complete() {} },
      )
      return told
    },
    close: async () => client.dispose(),
  }
}

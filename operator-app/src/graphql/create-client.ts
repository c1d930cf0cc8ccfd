import { Client, type Exchange, fetchExchange, mapExchange } from '@urql/core'

const TIME_LIMIT_MS = 20_000
export const FETCH_OPTIONS: RequestInit = {
  headers: { 'x-graphql-yoga-csrf': '1' },
  credentials: 'same-origin',
}

let onSignedOut = () => {}

/** Names what happens when the server no longer knows this session. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

/** A client of the server's GraphQL endpoint; `exchanges` stand between it and the network. */
export function createClient(...exchanges: Exchange[]): Client {
  const noticeSignedOut = mapExchange({
    onError: ({ graphQLErrors }) => {
      if (graphQLErrors[0]?.extensions?.code === 'UNAUTHENTICATED') onSignedOut()
    },
  })
  return new Client({
    url: '/graphql',
    exchanges: [noticeSignedOut, ...exchanges, fetchExchange],
    requestPolicy: 'network-only',
    preferGetMethod: false,
    fetchOptions: FETCH_OPTIONS,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIME_LIMIT_MS) }),
  })
}

import {
  type AnyVariables,
  Client,
  createRequest,
  type Exchange,
  fetchExchange,
  type GraphQLRequest,
  mapExchange,
  type OperationContext,
  type OperationResult,
} from '@urql/core'
import { PAGE_HEADER, screenHeader } from '../browser/request-headers.ts'
import { fieldsOf } from './fields-of.ts'
import type { TadaDocumentNode } from './graphql.ts'

const TIME_LIMIT_MS = 20_000

/** How a request is sent: from the screen of whoever is signed in, unless it asks who that is. */
export function fetchOptions({ asAnybody = false } = {}): RequestInit {
  return {
    headers: { ...PAGE_HEADER, ...(asAnybody ? {} : screenHeader()) },
    credentials: 'same-origin',
  }
}

let onSignedOut = () => {}

/** Names what happens when the server no longer knows this session, or knows it as somebody else's. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

/** A client of the server's GraphQL endpoint; `exchanges` stand between it and the network. */
export function createClient(...exchanges: Exchange[]): Client {
  const readErrors = mapExchange({
    onResult: findNothing,
    onError: ({ graphQLErrors }) => {
      if (graphQLErrors[0]?.extensions?.code === 'UNAUTHENTICATED') onSignedOut()
    },
  })
  return new Client({
    url: '/graphql',
    exchanges: [readErrors, ...exchanges, fetchExchange],
    requestPolicy: 'network-only',
    preferGetMethod: false,
    fetchOptions: () => fetchOptions(),
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIME_LIMIT_MS) }),
  })
}

let asked = 0

/**
 * A request that is like no other: urql would give two that are under way the first one's answer, which may be older than the
 * event for which the second is asked.
 */
export function requestOfItsOwn<Data, Variables extends AnyVariables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): GraphQLRequest<Data, Variables> {
  // Keys that urql makes are not negative.
  return { ...createRequest(document, variables), key: --asked }
}

/**
 * Asks the server, also while the same query is under way. Of several answers, the one that was asked for last is the newest,
 * and may come before the others.
 */
export function askServer<Data, Variables extends AnyVariables>(
  client: Client,
  { document, variables }: { document: TadaDocumentNode<Data, Variables>; variables: Variables },
  context: Partial<OperationContext> = {},
): Promise<OperationResult<Data, Variables>> {
  const request = requestOfItsOwn(document, variables)
  return client.executeQuery(request, { ...context, requestPolicy: 'network-only' }).toPromise()
}

/**
 * The server refuses a malformed id, as in a mistyped address. To people it is like any other unknown id: the page
 * says that there is no such thing, not that they should try again.
 */
function findNothing(result: OperationResult): OperationResult {
  const { kind, query, variables = {} } = result.operation
  const code = result.error?.graphQLErrors[0]?.extensions?.code
  const asksById = kind === 'query' && ('id' in variables || 'chatId' in variables)
  if (code !== 'BAD_REQUEST' || !asksById) return result
  const data = Object.fromEntries(fieldsOf(query).map((field) => [field, null]))
  return { ...result, data, error: undefined }
}

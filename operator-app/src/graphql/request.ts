import { Client, type CombinedError, fetchExchange } from '@urql/core'
import type { TadaDocumentNode } from './graphql.ts'

/** Why a request gave no data. `message` is for people when the kind is `refused`. */
export class RequestError extends Error {
  readonly kind: 'unreachable' | 'signed-out' | 'refused'

  constructor(kind: RequestError['kind'], message: string) {
    super(message)
    this.name = 'RequestError'
    this.kind = kind
  }
}

const TIME_LIMIT_MS = 20_000
const FETCH_OPTIONS: RequestInit = { headers: { 'x-graphql-yoga-csrf': '1' }, credentials: 'same-origin' }

// No cache exchange: the event stream patches the stores, which are the one copy of the truth on the screen.
// A normalised cache beside them would be a second copy, and could show a state older than the last event.
const client = new Client({
  url: '/graphql',
  exchanges: [fetchExchange],
  requestPolicy: 'network-only',
  preferGetMethod: false,
  fetchOptions: FETCH_OPTIONS,
  fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIME_LIMIT_MS) }),
})

let onSignedOut = () => {}

/** Names what happens when the server no longer knows this session. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

/** Runs a query. Throws RequestError. */
export async function query<Data, Variables extends Record<string, unknown>>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const result = await client.query(document, variables).toPromise()
  return unwrap(result.data, result.error)
}

/** A mutation that failed is null; then `mutate` throws, and nothing else is. */
type Done<Data> = { [Name in keyof Data]: NonNullable<Data[Name]> }

/**
 * Runs a mutation. Throws RequestError; what the user can mend comes back as `userErrors`. One that outlives the page
 * reaches the server although the page is being closed.
 */
export async function mutate<Data, Variables extends Record<string, unknown>>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  { outlivesPage = false } = {},
): Promise<Done<Data>> {
  const context = outlivesPage ? { fetchOptions: { ...FETCH_OPTIONS, keepalive: true } } : {}
  const result = await client.mutation(document, variables, context).toPromise()
  return unwrap(result.data, result.error) as Done<Data>
}

function unwrap<Data>(data: Data | undefined, error: CombinedError | undefined): Data {
  if (error) throw toRequestError(error)
  if (data === undefined || data === null) throw new RequestError('unreachable', 'The answer was empty.')
  return data
}

function toRequestError(error: CombinedError): RequestError {
  const [first] = error.graphQLErrors
  if (!first) return new RequestError('unreachable', error.message)
  if (first.extensions?.code === 'UNAUTHENTICATED') {
    onSignedOut()
    return new RequestError('signed-out', first.message)
  }
  return new RequestError('refused', first.message)
}

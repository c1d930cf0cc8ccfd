import type { CombinedError, OperationResult } from '@urql/core'
import { askServer, createClient, fetchOptions } from './create-client.ts'
import type { QueryData, TadaDocumentNode } from './graphql.ts'

/** Why a request failed. `message` is meant for people if the kind is `refused`. */
export class RequestError extends Error {
  readonly kind: 'unreachable' | 'signed-out' | 'refused'

  constructor(kind: RequestError['kind'], message: string) {
    super(message)
    this.name = 'RequestError'
    this.kind = kind
  }
}

// No cache: chats and threads have stores of their own, which the event stream patches, and these are the one copy of
// the truth on the screen. They order what arrives by revision and by number, keep windows of long lists with gaps, and
// show what is not sent yet; a normalized cache beside them would be a second copy, and could show a state older than
// the last event. What is configured has none of this: it is read through state/settings/configuration.ts.
const client = createClient()

/**
 * Runs a query, whose answer may come after that of a later one; `asAnybody` for one that may be answered to somebody else
 * than this screen's user. Throws RequestError.
 */
export async function query<Data, Variables extends Record<string, unknown>>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  { asAnybody = false } = {},
): Promise<QueryData<Data>> {
  const context = { fetchOptions: fetchOptions({ asAnybody }) }
  return unwrap(await askServer(client, { document, variables }, context)) as QueryData<Data>
}

/** The result of a mutation. Only a field that failed is null, and then `mutate` throws. */
export type MutationData<Data> = { [Name in keyof Data]: NonNullable<Data[Name]> }

/**
 * Runs a mutation. Throws RequestError; errors that the user can correct are returned as `userErrors`. One that
 * outlives the page reaches the server although the page is being closed.
 */
export async function mutate<Data, Variables extends Record<string, unknown>>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  { outlivesPage = false } = {},
): Promise<MutationData<Data>> {
  const context = outlivesPage ? { fetchOptions: { ...fetchOptions(), keepalive: true } } : {}
  return unwrap(await client.mutation(document, variables, context).toPromise()) as MutationData<Data>
}

/** The data of an answer. Throws RequestError. */
export function unwrap<Data>({ data, error }: Pick<OperationResult<Data>, 'data' | 'error'>): Data {
  if (error) throw toRequestError(error)
  if (data === undefined || data === null) throw new RequestError('unreachable', 'The answer was empty.')
  return data
}

function toRequestError(error: CombinedError): RequestError {
  const [first] = error.graphQLErrors
  if (!first) return new RequestError('unreachable', error.message)
  const isSignedOut = first.extensions?.code === 'UNAUTHENTICATED'
  return new RequestError(isSignedOut ? 'signed-out' : 'refused', first.message)
}

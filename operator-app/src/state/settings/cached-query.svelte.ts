import { type AnyVariables, type Client, queryStore, type RequestPolicy } from '@urql/svelte'
import type { ConfigurationField } from '../../graphql/configuration-rules.ts'
import { fieldsOf } from '../../graphql/fields-of.ts'
import type { QueryData, TadaDocumentNode } from '../../graphql/graphql.ts'
import type { Changes, Reader } from './changes.ts'

interface Options<Data, Variables extends AnyVariables> {
  client: Client
  changes: Changes
  document: TadaDocumentNode<Data, Variables>
  variables: Variables
  requestPolicy: RequestPolicy
}

/**
 * urql's store of a query, as runes. It stays subscribed until it is stopped, because a store that is followed only
 * while it is looked at would send its request each time. If reading it again fails, it keeps its data.
 */
export class CachedQuery<Data, Variables extends AnyVariables> implements Reader {
  readonly fields: readonly ConfigurationField[]
  readonly #store
  #data = $state.raw<QueryData<Data>>()
  #hasError = $state(false)
  #isReading = false
  /** Ends it; nothing is read any more. */
  readonly stop: () => void

  constructor({ client, changes, document, variables, requestPolicy }: Options<Data, Variables>) {
    this.fields = fieldsOf(document) as ConfigurationField[]
    this.#store = queryStore<Data, Variables>({ client, query: document, variables, requestPolicy })
    const stopReading = this.#store.subscribe(({ data, error, fetching, stale }) => {
      if (data && !error) this.#data = data as QueryData<Data>
      this.#hasError = error !== undefined
      this.#isReading = fetching || stale
    })
    // A query that only uses the cache is read again by another one.
    const stopListening = requestPolicy === 'cache-only' ? () => {} : changes.on(this)
    this.stop = () => {
      stopListening()
      stopReading()
    }
  }

  /** Undefined until it was read once. */
  get data() {
    return this.#data
  }

  /** It could not be read, and nothing is known from before. */
  get failed() {
    return this.#hasError && this.#data === undefined
  }

  get isReading() {
    return this.#isReading
  }

  /** Reads it again; the present data is kept until the answer arrives. */
  load(): void {
    this.#store.reexecute({ requestPolicy: 'network-only' })
  }
}

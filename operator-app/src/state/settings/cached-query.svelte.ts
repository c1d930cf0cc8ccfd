import type { AnyVariables, Client, RequestPolicy } from '@urql/core'
import type { ConfigurationField } from '../../graphql/configuration-rules.ts'
import { requestOfItsOwn } from '../../graphql/create-client.ts'
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
 * A query of urql as runes. It stays subscribed until it is stopped, because one that is followed only while it is looked at
 * would send its request each time. If reading it again fails, it keeps its data.
 */
export class CachedQuery<Data, Variables extends AnyVariables> implements Reader {
  readonly fields: readonly ConfigurationField[]
  readonly #ask
  #data = $state.raw<QueryData<Data>>()
  #hasError = $state(false)
  #isReading = false
  #stopReading = () => {}
  /** Ends it; nothing is read any more. */
  readonly stop: () => void

  constructor({ client, changes, document, variables, requestPolicy }: Options<Data, Variables>) {
    this.fields = fieldsOf(document) as ConfigurationField[]
    const request = requestOfItsOwn(document, variables)
    this.#ask = (policy: RequestPolicy) => client.executeQuery(request, { requestPolicy: policy })
    this.#read(requestPolicy)
    // A query that only uses the cache is read again by another one.
    const stopListening = requestPolicy === 'cache-only' ? () => {} : changes.on(this)
    this.stop = () => {
      stopListening()
      this.#stopReading()
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
    this.#read('network-only')
  }

  #read(requestPolicy: RequestPolicy): void {
    // What is under way is given up first: urql would wait for its answer instead of asking again.
    this.#stopReading()
    this.#isReading = true
    const { unsubscribe } = this.#ask(requestPolicy).subscribe(({ data, error, stale }) => {
      if (data && !error) this.#data = data as QueryData<Data>
      this.#hasError = error !== undefined
      this.#isReading = stale
    })
    this.#stopReading = unsubscribe
  }
}

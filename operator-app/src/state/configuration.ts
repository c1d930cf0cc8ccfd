import { type AnyVariables, type RequestPolicy, subscriptionExchange } from '@urql/svelte'
import {
  createConfigurationCache,
  staleAfterAbsence,
  staleAfterEvent,
} from '../graphql/configuration-cache.ts'
import { createClient } from '../graphql/create-client.ts'
import { configurationEventsSubscription, type LiveEvent } from '../graphql/events.ts'
import type { TadaDocumentNode } from '../graphql/graphql.ts'
import { unwrap } from '../graphql/request.ts'
import { CachedQuery } from './cached-query.svelte.ts'
import { createChanges, type Reader } from './changes.ts'

/**
 * What the account has set up: its channels, bots, people and departments, and one's own sessions and tokens. One
 * normalized cache for all pages, made at sign-in and thrown away at sign-out, which the event stream keeps current.
 */
export class Configuration {
  #changes = createChanges()
  #write: (event: object) => void = () => {}
  #client = createClient(
    createConfigurationCache(),
    // The stream is the one that the screen has already; only what it carries of the configuration goes into the cache.
    subscriptionExchange({
      forwardSubscription: () => ({
        subscribe: (sink) => {
          this.#write = (events) => sink.next({ data: { events } })
          return { unsubscribe: () => {} }
        },
      }),
    }),
  )

  #stop = new AbortController()

  constructor() {
    addEventListener('focus', () => this.#changes.tell(staleAfterAbsence), { signal: this.#stop.signal })
    this.#client.subscription(configurationEventsSubscription, {}).subscribe(() => {})
  }

  /** A query that stays current until it is stopped. What the cache has is there at once, and read again meanwhile. */
  query<Data, Variables extends AnyVariables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
    requestPolicy: RequestPolicy = 'cache-and-network',
  ): CachedQuery<Data, Variables> {
    const changes = this.#changes
    return new CachedQuery({ client: this.#client, changes, document, variables, requestPolicy })
  }

  /** Reads from the server, into the cache. Throws RequestError. */
  async read<Data, Variables extends AnyVariables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    return unwrap(
      await this.#client.query(document, variables, { requestPolicy: 'network-only' }).toPromise(),
    )
  }

  /** Runs a mutation; every page shows what its payload brings. Throws RequestError. */
  async mutate<Data, Variables extends AnyVariables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    return unwrap(await this.#client.mutation(document, variables).toPromise())
  }

  /** Has `reader` read again what events make stale. Returns how to stop. */
  follow(reader: Reader): () => void {
    return this.#changes.on(reader)
  }

  /** Takes in what an event carries, and has what it makes stale read again. */
  apply(event: LiveEvent): void {
    const { kind, operator, channel, bot, department } = event
    if (operator || channel || bot || department)
      this.#write({ __typename: 'Event', operator, channel, bot, department })
    const stale = staleAfterEvent[kind]
    if (stale) this.#changes.tell(stale)
    // Somebody who comes or goes changes nothing else; but an answer that is on its way could turn it back.
    else if (operator) this.#changes.tell(['operators'], { areKnown: true })
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Reads everything again that is on the screen: nobody knows what has changed. */
  refresh(): void {
    this.#changes.tellAll()
  }
}

export function createConfiguration(): Configuration {
  return new Configuration()
}

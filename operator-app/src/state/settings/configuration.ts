import { type AnyVariables, type RequestPolicy, subscriptionExchange } from '@urql/core'
import { createConfigurationCache } from '../../graphql/configuration-cache.ts'
import {
  type ConfigurationEvent,
  configurationEventsSubscription,
} from '../../graphql/configuration-events.ts'
import {
  type ConfigurationField,
  type ConfigurationMutation,
  staleAfterAbsence,
  staleAfterEvent,
} from '../../graphql/configuration-rules.ts'
import { askServer, createClient } from '../../graphql/create-client.ts'
import type { EventType, LiveEvent } from '../../graphql/events.ts'
import { fieldsOf } from '../../graphql/fields-of.ts'
import type { Operator } from '../../graphql/fragments.ts'
import type { QueryData, TadaDocumentNode } from '../../graphql/graphql.ts'
import { type MutationData, unwrap } from '../../graphql/request.ts'
import { CachedQuery } from './cached-query.svelte.ts'
import { createChanges, type Reader } from './changes.ts'

/** What a query of the configuration reads, of which an event tells when it changes. */
export type ConfigurationData = Partial<Record<ConfigurationField, unknown>>
/** What a mutation with a rule of the cache answers. */
type MutationAnswer = Partial<Record<ConfigurationMutation, unknown>>

/**
 * The configuration of the account: channels, bots, people and departments, and one's own sessions and tokens. One
 * normalized cache for all pages, made at sign-in and thrown away at sign-out, which the event stream keeps current.
 */
export class Configuration {
  #changes = createChanges()
  #write: (event: ConfigurationEvent) => void = () => {}
  #client = createClient(
    createConfigurationCache((fields) => this.#changes.tellMutated(fields)),
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
  /** The last mutation of each kind and thing. */
  readonly #mutating = new Map<string, Promise<unknown>>()

  constructor() {
    addEventListener('focus', () => this.#changes.tell(staleAfterAbsence), { signal: this.#stop.signal })
    this.#client.subscription(configurationEventsSubscription, {}).subscribe(() => {})
  }

  /** A query that stays current until it is stopped. Cached data is shown immediately, and read again. */
  query<Data extends ConfigurationData, Variables extends AnyVariables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
    requestPolicy: RequestPolicy = 'cache-and-network',
  ): CachedQuery<Data, Variables> {
    const changes = this.#changes
    return new CachedQuery({ client: this.#client, changes, document, variables, requestPolicy })
  }

  /** What the cache has; undefined unless that is all. */
  readCached<Data extends ConfigurationData, Variables extends AnyVariables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
  ): QueryData<Data> | undefined {
    const answer = this.#client.readQuery(document, variables, { requestPolicy: 'cache-only' })
    return (answer?.data as QueryData<Data> | null) ?? undefined
  }

  /** Reads from the server, into the cache. Throws RequestError. */
  async read<Data extends ConfigurationData, Variables extends AnyVariables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<QueryData<Data>> {
    return unwrap(await askServer(this.#client, { document, variables })) as QueryData<Data>
  }

  /**
   * Runs a mutation, after earlier ones of the same kind about the same thing: of two changes of it, the last one counts. Every page
   * shows what its payload brings. Throws RequestError.
   */
  mutate<Data extends MutationAnswer, Variables extends AnyVariables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<MutationData<Data>> {
    const run = async () =>
      unwrap(await this.#client.mutation(document, variables).toPromise()) as MutationData<Data>
    const { id = '' } = (variables?.input ?? {}) as { id?: string }
    const key = [...fieldsOf(document), id].join(' ')
    const before = this.#mutating.get(key)
    const mutating = before ? before.then(run, run) : run()
    this.#mutating.set(key, mutating)
    return mutating
  }

  /** Has `reader` read again what events make stale. Returns how to stop. */
  follow(reader: Reader): () => void {
    return this.#changes.on(reader)
  }

  /** Takes in what an event carries, and has what it makes stale read again. */
  apply(event: LiveEvent): void {
    this.#keep(event)
    const stale = (staleAfterEvent as Partial<Record<EventType, readonly ConfigurationField[]>>)[
      event.__typename
    ]
    if (stale) this.#changes.tell(stale)
  }

  /** Somebody came or went. This changes nothing else; but an answer that is on its way could turn it back. */
  applyPresence(operator: Operator): void {
    this.#write({ __typename: 'OperatorUpdated', operator })
    this.#changes.tellKnown(['operators'])
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Reads everything again that is on the screen: nobody knows what has changed. */
  resync(): void {
    this.#changes.tellAll()
  }

  #keep(event: LiveEvent): void {
    if ('operator' in event) this.#write({ __typename: 'OperatorUpdated', operator: event.operator })
    if ('channel' in event) this.#write({ __typename: 'ChannelUpdated', channel: event.channel })
    if ('bot' in event) this.#write({ __typename: 'BotUpdated', bot: event.bot })
    if ('department' in event) this.#write({ __typename: 'DepartmentUpdated', department: event.department })
  }
}

export function createConfiguration(): Configuration {
  return new Configuration()
}

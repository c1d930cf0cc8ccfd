import type { Exchange } from '@urql/core'
import {
  type Cache,
  cacheExchange,
  type KeyGenerator,
  type KeyingConfig,
  type Resolver,
  type UpdateResolver,
} from '@urql/exchange-graphcache'
import { type ConfigurationField, configurationMutations, type MutationRule } from './configuration-rules.ts'

/** An object without an id is stored as a part of the object that refers to it. */
const keyOfAny: KeyGenerator = ({ id }) => (typeof id === 'string' ? id : null)

type OnStale = (fields: readonly ConfigurationField[]) => void

/**
 * The normalized cache of what is configured: one copy of each channel, bot and person, however many pages show it. It
 * does without the schema: introspection data would only let it show entities of which fields are missing.
 *
 * `onStale` is called with the fields that a mutation makes stale, before urql reads them again. It sends no query whose
 * answer is on its way already, although that answer may be older than the mutation.
 */
export function createConfigurationCache(onStale: OnStale): Exchange {
  return cacheExchange({
    keys: new Proxy<KeyingConfig>({}, { get: () => keyOfAny }),
    // Every fragment names the very type that it is about.
    possibleTypes: {},
    resolvers: {
      Query: {
        channel: findById('Channel'),
        bot: findById('Bot'),
        botProvider: findById('BotProvider'),
        webhookEndpoint: findById('WebhookEndpoint'),
      },
    },
    updates: {
      Mutation: Object.fromEntries(
        Object.entries<MutationRule>(configurationMutations).map(([name, rule]) => [
          name,
          forget(rule, onStale),
        ]),
      ),
    },
  })
}

/** A page is shown at once when a list has brought everything that it shows. */
function findById(__typename: string): Resolver {
  return (_parent, args, cache, { fieldName }) =>
    cache.resolve('Query', fieldName, args) === null ? null : { __typename, id: String(args.id) }
}

function forget({ stale, ends }: MutationRule, onStale: OnStale): UpdateResolver {
  return (_result, args, cache: Cache) => {
    if (stale.length === 0) return
    onStale(stale)
    const { input } = args as { input: { id?: string } }
    if (ends && input.id) cache.invalidate({ __typename: ends, id: input.id })
    for (const { fieldName, arguments: given } of cache.inspectFields('Query'))
      if (stale.some((field) => field === fieldName)) cache.invalidate('Query', fieldName, given)
  }
}

import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql'
import type { Viewer } from '../domain/viewer.ts'
import type { LiveEvent } from '../events/live-event.ts'
import type { GraphQLContext } from './context.ts'
import { createLoaders, type Loaders } from './loaders.ts'

export interface SharedSubscription extends ExecutionArgs {
  contextValue: GraphQLContext & { viewer: Viewer }
  /** The text of the operation: screens that run the same one share its results. */
  query: string
  /** Sends a result, as JSON, to the screen; resolves when it has left. */
  send(result: string): Promise<void>
}

/** The results of one event, as JSON, by screen key. */
type Results = { loaders: Loaders; byScreen: Map<string, Promise<string>> }

/** What was worked out for an event that is on its way; gone with the event. */
const shared = new WeakMap<LiveEvent, Results>()

/**
 * Subscribes to events, and executes and serializes each event once for all screens of this process that run the
 * same operation and may see the same, instead of once for each. Results go out through `send`, past the library,
 * which would serialize them for each screen; the iterator that it gets yields nothing and ends with the subscription.
 */
export async function subscribeShared(
  args: SharedSubscription,
): Promise<AsyncIterableIterator<never> | ExecutionResult> {
  const source = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in source)) return source
  const events = source[Symbol.asyncIterator]() as AsyncIterator<LiveEvent>
  const screen = screenKey(args)
  const end = { value: undefined, done: true } as const
  const results: AsyncIterableIterator<never> = {
    async next() {
      for (let event = await events.next(); !event.done; event = await events.next()) {
        await args.send(await executeOnce(args, screen, event.value))
      }
      return end
    },
    async return() {
      await events.return?.()
      return end
    },
    [Symbol.asyncIterator]: () => results,
  }
  return results
}

function executeOnce(args: SharedSubscription, screen: string, event: LiveEvent): Promise<string> {
  let results = shared.get(event)
  if (!results) {
    results = { loaders: createLoaders(args.contextValue.services), byScreen: new Map() }
    shared.set(event, results)
  }
  let result = results.byScreen.get(screen)
  if (!result) {
    result = executeEvent(args, results.loaders, event)
    results.byScreen.set(screen, result)
  }
  return result
}

async function executeEvent(args: SharedSubscription, loaders: Loaders, event: LiveEvent): Promise<string> {
  const contextValue = { ...args.contextValue, loaders, shared: true }
  return JSON.stringify(await execute({ ...args, rootValue: event, contextValue }))
}

/** Screens with the same key get the same result. The cursor that they started from plays no part in it. */
function screenKey({
  query,
  operationName,
  variableValues,
  contextValue: { viewer },
}: SharedSubscription): string {
  const { after: _after, ...variables } = variableValues ?? {}
  const scope = [
    viewer.accountId,
    viewer.role,
    ...(viewer.channelIds ? [...viewer.channelIds].sort() : ['all']),
  ]
  return JSON.stringify([scope, query, operationName, variables])
}

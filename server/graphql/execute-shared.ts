import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql'
import type { Viewer } from '../domain/viewer.ts'
import type { LiveEvent } from '../events/live-event.ts'
import type { GraphQLContext } from './context.ts'
import { createLoaders, type Loaders } from './loaders.ts'

export interface SharedSubscription extends ExecutionArgs {
  contextValue: GraphQLContext & { viewer: Viewer }
  /** The text of the operation: screens that run the same one share its results. */
  query: string
}

type Results = { loaders: Loaders; byScreen: Map<string, Promise<ExecutionResult>> }

/** What was worked out for an event that is on its way; gone with the event. */
const shared = new WeakMap<LiveEvent, Results>()

/**
 * Subscribes to events, and executes each event once for all screens of this process that run the same operation
 * and may see the same, instead of once for each.
 */
export async function subscribeShared(
  args: SharedSubscription,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const source = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in source)) return source
  const events = source[Symbol.asyncIterator]() as AsyncIterator<LiveEvent>
  const screen = screenKey(args)
  const results: AsyncIterableIterator<ExecutionResult> = {
    async next() {
      const event = await events.next()
      if (event.done) return { value: undefined, done: true }
      return { value: await executeOnce(args, screen, event.value), done: false }
    },
    async return() {
      await events.return?.()
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]: () => results,
  }
  return results
}

function executeOnce(args: SharedSubscription, screen: string, event: LiveEvent): Promise<ExecutionResult> {
  let results = shared.get(event)
  if (!results) {
    results = { loaders: createLoaders(args.contextValue.services), byScreen: new Map() }
    shared.set(event, results)
  }
  let result = results.byScreen.get(screen)
  if (!result) {
    const contextValue = { ...args.contextValue, loaders: results.loaders, shared: true }
    // Without @defer and @stream, which this schema has not, there is one result.
    result = Promise.resolve(execute({ ...args, rootValue: event, contextValue })) as Promise<ExecutionResult>
    results.byScreen.set(screen, result)
  }
  return result
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

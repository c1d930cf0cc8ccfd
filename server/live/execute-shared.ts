import { createHash } from 'node:crypto'
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  Kind,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Principal } from '../domain/principal.ts'
import { type DeliveredEvent, Follower } from '../events/follower.ts'
import type { LiveEvent } from '../events/live-event.ts'
import { AnswerMeter } from '../graphql/kit/answer-meter.ts'
import type { GraphQLContext } from '../graphql/kit/context.ts'
import { CURSOR_MARK } from '../graphql/kit/cursor-mark.ts'
import { type Loaders, lazyLoaders } from '../graphql/kit/loaders.ts'
import { showError } from '../graphql/kit/show-error.ts'
import type { Services } from '../services.ts'
import { nextFrame } from './next-frame.ts'

export interface SharedSubscription extends ExecutionArgs {
  contextValue: GraphQLContext & { principal: Principal }
  /** The text of the operation: screens that run the same one share its results. */
  query: string
  /** What the screen calls the operation. */
  id: string
  /** Sends a result, as a WebSocket frame, to the screen; resolves when it has been written, with false when it could not be. */
  send(frame: Buffer): MaybePromise<boolean>
  /** Called with the events that were written. */
  sent?: ((events: LiveEvent[]) => void) | undefined
}

const MARK_IN_JSON = JSON.stringify(CURSOR_MARK)

type MaybePromise<T> = T | Promise<T>

/** A result, and what was last sent of it: to most screens, it is the same. */
interface Result {
  template: string
  last?: { id: string; cursor: string | null; frame: Buffer }
}

/** The results of an event. The rows that it needs are read once, even for screens that see different parts of it. */
interface Results {
  loaders?: Loaders
  byScreen: Map<string, MaybePromise<Result>>
}

/** The results for an event; they live as long as the event. */
const shared = new WeakMap<LiveEvent, Results>()

/** Screens whose operation reads something for a visitor's message, so that it cannot be prepared. */
const readers = new LRUCache<string, true>({ max: 1_000 })

/** What is kept of a subscription for as long as it lasts, of which there are tens of thousands. */
interface Screen
  extends Pick<
    SharedSubscription,
    'schema' | 'document' | 'operationName' | 'variableValues' | 'id' | 'send' | 'sent'
  > {
  services: Services
  principal: Principal
  /** Screens with the same key get the same result. */
  key: string
}

/**
 * Subscribes to events, and executes and serializes each event once for all screens of this process that run the
 * same operation and may see the same, instead of once for each. Results are sent through `send`, bypassing the
 * library, which would serialize them for each screen. The iterator that the library gets yields nothing and ends with
 * the subscription.
 */
export async function subscribeShared(
  args: SharedSubscription,
): Promise<AsyncIterableIterator<never> | ExecutionResult> {
  const source = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in source)) return source
  if (!(source instanceof Follower)) throw new Error('a subscription has a source that is no queue')
  const { schema, document, operationName, variableValues, id, send, sent, contextValue } = args
  const { services, principal } = contextValue
  const key = screenKey(args)
  const screen = { schema, document, operationName, variableValues, id, send, sent, services, principal, key }
  // Nobody prepares what a single visitor gets.
  if (principal.kind === 'operator') source.onPrepare = preparer(screen)
  return new SharedResults(source, screen)
}

const END = { value: undefined, done: true } as const

/** Sends what a screen gets; yields nothing. While nothing happens, it keeps no more than a promise. */
class SharedResults implements AsyncIterableIterator<never> {
  readonly #source: Follower
  readonly #screen: Screen
  #isSending = false
  #end: ((end: typeof END) => void) | undefined
  #fail: ((error: unknown) => void) | undefined

  constructor(source: Follower, screen: Screen) {
    this.#source = source
    this.#screen = screen
  }

  /** Resolves when the subscription ends. */
  next(): Promise<typeof END> {
    return new Promise((resolve, reject) => {
      this.#end = resolve
      this.#fail = reject
      this.#source.feed(this)
    })
  }

  async return(): Promise<typeof END> {
    await this.#source.return()
    return END
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Events that come in the same turn wait together. */
  ready(): void {
    if (this.#isSending) return
    this.#isSending = true
    queueMicrotask(() => void this.#send())
  }

  async #send(): Promise<void> {
    try {
      // Nothing is waited for after a look that found nothing: what came meanwhile would wake nobody.
      for (let batch = this.#source.take(); batch.length > 0; batch = this.#source.take())
        await sendBatch(this.#screen, batch)
    } catch (error) {
      this.#fail?.(error)
    }
    this.#isSending = false
    if (this.#source.isDone) this.#end?.(END)
  }
}

/**
 * Events that wait together are executed together, so that the rows they need are read together. What is there already
 * is not waited for: of a thousand screens, all but the first find the result and only have to write it.
 */
async function sendBatch(screen: Screen, batch: DeliveredEvent[]): Promise<void> {
  let made: Loaders | undefined
  const loaders = () => {
    made ??= lazyLoaders(screen.services)
    return made
  }
  const results = batch.map(({ event }) => executeOnce(screen, loaders, event))
  const sent: LiveEvent[] = []
  for (const [index, result] of results.entries()) {
    const { event, cursor } = batch[index] as DeliveredEvent
    const known = result instanceof Promise ? await result : result
    const written = screen.send(frameOf(known, screen.id, cursor))
    if (written instanceof Promise ? await written : written) sent.push(event)
  }
  screen.sent?.(sent)
}

function executeOnce(screen: Screen, loaders: () => Loaders, event: LiveEvent): MaybePromise<Result> {
  const results = resultsOf(event)
  let result = results.byScreen.get(screen.key)
  if (!result) {
    results.loaders ??= loaders()
    const executed = executeEvent(screen, results.loaders, event)
    result =
      executed instanceof Promise
        ? executed.then((done) => resultOf(screen, done))
        : resultOf(screen, executed)
    results.byScreen.set(screen.key, result)
  }
  return result
}

/**
 * Executes events before they are committed, as long as the operation reads nothing for them: it would not find what is
 * being written.
 */
function preparer(screen: Screen): (event: LiveEvent) => void {
  const { services, key } = screen
  return (event) => {
    const { byScreen } = resultsOf(event)
    if (readers.has(key) || byScreen.has(key)) return
    // The event does not keep these loaders: they would remember what they read too early.
    const executed = executeEvent(screen, lazyLoaders(services), event)
    if (executed instanceof Promise) readers.set(key, true)
    else if (!executed.errors) {
      const result = resultOf(screen, executed)
      frameOf(result, screen.id, services.hub.cursor)
      byScreen.set(key, result)
    }
  }
}

function resultsOf(event: LiveEvent): Results {
  const known = shared.get(event)
  if (known) return known
  const results: Results = { byScreen: new Map() }
  shared.set(event, results)
  return results
}

/** Arguments and context are made field by field: a spread takes a tenth of the execution. */
function executeEvent(screen: Screen, loaders: Loaders, event: LiveEvent): MaybePromise<ExecutionResult> {
  const { schema, document, operationName, variableValues, services, principal } = screen
  const viewer = principal.kind === 'operator' ? principal : null
  const answer = new AnswerMeter()
  const http = null
  const contextValue: GraphQLContext = { services, principal, viewer, http, loaders, answer, shared: true }
  const rootValue: DeliveredEvent[] = [{ event, cursor: null }]
  const executed = execute({ schema, document, operationName, variableValues, rootValue, contextValue })
  const bounded = (result: ExecutionResult) => (answer.refusal ? { errors: [answer.refusal] } : result)
  return executed instanceof Promise ? executed.then(bounded) : bounded(executed as ExecutionResult)
}

function resultOf({ services }: Screen, executed: ExecutionResult): Result {
  return { template: JSON.stringify(shown(services, executed)) }
}

/** Most screens have the same cursor, and use the same id. */
function frameOf(result: Result, id: string, cursor: string | null): Buffer {
  if (result.last?.id !== id || result.last.cursor !== cursor) {
    const filled = result.template.replaceAll(MARK_IN_JSON, JSON.stringify(cursor))
    result.last = { id, cursor, frame: nextFrame(id, filled) }
  }
  return result.last.frame
}

/** Needed because results bypass the library, whose hooks show the errors of all other operations. */
function shown(services: Services, result: ExecutionResult): ExecutionResult {
  return result.errors
    ? { ...result, errors: result.errors.map((error) => showError(services, error)) }
    : result
}

/**
 * Screens with the same key get the same result, whatever cursor they started from. A digest, because every screen keeps
 * its own, and an operation may be long.
 */
function screenKey(args: SharedSubscription): string {
  const { query, operationName, variableValues, contextValue } = args
  const start = startVariable(args)
  const variables = Object.entries(variableValues ?? {}).filter(([name]) => name !== start)
  const key = JSON.stringify([scopeOf(contextValue.principal), query, operationName, variables])
  return createHash('sha256').update(key).digest('base64')
}

/** The variable whose only use is to say after which cursor the subscription starts. */
function startVariable({ document, operationName }: SharedSubscription): string | undefined {
  const [root] = getOperationAST(document, operationName)?.selectionSet.selections ?? []
  const after = root?.kind === Kind.FIELD && root.arguments?.find(({ name }) => name.value === 'after')
  if (!after || after.value.kind !== Kind.VARIABLE) return undefined
  const name = after.value.name.value
  let uses = 0
  visit(document, {
    // Where it is declared is no use.
    VariableDefinition: () => false,
    Variable: (variable) => {
      if (variable.name.value === name) uses++
    },
  })
  return uses === 1 ? name : undefined
}

/** Principals with the same scope may see the same. */
function scopeOf(principal: Principal): string[] {
  const { kind, accountId } = principal
  if (principal.kind === 'visitor') return [kind, accountId, principal.visitorId]
  const { role, channelIds } = principal
  return [kind, accountId, role, ...(channelIds ? [...channelIds].sort() : ['all'])]
}

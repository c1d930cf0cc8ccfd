import { type DocumentNode, type ExecutionArgs, type GraphQLError, getOperationAST } from 'graphql'
import type { SubscribeMessage } from 'graphql-ws'
import { markDelivered } from '../domain/visits/reading/mark-delivered.ts'
import { AppError } from '../errors.ts'
import type { LiveEvent } from '../events/live-event.ts'
import { actedBy, type GraphQLContext } from '../graphql/kit/context.ts'
import { noteOperation } from '../graphql/kit/measure-operations.ts'
import { takeCost } from '../graphql/kit/operation-limits.ts'
import { showError, showErrors } from '../graphql/kit/show-error.ts'
import type { Yoga } from '../graphql/server.ts'
import type { Services } from '../services.ts'
import { type SharedSubscription, subscribeShared } from './execute-shared.ts'
import { frameSender } from './send-frame.ts'
import type { Socket, SocketContext } from './socket.ts'

/** A screen needs one subscription and a few other operations. */
const OPERATIONS_AT_ONCE = 50

/** What `prepareOperation` makes and `execute` and `subscribe` of the socket server get. */
export type PreparedOperation = ExecutionArgs & {
  rootValue: Pick<ReturnType<Yoga['getEnveloped']>, 'execute' | 'subscribe'>
}

/** Parses and checks an operation that a socket asks for. Returns the errors when it must not run. */
export async function prepareOperation(
  services: Services,
  yoga: Yoga,
  { extra, subscriptions }: SocketContext,
  id: string,
  payload: SubscribeMessage['payload'],
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  const { query, operationName, variables } = payload
  // A client that does not answer the close frame could otherwise continue with its old rights.
  if (extra.socket.readyState !== extra.socket.OPEN) {
    return [showError(services, new AppError('unauthenticated', 'This connection is closing.'))]
  }
  if (Object.keys(subscriptions).length > OPERATIONS_AT_ONCE) {
    return [showError(services, new AppError('too_many_requests', 'Too many operations at once.'))]
  }
  const socketContext = { services, ...actedBy(extra.principal), http: null, shared: false }
  // Yoga wants a request as well, which a socket's operation does not have.
  const enveloped = yoga.getEnveloped({ socketContext, params: { query, operationName, variables } } as never)
  const document: DocumentNode = enveloped.parse(query)
  const errors = enveloped.validate(enveloped.schema, document)
  if (errors.length > 0) return showErrors(services, errors as readonly Error[])
  const operation = { schema: enveloped.schema, document, operationName, variableValues: variables }
  const isSubscription = getOperationAST(document, operationName)?.operation === 'subscription'
  const contextValue = (await enveloped.contextFactory()) as unknown as GraphQLContext
  // Here and not on execution, which happens for every event of a subscription.
  const tooMuch = isSubscription ? await takeCost(contextValue, operation) : []
  if (tooMuch.length > 0) return tooMuch
  const args = { ...operation, contextValue }
  const send = frameSender(extra)
  const sent = deliveryNoter(services, extra)
  // An operation of a socket always has a principal.
  const subscribe = async (kept: ExecutionArgs) => {
    const startedAt = performance.now()
    const results = await subscribeShared({ ...args, query, id, send, sent } as unknown as SharedSubscription)
    noteOperation(services, args, startedAt)
    // The library keeps both for as long as the subscription lasts, and reads nothing of them any more.
    Object.assign(kept, { contextValue: undefined, rootValue: undefined, variableValues: undefined })
    Object.assign(payload, { query: '', variables: undefined })
    return results
  }
  const { execute } = enveloped
  return { ...args, rootValue: isSubscription ? { subscribe } : { execute } } as ExecutionArgs
}

/** Operators are shown which messages a visitor's socket has received. */
function deliveryNoter(
  services: Services,
  { principal }: Socket,
): ((events: LiveEvent[]) => void) | undefined {
  if (principal.kind !== 'visitor') return undefined
  return (events) => {
    const toThem = events.filter(({ kind, actor }) => kind === 'MESSAGE_CREATED' && actor?.type !== 'VISITOR')
    void markDelivered(
      services,
      principal,
      toThem.flatMap(({ messageId }) => messageId ?? []),
    )
  }
}

import type { InputFieldMap, InputShapeFromFields, ObjectFieldBuilder } from '@pothos/core'
import { AppError } from '../errors.ts'
import { builder, type Types } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { storableInput } from './storable-input.ts'
import { graphqlCode, toUserError, UserError, type UserErrorShape } from './user-error.ts'

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>

/** What a verb returned, or why it refused. */
interface Settled<Value> {
  value: Value | null
  userErrors: UserErrorShape[]
}

interface VerbMutation<Fields extends InputFieldMap, Value> {
  description: string
  /** Who may call it at all; any signed-in user by default. */
  access?: 'public' | 'signedIn'
  input?: (t: InputBuilder) => Fields
  resolve: (context: GraphQLContext, input: InputShapeFromFields<Fields>) => Promise<Value>
  /** The payload's own fields; each is null when the verb refused. */
  payload: (t: ObjectFieldBuilder<Types, Settled<Value>>) => Record<string, unknown>
}

/**
 * A mutation that calls one verb: `name(input: NameInput!): NamePayload!`. A refusal of the verb becomes
 * `userErrors`; only "not signed in", malformed requests and bugs are exceptions.
 */
export function verbMutation<Fields extends InputFieldMap, Value>(
  name: string,
  { description, access = 'signedIn', input, resolve, payload }: VerbMutation<Fields, Value>,
): void {
  const typeName = name.charAt(0).toUpperCase() + name.slice(1)
  const inputType =
    input &&
    builder.inputType(`${typeName}Input`, {
      description: `The input of \`${name}\`.`,
      fields: (t) => input(t as InputBuilder),
    })
  const payloadType = builder.objectRef<Settled<Value>>(`${typeName}Payload`).implement({
    description: `The result of \`${name}\`. Its own fields are null when the mutation was refused.`,
    fields: (t) =>
      ({
        ...payload(t as never),
        userErrors: t.field({
          type: [UserError],
          description: 'Why the mutation was refused; empty on success.',
          resolve: (settled) => settled.userErrors,
        }),
      }) as never,
  })
  builder.mutationField(name, (t) =>
    t.field({
      type: payloadType,
      description,
      args: inputType ? { input: t.arg({ type: inputType, required: true }) } : {},
      ...(access !== 'public' && { authScopes: { [access]: true } }),
      resolve: (_root: unknown, args: { input: InputShapeFromFields<Fields> }, context: GraphQLContext) =>
        settle(name, context, async () => resolve(context, storableInput(args.input))),
    } as never),
  )
}

async function settle<Value>(
  mutation: string,
  context: GraphQLContext,
  work: () => Promise<Value>,
): Promise<Settled<Value>> {
  try {
    return { value: await work(), userErrors: [] }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_signed_in' || error.status >= 500) throw error
    note(mutation, context, error)
    return { value: null, userErrors: [toUserError(error)] }
  }
}

function note(mutation: string, { services, http }: GraphQLContext, { code, retryAfter }: AppError): void {
  if (retryAfter) http?.setRetryAfter(retryAfter)
  services.metrics.graphqlErrors.inc({ code: graphqlCode(code) })
  services.refusals.info('a mutation was refused', { requestId: http?.requestId, mutation, code })
}

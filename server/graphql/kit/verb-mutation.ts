import type { FieldMap, InputFieldMap, InputShapeFromFields } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import { throwAll } from '../../domain/check-all.ts'
import { AppError } from '../../errors.ts'
import { runVerb } from '../../process/tracing/run-verb.ts'
import { builder, type Types } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import type { UserErrorCode } from './error-codes.ts'
import { NODE_TYPES, type ReadInput, readInput } from './read-input.ts'
import { toUserErrors, UserError, type UserErrorShape } from './user-error.ts'

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>

/** The result of a verb, or its reasons for refusing. */
interface MutationResult<Value> {
  value: Value | null
  userErrors: UserErrorShape[]
}

export interface VerbMutation<Fields extends InputFieldMap, Value> {
  description: string
  /** Every code that its `userErrors` can have; the description ends with them. */
  errors: readonly UserErrorCode[]
  /** Who may call it at all; any signed-in user by default. */
  access?: 'public' | 'signedIn'
  /** Whether visitors of widgets may call it. */
  forVisitors?: boolean
  input?: (t: InputBuilder) => Fields
  /**
   * Whether `resolve` passes the problems of the input to its verb, which reports them together with the errors of its
   * own checks; otherwise they are reported before, and `problems` is empty.
   */
  joinsProblems?: boolean
  resolve: (
    context: GraphQLContext,
    input: InputShapeFromFields<Fields>,
    problems: readonly AppError[],
  ) => Promise<Value>
  /** The payload's own fields; each is null when the verb refused. */
  payload: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, MutationResult<Value>>) => FieldMap
}

/**
 * A mutation that calls one verb: `name(input: NameInput!): NamePayload`. A refusal of the verb becomes `userErrors`;
 * only missing credentials, malformed requests and bugs are exceptions, which make this mutation null and leave those
 * beside it alone.
 */
export function verbMutation<Fields extends InputFieldMap, Value>(
  name: string,
  {
    description,
    errors,
    access = 'signedIn',
    forVisitors = false,
    input,
    joinsProblems = false,
    resolve,
    payload,
  }: VerbMutation<Fields, Value>,
): void {
  const typeName = name.charAt(0).toUpperCase() + name.slice(1)
  const inputType =
    input &&
    builder.inputType(`${typeName}Input`, {
      description: `The input of \`${name}\`.`,
      fields: (t) => input(withNodeIds(t as InputBuilder)),
    })
  const payloadType = builder.objectRef<MutationResult<Value>>(`${typeName}Payload`).implement({
    description: `The result of \`${name}\`. Its own fields are null when the mutation was refused.`,
    fields: (t) => ({
      ...payload(t),
      userErrors: t.field({
        type: [UserError],
        description: 'Why the mutation was refused; empty on success.',
        resolve: (settled) => settled.userErrors,
      }),
    }),
  })
  builder.mutationField(name, (t) =>
    t.field({
      type: payloadType,
      nullable: true,
      description: `${description} ${describeErrors(errors)}`,
      extensions: { userErrors: errors, ...(forVisitors && { forVisitors }) },
      args: inputType
        ? {
            input: t.arg({
              type: inputType,
              required: true,
              description: 'The arguments of the mutation, in one object.',
            }),
          }
        : {},
      ...(access !== 'public' && { authScopes: { [access]: true } }),
      resolve: (
        _root: unknown,
        args: { input: InputShapeFromFields<Fields> },
        context: GraphQLContext,
        info: GraphQLResolveInfo,
      ) =>
        settle(name, context, async () => {
          const { value, problems } = read(info, args.input)
          if (!joinsProblems) throwAll(problems)
          return resolve(context, value, problems)
        }),
      // Its arguments depend on whether there is an input.
    } as never),
  )
}

/** The entries of a list in a mutation's input, which have ids of their own. */
export function entryInput<Fields extends InputFieldMap>(
  name: string,
  { description, fields }: { description: string; fields: (t: InputBuilder) => Fields },
) {
  return builder.inputType(name, { description, fields: (t) => fields(withNodeIds(t as InputBuilder)) })
}

function describeErrors(errors: readonly UserErrorCode[]): string {
  return errors.length > 0 ? `User errors: ${errors.toSorted().join(', ')}.` : 'No user errors.'
}

/**
 * For an input type within the input of a mutation, too: Pothos would throw at the first id that is malformed or of another
 * type; `readInput` reads them instead.
 */
export function withNodeIds(t: InputBuilder): InputBuilder {
  const named = ({ for: types, ...options }: { for: readonly { name: string }[] }) => ({
    ...options,
    extensions: { [NODE_TYPES]: types.map(({ name }) => name) },
  })
  return Object.assign(Object.create(t), {
    globalID: (options: never) => t.id(named(options)),
    globalIDList: (options: never) => t.idList(named(options)),
  })
}

function read<Input>({ parentType, fieldName }: GraphQLResolveInfo, input: Input): ReadInput<Input> {
  const [argument] = parentType.getFields()[fieldName]?.args ?? []
  return argument ? readInput(argument.type, input) : { value: input, problems: [] }
}

async function settle<Value>(
  mutation: string,
  context: GraphQLContext,
  work: () => Promise<Value>,
): Promise<MutationResult<Value>> {
  try {
    return { value: await runVerb(context.services, mutation, work), userErrors: [] }
  } catch (error) {
    const userErrors = error instanceof AppError ? toUserErrors(error) : undefined
    if (!userErrors) throw error
    note(mutation, context, userErrors)
    return { value: null, userErrors }
  }
}

function note(mutation: string, { services, http }: GraphQLContext, userErrors: UserErrorShape[]): void {
  for (const { code, retryAfter } of userErrors) {
    if (retryAfter) http?.setRetryAfter(retryAfter)
    services.metrics.graphqlErrors.inc({ code })
    services.refusals.info('a mutation was refused', { requestId: http?.requestId, mutation, code })
  }
}

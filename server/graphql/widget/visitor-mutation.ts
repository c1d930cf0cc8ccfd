import type { InputFieldMap } from '@pothos/core'
import type { VisitorPrincipal } from '../../domain/principal.ts'
import type { AppError } from '../../errors.ts'
import type { GraphQLContext } from '../kit/context.ts'
import { type VerbMutation, verbMutation } from '../kit/verb-mutation.ts'
import { visitorOf } from './visitor-of.ts'

interface VisitorMutation<Fields extends InputFieldMap, Value>
  extends Omit<VerbMutation<Fields, Value>, 'access' | 'forVisitors' | 'resolve'> {
  resolve: (
    context: GraphQLContext & { visitor: VisitorPrincipal },
    input: Parameters<VerbMutation<Fields, Value>['resolve']>[1],
    problems: readonly AppError[],
  ) => Promise<Value>
}

/** A mutation for visitors of widgets alone, with a visitor token. Too many of them are refused. */
export function visitorMutation<Fields extends InputFieldMap, Value>(
  name: string,
  { description, errors, resolve, ...rest }: VisitorMutation<Fields, Value>,
): void {
  verbMutation<Fields, Value>(name, {
    ...rest,
    description: `With a visitor token. ${description}`,
    errors: [...errors, 'FORBIDDEN' as const, 'RATE_LIMITED' as const].toSorted(),
    access: 'public',
    forVisitors: true,
    resolve: (context, ...input) => resolve({ ...context, visitor: visitorOf(context) }, ...input),
  })
}

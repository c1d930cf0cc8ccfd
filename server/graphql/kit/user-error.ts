import type { AppError } from '../../errors.ts'
import { builder } from './builder.ts'
import {
  requestErrorCode,
  requestErrorCodes,
  type UserErrorCode,
  userErrorCode,
  userErrorCodes,
} from './error-codes.ts'

export interface UserErrorShape {
  code: UserErrorCode
  message: string
  field: string[] | null
  retryAfter: number | null
}

const described = (codes: Record<string, string>) =>
  Object.fromEntries(Object.entries(codes).map(([code, description]) => [code, { description }]))

const UserErrorCodeEnum = builder.enumType('UserErrorCode', {
  description:
    'Why a mutation was refused. The description of each mutation names its codes. More may be added: treat unknown ones like INVALID.',
  values: described(userErrorCodes) as Record<UserErrorCode, { description: string }>,
})

builder.enumType('RequestErrorCode', {
  description:
    'Every value of `errors[].extensions.code`: what is wrong with the request as a whole or with one of its fields, whose `path` is given.',
  values: described(requestErrorCodes),
})

export const UserError = builder.objectRef<UserErrorShape>('UserError').implement({
  description: 'Why a mutation was refused, for the caller to correct.',
  fields: (t) => ({
    code: t.field({
      type: UserErrorCodeEnum,
      description: 'The reason, for programs.',
      resolve: (error) => error.code,
    }),
    message: t.exposeString('message', { description: 'What is wrong and what to do about it, in English.' }),
    field: t.exposeStringList('field', {
      nullable: true,
      description:
        'The path of the invalid value in the arguments of the mutation, for example ["input", "operatorIds", "3"]. Null when no single value is to blame.',
    }),
    retryAfter: t.exposeInt('retryAfter', {
      nullable: true,
      description: 'How many seconds to wait before trying again. Set for RATE_LIMITED.',
    }),
  }),
})

/** What a verb refused, as `userErrors`; undefined when any of it is nothing that the caller can correct. */
export function toUserErrors({ problems }: AppError): UserErrorShape[] | undefined {
  const userErrors = problems.flatMap((problem) => {
    const code = userErrorCode(problem)
    if (!code || problem.status >= 500) return []
    const { message, field, retryAfter } = problem
    return [{ code, message, field: field?.split('.') ?? null, retryAfter: retryAfter ?? null }]
  })
  return userErrors.length === problems.length ? userErrors : undefined
}

/** The response body for a request that was refused before it was parsed. */
export function toRefusedRequest(error: AppError) {
  return { errors: [{ message: error.message, extensions: { code: requestErrorCode(error) } }] }
}

import { type AppError, type ErrorCode, errorStatus } from '../errors.ts'
import { builder } from './builder.ts'

export interface UserErrorShape {
  code: string
  message: string
  field: string[] | null
  retryAfter: number | null
}

const codes = Object.keys(errorStatus).map((code) => code.toUpperCase())

const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'Why a request was refused. The REST adapters use the same codes in lower case.',
  values: codes as [string, ...string[]],
})

export const UserError = builder.objectRef<UserErrorShape>('UserError').implement({
  description: 'A refusal that the caller can do something about.',
  fields: (t) => ({
    code: t.field({ type: ErrorCodeEnum, resolve: (error) => error.code }),
    message: t.exposeString('message', { description: 'What is wrong and what to do, in English.' }),
    field: t.exposeStringList('field', {
      nullable: true,
      description: 'The path of the field that is wrong, for instance ["input", "serverUrl"].',
    }),
    retryAfter: t.exposeInt('retryAfter', {
      nullable: true,
      description:
        'Of TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE: seconds after which another try makes sense.',
    }),
  }),
})

export function toUserError(error: AppError): UserErrorShape {
  const { code, message, field, retryAfter } = error
  return {
    code: graphqlCode(code),
    message,
    field: field?.split('.') ?? null,
    retryAfter: retryAfter ?? null,
  }
}

/** The body of a request that was refused before anything looked for an operation in it. */
export function toRefusedRequest(error: AppError) {
  return { errors: [{ message: error.message, extensions: { code: graphqlCode(error.code) } }] }
}

export function graphqlCode(code: ErrorCode): string {
  return code.toUpperCase()
}

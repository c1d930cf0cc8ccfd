import { type AppError, type ErrorCode, errorStatus } from '../errors.ts'
import { builder } from './builder.ts'

export interface UserErrorShape {
  code: string
  message: string
  field: string[] | null
  retryAfter: number | null
}

const meanings: Record<ErrorCode, string> = {
  not_signed_in: 'There is no session or API token, or it is no longer valid.',
  invalid_client: 'Bot interface only: the token in the address does not belong to a connected bot.',
  unauthorized_client: 'Bot interface only: the Authorization header has no valid access token.',
  sign_in_failed: 'The e-mail address or the password is wrong.',
  forbidden: 'The role of the caller, or an API token, does not allow this.',
  not_found: 'It does not exist, or the caller may not see it.',
  chat_not_found: 'Bot interface only: the bot has no such conversation.',
  method_not_allowed: 'REST only: the address does not support this HTTP method.',
  event_not_supported: 'Bot interface only: the event cannot be sent by a bot.',
  conflict: 'The current state does not allow this, often because somebody else was faster; see `message`.',
  payload_too_large: 'The request or the file is too large.',
  storage_full: 'The files of the account have reached the storage limit.',
  request_timeout: 'The request arrived too slowly.',
  unsupported_media_type: 'The Content-Type, or the type of the file, is not supported.',
  idempotency_key_reused: 'The idempotency key was used before for a different request.',
  invalid_request: 'A field is missing or has an invalid value; `field` names it.',
  invalid_cursor: 'The cursor was never given out, or the events after it are no longer kept.',
  invalid_json: 'REST only: the body is not valid JSON.',
  sender_id_invalid: 'Chat API only: `sender.id` cannot be stored exactly.',
  private_target: 'The address points into the internal network, which this installation does not allow.',
  too_many_requests: 'Too many requests; try again after `retryAfter` seconds.',
  internal_error: 'Something failed on the server.',
  service_unavailable:
    'The server cannot handle the request at the moment; try again after `retryAfter` seconds.',
}

const codes = Object.keys(errorStatus).map((code) => [
  code.toUpperCase(),
  { description: meanings[code as ErrorCode] },
])

const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'Why a request was refused. The REST adapters use the same codes in lower case.',
  values: Object.fromEntries(codes) as Record<string, { description: string }>,
})

export const UserError = builder.objectRef<UserErrorShape>('UserError').implement({
  description: 'Why a mutation was refused, for the caller to correct.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeEnum,
      description: 'The reason, for programs.',
      resolve: (error) => error.code,
    }),
    message: t.exposeString('message', { description: 'What is wrong and what to do about it, in English.' }),
    field: t.exposeStringList('field', {
      nullable: true,
      description:
        'The path of the invalid field, for example ["input", "serverUrl"]. Null when no single field is to blame.',
    }),
    retryAfter: t.exposeInt('retryAfter', {
      nullable: true,
      description:
        'How many seconds to wait before trying again. Set for TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE.',
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

/** The response body for a request that was refused before it was parsed. */
export function toRefusedRequest(error: AppError) {
  return { errors: [{ message: error.message, extensions: { code: graphqlCode(error.code) } }] }
}

export function graphqlCode(code: ErrorCode): string {
  return code.toUpperCase()
}

import type { AppError, ErrorCode } from '../../errors.ts'

/** What a mutation may refuse, for the caller to correct. Each mutation names its own in its description. */
export const userErrorCodes = {
  ALREADY_ANSWERED: 'Somebody else answered first; `message` says who.',
  BLANK: 'The text is empty, or something required is missing.',
  CALLBACK_DISABLED: 'Visitors of this channel cannot ask to be called.',
  CALLBACK_UNAVAILABLE:
    'Callbacks are not available at the moment or, if `field` is the phone number, not for its country.',
  CALL_ENDED: 'The call has ended or failed.',
  CALL_TAKEN_BY_OTHER: 'Another operator has the call; `message` says who.',
  CHANNEL_PAUSED: 'The channel is paused and accepts no messages at the moment.',
  CHAT_ACCEPTED_BY_OTHER: 'Another operator answers the chat; `message` says who.',
  CHAT_CLOSED: 'The chat is closed.',
  CHAT_OPEN: 'A chat of the visitor is open, and must be closed first.',
  FORBIDDEN: 'The role of the caller, or an API token, does not allow this.',
  IDEMPOTENCY_KEY_REUSED: 'The idempotency key was used before with a different input.',
  INVALID: 'The value cannot be accepted; `message` says why.',
  IN_USE: 'Something refers to it; `message` says what can be done instead.',
  INVITATION_ENDED: 'The invitation was answered, has expired, or no longer applies.',
  LAST_ADMIN: 'Nobody else is an admin of the account.',
  LIMIT_REACHED: 'The maximum number already exists.',
  NOT_EDITABLE: 'It cannot be edited or deleted, or not by the caller, or no longer; `message` says why.',
  NOT_FOUND:
    'It does not exist, or the caller may not see it. Also for ids that are malformed or of another type.',
  NOT_IN_CHAT: 'Only an operator in the chat, a supervisor or an admin may do this.',
  NO_BOT: 'No enabled bot answers on the channel.',
  OPERATOR_OFFLINE: 'The operator is not connected.',
  OTHER_VISITOR: 'Another visitor wrote it, before the one whom the token names signed in.',
  PRIVATE_TARGET: 'The address is in the internal network, which this installation does not allow.',
  RATE_LIMITED: 'Too many attempts; try again after `retryAfter` seconds.',
  SIGN_IN_FAILED: 'The e-mail address or the password is wrong.',
  STORAGE_FULL: 'The files of the account have reached the storage limit.',
  TAG_REQUIRED: 'The channel requires a tag when a chat is closed: send `withoutTag` if none fits.',
  TAKEN: 'Something else already uses this value, and it must be unique.',
  TOO_LONG: 'The text or the list is too long.',
  VISITOR_MERGED: 'The visitor was merged into another; `message` says which.',
  VISITOR_UNREACHABLE: 'Nothing would reach the visitor now; `message` says why.',
  VISITOR_WROTE: 'The visitor has written again since.',
} as const satisfies Record<string, string>

/** Every `errors[].extensions.code`. */
export const requestErrorCodes = {
  BAD_REQUEST: 'The document, its variables or an argument is not valid.',
  FORBIDDEN: 'The role of the caller does not allow reading this field.',
  INTERNAL_ERROR: 'Something failed on the server, and was logged there.',
  INVALID_CURSOR: 'A cursor was not returned by the list that it was passed to.',
  PAYLOAD_TOO_LARGE: 'The body of the request is too large. HTTP 413.',
  QUERY_TOO_COSTLY: 'The operation is too deep or too long, or asks for too much at once.',
  RATE_LIMITED:
    'Too many requests in a short time (HTTP 429), or too many operations at once on one WebSocket. Try again after `retryAfter` seconds, an extension that is absent for the latter.',
  REQUEST_TIMEOUT: 'The body of the request arrived too slowly. HTTP 408.',
  SERVICE_UNAVAILABLE: 'The server cannot handle the request at the moment. HTTP 503; try again.',
  UNAUTHENTICATED:
    'There is no session or API token, it is not valid, or the session is not of the operator whom the request names. HTTP 401; a WebSocket is closed with 4401.',
  UNSUPPORTED_MEDIA_TYPE: 'The Content-Type of the request is not supported. HTTP 415.',
} as const satisfies Record<string, string>

/** The code that an error has already, when it is one of ours. */
export function isRequestErrorCode(code: unknown): code is RequestErrorCode {
  return typeof code === 'string' && Object.hasOwn(requestErrorCodes, code)
}

export type UserErrorCode = keyof typeof userErrorCodes
export type RequestErrorCode = keyof typeof requestErrorCodes

/** Codes for which GraphQL has another word than the REST adapters. */
const userWords: Partial<Record<ErrorCode, UserErrorCode>> = {
  invalid_request: 'INVALID',
  too_many_requests: 'RATE_LIMITED',
}
const requestWords: Partial<Record<ErrorCode, RequestErrorCode>> = {
  invalid_request: 'BAD_REQUEST',
  invalid_json: 'BAD_REQUEST',
  method_not_allowed: 'BAD_REQUEST',
  too_many_requests: 'RATE_LIMITED',
  disk_full: 'SERVICE_UNAVAILABLE',
}

/** The code of a refusal among a mutation's `userErrors`; undefined for what is no user error. */
export function userErrorCode({ code }: AppError): UserErrorCode | undefined {
  const word = userWords[code] ?? code.toUpperCase()
  return Object.hasOwn(userErrorCodes, word) ? (word as UserErrorCode) : undefined
}

/** The code of a refusal among the `errors` of an answer. */
export function requestErrorCode({ code }: AppError): RequestErrorCode {
  const word = requestWords[code] ?? code.toUpperCase()
  return Object.hasOwn(requestErrorCodes, word) ? (word as RequestErrorCode) : 'BAD_REQUEST'
}

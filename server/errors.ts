/**
 * Every error that a caller may see: its code on the wire and its HTTP status.
 * GraphQL shows the same codes in upper case (`not_found` ↔ `NOT_FOUND`).
 */
export const errorStatus = {
  /** Credentials are missing or no longer valid. */
  not_signed_in: 401,
  /** The bot interface: the token in the path is no connected bot's (contract, part 7). */
  invalid_client: 401,
  /** The bot interface: the Authorization header carries no valid access token (contract, part 7). */
  unauthorized_client: 401,
  /** E-mail or password is wrong; deliberately says no more. */
  sign_in_failed: 401,
  /** Signed in, but the role or the token does not allow this. */
  forbidden: 403,
  not_found: 404,
  /** The bot interface: no such conversation of this bot. */
  chat_not_found: 404,
  method_not_allowed: 405,
  /** The bot interface does not take this event. */
  event_not_supported: 405,
  /** Somebody else was first; the message says who. */
  conflict: 409,
  payload_too_large: 413,
  /** The account's files take as much as ACCOUNT_STORAGE_BYTES allows. */
  storage_full: 413,
  /** The request came too slowly. */
  request_timeout: 408,
  unsupported_media_type: 415,
  /** An Idempotency-Key was used before with another body. */
  idempotency_key_reused: 422,
  /** A field is missing or has a value that cannot be accepted; `field` names it. */
  invalid_request: 400,
  /** A place in the event log that was never given out, or that the log has outlived. */
  invalid_cursor: 400,
  /** The body is not JSON. */
  invalid_json: 400,
  /** `sender.id` cannot be kept exactly (contract A: beyond ±2^53−1, over 255 characters, NUL). */
  sender_id_invalid: 400,
  /** An outgoing address points inside the network and is not allowed by ALLOW_PRIVATE_TARGETS. */
  private_target: 400,
  too_many_requests: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

interface AppErrorOptions {
  /** Path of the field that is wrong, as the caller wrote it: `message.text`, `input.serverUrl`. */
  field?: string
  /** Seconds after which another try makes sense (`too_many_requests`). */
  retryAfter?: number
  cause?: unknown
}

/** The one error class. Whatever else is thrown is a bug and is shown to nobody. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.field = options.field
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

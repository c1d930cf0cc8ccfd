/**
 * The errors of the REST adapters: the code on the wire and its HTTP status. GraphQL's names for these and the others
 * are in `graphql/kit/error-codes.ts`.
 */
export const restStatus = {
  /** Credentials are missing or no longer valid. */
  unauthenticated: 401,
  /** The bot interface: the token in the path does not belong to a connected bot (contract, part 7). */
  invalid_client: 401,
  /** The bot interface: the Authorization header carries no valid access token (contract, part 7). */
  unauthorized_client: 401,
  /** Signed in, but the role or the token does not allow this. */
  forbidden: 403,
  not_found: 404,
  /** The bot interface: no such conversation of this bot. */
  chat_not_found: 404,
  method_not_allowed: 405,
  /** The bot interface does not take this event. */
  event_not_supported: 405,
  payload_too_large: 413,
  /** The account's files take as much as ACCOUNT_STORAGE_BYTES allows. */
  storage_full: 413,
  /** The request came too slowly. */
  request_timeout: 408,
  unsupported_media_type: 415,
  /** An idempotency key was used before with another body or input. */
  idempotency_key_reused: 422,
  /** A field is missing or has a value that cannot be accepted; `field` names it. */
  invalid_request: 400,
  /** The body is not JSON. */
  invalid_json: 400,
  /** `sender.id` cannot be kept exactly (contract A: beyond ±2^53−1, over 255 characters, NUL). */
  sender_id_invalid: 400,
  /** An outgoing address points inside the network and is not allowed by ALLOW_PRIVATE_TARGETS. */
  private_target: 400,
  too_many_requests: 429,
  internal_error: 500,
  service_unavailable: 503,
  /** The disk, or the store that keeps files, has no room. Whoever runs the installation must make some. */
  disk_full: 507,
} as const

/** Errors that only GraphQL and the command line report. */
const otherStatus = {
  /** E-mail or password is wrong; deliberately says no more. */
  sign_in_failed: 401,
  /** A text that must say something is empty. */
  blank: 400,
  /** A text or a list is too long. */
  too_long: 400,
  /** A cursor that was never issued, or one of the event log whose events have been deleted. */
  invalid_cursor: 400,
  /** The current state does not allow it; the message says why. */
  conflict: 409,
  /** Its visitors' messages are not taken at the moment. */
  channel_paused: 409,
  /** Another row has this value already, and it must be unique. */
  taken: 409,
  /** The maximum number exists already. */
  limit_reached: 409,
  chat_closed: 409,
  /** A chat must be closed first. */
  chat_open: 409,
  /** An offline message; the message says by whom. */
  already_answered: 409,
  /** It was written by somebody who was signed in before the visitor. */
  other_visitor: 409,
  /** The visitor was merged into another. */
  visitor_merged: 409,
  /** Another operator was faster; the message says who. */
  chat_accepted_by_other: 409,
  /** Only operators in the chat may do this. */
  not_in_chat: 409,
  /** It cannot be changed, or not by this person, or no longer; the message says why. */
  not_editable: 409,
  /** The visitor wrote while the operator decided. */
  visitor_wrote: 409,
  /** Nothing that an operator writes would reach the visitor now; the message says why. */
  visitor_unreachable: 409,
  /** An invitation to a chat was answered, expired or no longer applies. */
  invitation_ended: 409,
  operator_offline: 409,
  /** Visitors of this channel cannot ask to be called. */
  callback_disabled: 409,
  /** Not now, or not this number. */
  callback_unavailable: 409,
  call_ended: 409,
  /** Another operator has the call; the message says who. */
  call_taken_by_other: 409,
  /** No enabled bot answers on the channel. */
  no_bot: 409,
  /** The channel requires a tag when a chat is closed. */
  tag_required: 409,
  /** Something refers to it; the message says what can be done instead. */
  in_use: 409,
  /** Nobody could configure the account any more. */
  last_admin: 409,
} as const satisfies Record<string, number> & { [Code in keyof typeof restStatus]?: never }

export const errorStatus = { ...restStatus, ...otherStatus }

export type ErrorCode = keyof typeof errorStatus

interface AppErrorOptions {
  /** Path of the field that is wrong, as the caller wrote it: `message.text`, `input.serverUrl`. */
  field?: string
  /** Seconds after which another try makes sense (`too_many_requests`). */
  retryAfter?: number
  cause?: unknown
  /** What else is wrong with the same request. */
  others?: readonly AppError[]
}

/** The one error class. Whatever else is thrown is a bug and is shown to nobody. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfter: number | undefined
  readonly #others: readonly AppError[]

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.field = options.field
    this.retryAfter = options.retryAfter
    this.#others = options.others ?? []
  }

  get status(): number {
    return errorStatus[this.code]
  }

  /** Everything that is wrong with the request, this error first. */
  get problems(): readonly AppError[] {
    return [this, ...this.#others]
  }
}

import { GraphQLError } from 'graphql'
import type { RequestErrorCode } from './error-codes.ts'

/** The most text that an answer contains, in bytes. A page of a hundred of the longest messages fits several times. */
const ANSWER_BYTES = 4 * 1024 * 1024

/** Shorter texts are counted without their escapes, which they cannot have many of. */
const ESCAPED_LENGTH = 200
/** A number, a date or an id, or the braces of an object, with punctuation. */
const SMALL_BYTES = 16

/**
 * Measures an answer while it is made. A row that appears many times in it takes no memory until the answer is written
 * as one text, so what the fields cost says little about its size.
 */
export class AnswerMeter {
  #bytes = 0
  #refusal: GraphQLError | undefined

  /** Why the answer must not be sent; undefined while it may. */
  get refusal(): GraphQLError | undefined {
    return this.#refusal
  }

  /** Counts a field. Throws `QUERY_TOO_COSTLY` when the answer becomes too large. */
  add(name: string | number, value: unknown): void {
    // To measure the rest of an answer that is refused would cost more than all else about it.
    if (this.#refusal) throw this.#refusal
    this.#bytes += SMALL_BYTES + (typeof name === 'string' ? name.length : 0) + bytesOf(value)
    if (this.#bytes > ANSWER_BYTES) throw this.#refuse()
  }

  /** Thrown for every further field, so it is made once, and with a path, with which the library leaves it as it is. */
  #refuse(): GraphQLError {
    this.#refusal ??= new GraphQLError(
      `The answer is longer than ${ANSWER_BYTES / 1024 / 1024} MiB. Ask for fewer entries or fields at once.`,
      { path: [], extensions: { code: 'QUERY_TOO_COSTLY' satisfies RequestErrorCode } },
    )
    return this.#refusal
  }
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string')
    return value.length > ESCAPED_LENGTH ? Buffer.byteLength(JSON.stringify(value)) : Buffer.byteLength(value)
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + bytesOf(entry), 0)
  return 0
}

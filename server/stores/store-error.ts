/**
 * A store cannot be used. The message is one line for the person who runs the server, says what to do and contains no
 * password; the caller prints it without a stack and exits with 1.
 */
export class StoreError extends Error {
  override name = 'StoreError'
}

/**
 * A store cannot be used. The message is one line for whoever runs the server, says what to do and carries no
 * password; the caller prints it without a stack and exits with 1.
 */
export class StoreError extends Error {
  override name = 'StoreError'
}

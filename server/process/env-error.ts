/** A mistake in the environment. The message lists every mistake, one a line. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/** The options that may be given besides a command's values. */
export interface CommandOptions {
  passwordStdin: boolean
  endTokens: boolean
  name: string | undefined
}

/** The command line cannot be run; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError'
}

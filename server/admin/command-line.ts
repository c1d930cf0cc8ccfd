/** The options that may be given besides a command's values. */
export interface CommandOptions {
  passwordStdin: boolean
  endTokens: boolean
  name: string | undefined
  json: boolean
  /** Where `doctor` sends a mail. */
  mail: string | undefined
  /** What `doctor` calls. */
  outgoing: string | undefined
  /** Whether `restore` only tries the backup. */
  verify: boolean
  /** Whether `backup` leaves out files that are not in the store. */
  allowMissingFiles: boolean
  /** A file with the passphrase of a backup. */
  passphraseFile: string | undefined
}

/** A command line that can be run. */
export interface CommandLine {
  /** One of `commands`. */
  command: string
  values: string[]
  options: CommandOptions
}

/** The command line cannot be run; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError'
}

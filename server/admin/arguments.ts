import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { ADMIN_COMMAND } from '../process/admin-command.ts'
import { type CommandLine, UsageError } from './command-line.ts'
import { type CommandName, commands } from './commands.ts'

/** The text that `--help` prints. */
function helpText(): string {
  const rows = Object.entries(commands).map(([name, { usage, help }]) => [
    `  ${name} ${usage}`.trimEnd(),
    help,
  ])
  const width = Math.max(...rows.map(([left = '']) => left.length))
  return [
    `Usage: ${ADMIN_COMMAND} <command> … | --help | --version`,
    '',
    ...rows.map(([left = '', help]) => `${left.padEnd(width)}  ${help}`),
    '',
    'Passwords are generated and printed once. With --password-stdin, the first line of standard input is the password.',
    'Commands use DATABASE_URL, or else the PostgreSQL under DATA_DIR, which they start if it is not running.',
  ].join('\n')
}

/** A text when only that was asked for: help or the version. Throws a {@link UsageError}. */
export function readArguments(args: string[]): (CommandLine & { command: CommandName }) | string {
  const { values: given, positionals } = parse(args)
  const [command, ...values] = positionals
  if (given.version) return manifest.version
  if (given.help || !command || command === 'help') return helpText()
  if (!isCommand(command)) throw new UsageError(`There is no command ${command}.`)
  const { usage } = commands[command]
  const places = usage.replace(/\[--[^\]]*\]/g, '')
  const required = places.match(/<[^>]+>/g)?.length ?? 0
  const allowed = required + (places.match(/\[[^\]]+\]/g)?.length ?? 0)
  if (values.length < required || values.length > allowed) {
    throw new UsageError(`Usage: ${command} ${usage}`.trimEnd())
  }
  return {
    command,
    values,
    options: {
      passwordStdin: given['password-stdin'],
      endTokens: given['end-tokens'],
      name: given.name,
      json: given.json,
      mail: given.mail,
      outgoing: given.outgoing,
      verify: given.verify,
      allowMissingFiles: given['allow-missing-files'],
      passphraseFile: given['passphrase-file'],
    },
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
        'password-stdin': { type: 'boolean', default: false },
        'end-tokens': { type: 'boolean', default: false },
        name: { type: 'string' },
        json: { type: 'boolean', default: false },
        mail: { type: 'string' },
        outgoing: { type: 'string' },
        verify: { type: 'boolean', default: false },
        'allow-missing-files': { type: 'boolean', default: false },
        'passphrase-file': { type: 'string' },
      },
    })
  } catch (error) {
    // What follows is of no use here.
    const [reason = ''] = (error as Error).message.split('. ')
    throw new UsageError(reason.replace(/\.?$/, '.'))
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

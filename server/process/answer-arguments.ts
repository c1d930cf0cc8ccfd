import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }

interface Answer {
  /** What is printed instead of a start; undefined for a start. */
  answer?: string
  /** The exit code that goes with it. */
  status: 0 | 1
}

/** What `--version`, `--help` and arguments that do not exist are answered. */
export function answerArguments(args: string[]): Answer {
  try {
    const { values } = parseArgs({
      args,
      options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } },
    })
    if (values.version) return { answer: manifest.version, status: 0 }
    if (values.help) return { answer: HELP, status: 0 }
    return { status: 0 }
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('. ')
    return { answer: `${reason.replace(/\.?$/, '.')} Try --help.`, status: 1 }
  }
}

const HELP = `Usage: node server.mjs [--help | --version]

Starts Switchboard. Everything is configured by environment variables; those that most installations set are:

  PUBLIC_URL     the public address, such as https://chat.example.com
  PORT, HOST     where to listen (4000, 0.0.0.0)
  DATA_DIR       where to keep files, and the database unless DATABASE_URL is set (data)
  DATABASE_URL   your own PostgreSQL, 14 or later
  REDIS_URL      your own Redis, 6.2 or later; needed for more than one process
  SECRET_KEY     32 bytes in base64, the same for all processes
  ROLE           web, worker or all (all)

Secrets can be in files: SECRET_KEY_FILE=/run/secrets/secret-key. All variables are described in docs/operations.md.
The command line for accounts, passwords and channels: node admin.mjs --help`

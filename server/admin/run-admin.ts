import { AppError } from '../errors.ts'
import { paths } from '../paths.ts'
import { ADMIN_COMMAND } from '../process/admin-command.ts'
import type { Env } from '../process/env.ts'
import { exitWithError } from '../process/exit-with-error.ts'
import { createLogger } from '../process/logger.ts'
import { createServices } from '../services.ts'
import { checkRedis } from '../stores/check-redis.ts'
import { migrate, migrateQueues } from '../stores/migrate.ts'
import { readArguments } from './arguments.ts'
import { backup } from './backup.ts'
import { type CommandLine, UsageError } from './command-line.ts'
import { commands } from './commands.ts'
import { doctor } from './doctor.ts'
import { hasKey, loadAdminEnv } from './load-admin-env.ts'
import { openDatabase } from './open-database.ts'
import type { Report } from './report.ts'
import { restore } from './restore.ts'

/** A command runs one statement after the other. */
const POOL = 3

/** The commands that migrate nothing, and that work where services cannot be created. */
const STANDALONE = {
  backup,
  restore,
  doctor: (env: Env, { options }: CommandLine) => doctor(env, options),
} satisfies Record<string, (env: Env, line: CommandLine) => Promise<Report>>

async function runCommand(args: string[]): Promise<Report> {
  const line = readArguments(args)
  if (typeof line === 'string') return { text: line, exitCode: 0 }
  const { run } = commands[line.command]
  if (!run) return STANDALONE[line.command as keyof typeof STANDALONE](loadAdminEnv(), line)
  const admin = loadAdminEnv({ DATABASE_POOL: String(POOL) })
  if (line.command === 'accept-secret-key' && !hasKey(admin)) {
    throw new UsageError('There is no key to accept. Set SECRET_KEY, or start Switchboard once to make one.')
  }
  const env = await withoutLostRedis(admin)
  const database = await openDatabase(env)
  try {
    const directUrl = env.database.directUrl ?? database.url
    await migrate(directUrl, paths.migrations, { say: (text) => console.error(text) })
    if (!env.redis) await migrateQueues(directUrl)
    const services = await createServices(env, database.url, createLogger('error', 'admin'))
    try {
      return { text: await run(services, line), exitCode: 0 }
    } finally {
      await services.close()
    }
  } finally {
    await database.stop()
  }
}

/** Passwords live in the database: they can be reset while Redis is away. */
async function withoutLostRedis(env: Env): Promise<Env> {
  if (!env.redis) return env
  try {
    await checkRedis(env.redis, 1000)
    return env
  } catch (error) {
    console.error(`${(error as Error).message} Open screens will show the change a little later.`)
    return { ...env, redis: null }
  }
}

/** Runs the command that the arguments name, prints what it says, and ends the process. */
export async function runAdmin(): Promise<never> {
  try {
    const { text, exitCode } = await runCommand(process.argv.slice(2))
    console.log(text)
    process.exit(exitCode)
  } catch (error) {
    if (error instanceof UsageError) console.error(`${error.message}\nSee: ${ADMIN_COMMAND} --help`)
    else if (error instanceof AppError) console.error(error.message)
    else exitWithError(error)
    process.exit(1)
  }
}

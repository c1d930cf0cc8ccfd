import { examineInstallation, type NamedFinding } from '../domain/installation/examine-installation.ts'
import type { Env } from '../process/env.ts'
import type { CommandOptions } from './command-line.ts'
import { type AdminDatabase, openDatabase } from './open-database.ts'
import type { Report } from './report.ts'

const SIGNS = { ok: 'ok    ', warning: 'WARN  ', failed: 'FAIL  ', skipped: '-     ' }

/**
 * Checks the installation, and says what to do about each problem: a line for each check, or JSON. Exits with 1 when
 * something does not work.
 */
export async function doctor(env: Env, { json, mail, outgoing }: CommandOptions): Promise<Report> {
  let opened: Promise<AdminDatabase> | undefined
  const database = () => {
    opened ??= openDatabase(env)
    return opened
  }
  const findings = await examineInstallation({
    env,
    databaseUrl: async () => (await database()).url,
    mailTo: mail,
    outgoing,
  })
  await database().then(
    ({ stop }) => stop(),
    () => {},
  )
  const text = json ? JSON.stringify(findings, null, 2) : findings.map(lineOf).join('\n')
  return { text, exitCode: findings.some(({ state }) => state === 'failed') ? 1 : 0 }
}

function lineOf({ check, state, found, advice }: NamedFinding): string {
  const line = `${SIGNS[state]}${check.padEnd(12)}${found}`
  return advice ? `${line}\n${' '.repeat(18)}→ ${advice}` : line
}

import { readdirSync } from 'node:fs'
import manifest from '../../package.json' with { type: 'json' }
import type { Env } from '../process/env.ts'

const PREFIX = 'switchboard'

/** A process that is connected to the database. */
export interface ConnectedProcess {
  version: string
  /** When the last migration that it knows was written: builds of one version can differ. */
  migration: string
  role: string
}

/** How the connections of a process are called in PostgreSQL (`application_name`), so that others learn what runs beside them. */
export function processName(role: Env['role'], migrations: string): string {
  return [PREFIX, manifest.version, lastMigration(migrations), role].join(' ')
}

/** The process with a connection of this name; null for another program. */
export function readProcessName(name: string): ConnectedProcess | null {
  const [prefix, version, migration, role, ...rest] = name.split(' ')
  if (prefix !== PREFIX || !version || !migration || !role || rest.length > 0) return null
  return { version, migration, role }
}

/** The time in the name of the last migration, such as `20260101120000`. */
export function lastMigration(migrations: string): string {
  return (
    readdirSync(migrations)
      .flatMap((name) => /^\d{14}/.exec(name)?.[0] ?? [])
      .sort()
      .at(-1) ?? '0'
  )
}

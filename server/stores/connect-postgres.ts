import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { KEEP_ALIVE } from '../database/client.ts'
import { isStarting } from '../database/errors.ts'
import { StoreError } from './store-error.ts'

/**
 * Opens one connection. A database that is just starting gets `patienceMs`; then, or at once when waiting cannot
 * help (wrong password, no such database), a {@link StoreError} names host, port and what to do, never the password.
 */
export async function connectPostgres(url: string, patienceMs = 5000): Promise<pg.Client> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: patienceMs,
      ...KEEP_ALIVE,
    })
    try {
      await client.connect()
      // A connection that breaks later fails the query at hand; without a listener it would end the process.
      client.on('error', () => {})
      return client
    } catch (error) {
      await client.end().catch(() => {})
      const code = (error as { code?: string }).code ?? ''
      const isPassing = NETWORK.has(code) || isStarting(error)
      if (!isPassing || Date.now() + RETRY_MS > deadline) throw describe(url, code, error as Error)
    }
    await pause(RETRY_MS)
  }
}

const RETRY_MS = 200

/** Refused, name not there yet, reset. */
const NETWORK = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'ETIMEDOUT'])

const ADVICE: Record<string, string> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'the user is not allowed in',
  '3D000': 'the database does not exist, create it first',
  '53100': 'its disk is full, make room there',
  '53300': 'it has no connection left, raise its max_connections or lower DATABASE_POOL',
}

function describe(url: string, code: string, error: Error): StoreError {
  const { hostname, port, pathname } = new URL(url)
  const place = `PostgreSQL at ${hostname}:${port || 5432}${pathname}`
  const advice = ADVICE[code]
  if (advice) return new StoreError(`${place}: ${advice} (DATABASE_URL).`)
  // Several addresses of one name fail with an error that has a code and no message.
  const reason = error.message || code
  return new StoreError(`${place} does not answer (${reason}). Start it, or correct DATABASE_URL.`)
}

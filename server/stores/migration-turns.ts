import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectPostgres } from './connect-postgres.ts'
import type { Say } from './with-lock-timeout.ts'

/** The lock that `prisma migrate deploy` takes, so that the two wait for each other. */
const LOCK = 72707369
const PAUSE_MS = 100

/** One that keeps its first snapshot would hold up an index that is made meanwhile. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'

/** Servers may end connections that do nothing in a transaction. Not all versions know both. */
const NO_LIMITS = `SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`

/**
 * What processes that migrate the same database do one after the other. The lock belongs to a transaction and not to its
 * connection, because a pooler would keep the connection, and with it the lock.
 */
export class MigrationTurns {
  readonly client: Client
  readonly #url: string
  readonly #say: Say
  #hasWaited = false

  constructor(client: Client, url: string, say: Say) {
    this.client = client
    this.#url = url
    this.#say = say
  }

  /** Runs a transaction. */
  async transact<Result>(run: () => Promise<Result>): Promise<Result> {
    const { client } = this
    await client.query(BEGIN)
    try {
      await this.#take(client)
      const result = await run()
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  }

  /** Runs what no transaction can contain; that of another connection has the lock meanwhile. */
  async hold<Result>(run: () => Promise<Result>): Promise<Result> {
    const holder = await connectPostgres(this.#url)
    try {
      await holder.query(BEGIN)
      await holder.query(NO_LIMITS)
      await this.#take(holder)
      return await run()
    } finally {
      await holder.query('ROLLBACK').catch(() => {})
      await holder.end()
    }
  }

  /**
   * Asks again and again: whoever makes an index waits for all statements that run, also for one that waits for a lock, and
   * for one with parameters until its transaction ends.
   */
  async #take(client: Client): Promise<void> {
    for (;;) {
      const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken`)
      if (rows[0]?.taken) return
      if (!this.#hasWaited)
        this.#say('Another process is migrating the database; this one is waiting for it.')
      this.#hasWaited = true
      await pause(PAUSE_MS)
    }
  }
}

import type { Client } from 'pg'

/** A schema that a database has from the beginning of a restore until all of it is there. */
const MARK = 'switchboard_restore'

/** Whether a restore into the database has begun and not finished. */
export const isRestoreUnfinishedSql = `to_regnamespace('${MARK}') IS NOT NULL`

/** From now on, no server starts with the database. */
export async function beginRestore(client: Client): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${MARK}`)
}

/** The database may be used. */
export async function finishRestore(client: Client): Promise<void> {
  await client.query(`DROP SCHEMA ${MARK}`)
}

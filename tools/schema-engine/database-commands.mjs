import pg from 'pg'
import { isMemory } from './adapters.mjs'

/** PostgreSQL's and the socket's codes, as the codes that the `prisma` command explains to its user. */
const errorCodes = /** @type {Record<string, string>} */ ({ '3D000': 'P1003', ECONNREFUSED: 'P1001' })

/**
 * `schema-engine cli can-connect-to-database | create-database | drop-database`, which the `prisma` command runs
 * before it migrates.
 * @param {string} command
 * @param {string} url
 * @returns {Promise<number>} the exit code
 */
export async function runDatabaseCommand(command, url) {
  if (isMemory(url)) return 0
  const database = decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres'
  const name = pg.escapeIdentifier(database)
  try {
    if (command === 'can-connect-to-database') await query(url, database, 'SELECT 1')
    else if (command === 'create-database') await query(url, 'postgres', `CREATE DATABASE ${name}`)
    else if (command === 'drop-database') {
      await query(url, 'postgres', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    } else throw new Error(`unknown command ${command}`)
    return 0
  } catch (error) {
    const { message, code } = /** @type {Error & { code?: string }} */ (error)
    // The reader drops the first line of stderr and looks for this shape in the ones after it.
    log('INFO', { message: `schema engine cli: ${command}` })
    log('ERROR', { message: message || code, is_panic: false, error_code: errorCodes[code ?? ''] ?? 'P1010' })
    return 1
  }
}

/**
 * @param {string} url
 * @param {string} database
 * @param {string} sql
 */
async function query(url, database, sql) {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/**
 * @param {string} level
 * @param {Record<string, unknown>} fields
 */
function log(level, fields) {
  process.stderr.write(`${JSON.stringify({ level, fields, target: 'schema_engine::logger' })}\n`)
}

import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StoreError } from '../../../stores/store-error.ts'
import { fingerprint } from '../fingerprint.ts'
import type { BackupWriter } from './backup-writer.ts'
import { findSequences, findTables, LEDGER } from './describe-schema.ts'
import type { Manifest } from './manifest.ts'
import { storedKeysSql } from './stored-keys.ts'
import { rowsFile, setTextFormat } from './text-format.ts'

interface Dump {
  secretKey: Buffer
  /** What to write the keys of all files that rows name to, a line for each. */
  keyList: string
  show: (step: string) => void
}

/**
 * Writes the rows of all tables as they are at one moment, while the server works. Only the user that owns the tables
 * is needed, and nothing but PostgreSQL itself. Throws a {@link StoreError}.
 */
export async function dumpDatabase(
  client: Client,
  writer: BackupWriter,
  { secretKey, keyList, show }: Dump,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await setTextFormat(client)
  const migrations = await findMigrations(client)
  await requireKey(client, secretKey)
  const shapes = await findTables(client)
  const tables = []
  for (const [index, { name, columns }] of shapes.entries()) {
    show(`Table ${index + 1} of ${shapes.length}: ${name}`)
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const rows = copyTo(`COPY (SELECT ${list} FROM ${client.escapeIdentifier(name)}) TO STDOUT`)
    await writer.add(rowsFile(name), client.query(rows))
    tables.push({ name, columns, rows: rows.rowCount })
  }
  const keys = client.query(copyTo(`COPY (${await storedKeysSql(client)}) TO STDOUT`))
  await writer.write(keyList, keys)
  const sequences = await findSequences(client)
  await client.query('COMMIT')
  return { migrations, tables, sequences }
}

async function findMigrations(client: Client): Promise<Manifest['migrations']> {
  const { rows: found } = await client.query(`SELECT to_regclass('${LEDGER}') IS NOT NULL AS exists`)
  if (!found[0]?.exists) throw new StoreError('This database is empty. There is nothing to back up.')
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM ${LEDGER}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  )
  return rows
}

/** With another key, nothing that is encrypted could be read after a restore. */
async function requireKey(client: Client, secretKey: Buffer): Promise<void> {
  const { rows } = await client.query<{ fingerprint: Buffer }>(
    'SELECT fingerprint FROM "SecretKeyFingerprint" WHERE id = 1',
  )
  const [known] = rows
  if (!known || known.fingerprint.equals(fingerprint(secretKey))) return
  throw new StoreError(
    'SECRET_KEY is not the key of this database. Set the one that the server uses, or put it back into DATA_DIR/secret.key.',
  )
}

import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StoreError } from '../../../stores/store-error.ts'
import type { BackupReader } from './backup-reader.ts'
import { findHindrances, findTables } from './describe-schema.ts'
import { rowsFile, setTextFormat } from './text-format.ts'

interface Load {
  show: (step: string) => void
}

/**
 * Fills the tables, which the migrations of the backup have made, with its rows: all of them or none. The user needs only
 * to own the tables. Throws a {@link StoreError} when the backup is damaged or somebody uses the database already.
 */
export async function loadDatabase(client: Client, reader: BackupReader, { show }: Load): Promise<void> {
  const { tables, sequences } = reader.manifest
  await client.query('BEGIN')
  await setTextFormat(client)
  const present = (await findTables(client)).map(({ name }) => client.escapeIdentifier(name))
  await client.query(`LOCK TABLE ${present.join(', ')} IN ACCESS EXCLUSIVE MODE`)
  await requireNobody(client)
  const hindrances = await findHindrances(client)
  for (const { remove } of hindrances) await client.query(remove)
  // The migrations fill some tables, and the backup has those rows, too.
  await client.query(`TRUNCATE ${present.join(', ')}`)
  for (const table of present) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  for (const [index, { name, columns, rows }] of tables.entries()) {
    show(`Table ${index + 1} of ${tables.length}: ${name}`)
    const table = client.escapeIdentifier(name)
    if (!present.includes(table)) {
      throw new StoreError(
        `The backup has a table ${name}, which is not Switchboard's. Move it to another database, and back up again.`,
      )
    }
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const target = client.query(copyFrom(`COPY ${table} (${list}) FROM STDIN`))
    await pipeline(reader.stream(rowsFile(name)), target)
    if (target.rowCount !== rows) {
      throw new StoreError(
        `The backup is damaged: table ${name} has ${target.rowCount} rows instead of ${rows}.`,
      )
    }
  }
  show('Indexes')
  for (const { make } of hindrances.reverse()) await client.query(make)
  for (const table of present) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  for (const { name, value, isCalled } of sequences) {
    await client.query('SELECT setval($1::regclass, $2, $3)', [
      client.escapeIdentifier(name),
      value,
      isCalled,
    ])
  }
  await client.query('COMMIT')
  await client.query('ANALYZE')
}

/** A server that was started meanwhile has made an account of its own. */
async function requireNobody(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM "Account" LIMIT 1')
  if (rowCount === 0) return
  throw new StoreError(
    'A server was started on this database in the meantime. Stop it, and empty the database.',
  )
}

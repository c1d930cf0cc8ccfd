import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Say } from './with-lock-timeout.ts'

/** An index that is made while others write to its table: no transaction can contain that. */
interface IndexMigration {
  /** The name of the index. */
  index: string
  /** The statement. */
  sql: string
}

const PAUSE_MS = 500
/** A shorter wait is not reported. */
const SAY_AFTER_MS = 3_000

const SHAPE = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(?<index>\w+)" ON "\w+"[^;]*;?$/

/** What a migration is that consists of one `CREATE INDEX CONCURRENTLY "name" ON "table" …`; null for all others. */
export function readIndexMigration(text: string): IndexMigration | null {
  const sql = text.replaceAll(/^\s*--.*$/gm, '').trim()
  const index = SHAPE.exec(sql)?.groups?.index
  return index === undefined ? null : { index, sql }
}

/**
 * Makes the index unless it is there. What is left of an attempt that was interrupted is replaced; one that a server still
 * makes for a process that has ended meanwhile is waited for. Says so when it takes long.
 */
export async function makeIndex(client: Client, { index, sql }: IndexMigration, say: Say): Promise<void> {
  const timer = setTimeout(
    say,
    SAY_AFTER_MS,
    `The index "${index}" is being built, which takes minutes for millions of rows. Others can use the table meanwhile; this process continues afterwards.`,
  )
  try {
    const state = await untilNobodyMakes(client, index)
    if (state === 'valid') return
    if (state === 'invalid') await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`)
    await client.query(sql)
  } finally {
    clearTimeout(timer)
  }
}

async function untilNobodyMakes(client: Client, index: string): Promise<'absent' | 'invalid' | 'valid'> {
  for (;;) {
    const { rows } = await client.query<{ isValid: boolean; isBeingMade: boolean }>(STATE, [`"${index}"`])
    const [row] = rows
    if (!row) return 'absent'
    if (!row.isBeingMade) return row.isValid ? 'valid' : 'invalid'
    await pause(PAUSE_MS)
  }
}

const STATE = `
  SELECT i.indisvalid AS "isValid",
         EXISTS (SELECT FROM pg_stat_progress_create_index p
                 WHERE p.datid = (SELECT oid FROM pg_database WHERE datname = current_database())
                   AND p.index_relid = i.indexrelid) AS "isBeingMade"
  FROM pg_index i WHERE i.indexrelid = to_regclass($1)`

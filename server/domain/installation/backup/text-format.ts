import type { Client } from 'pg'

/**
 * Rows are copied as text, which every version of PostgreSQL reads, and are the same text whatever the server, the database
 * or the user is set to. For the transaction that is open.
 */
export async function setTextFormat(client: Client): Promise<void> {
  await client.query(`
    SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL TimeZone = 'UTC';
    SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL client_encoding = 'UTF8';
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
}

/** The name of the file with the rows of a table. */
export function rowsFile(table: string): string {
  return `database/${table}.copy.gz`
}

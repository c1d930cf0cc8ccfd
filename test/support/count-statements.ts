import pg from 'pg'

/**
 * The SQL that runs in this process while `work` does: one entry for each statement, transactions included, in the
 * order in which they were sent. Only what `work` waits for is sure to be in it.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }]
    statements.push(normalize(typeof first === 'string' ? first : first.text))
    return (query as (...args: unknown[]) => unknown).apply(this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}

/** Lists of ids differ in length from run to run; the shape of the statement is what counts. */
function normalize(sql: string): string {
  return sql
    .replace(/\s+/g, ' ')
    .replace(/IN \(\$\d+(,\$\d+)*\)/g, 'IN (…)')
    .trim()
}

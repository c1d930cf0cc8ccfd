import pg from 'pg'

/** A statement that ran, and how many rows it gave or changed. */
export interface RanStatement {
  sql: string
  rows: number
}

/**
 * The SQL that runs in this process while `work` does: one entry for each statement, transactions included, in the
 * order in which they were sent. Only what `work` waits for is sure to be in it.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  return (await recordRows(work)).map(({ sql }) => sql)
}

/** The same with the rows of each. */
export async function recordRows(work: () => Promise<unknown>): Promise<RanStatement[]> {
  const statements: RanStatement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }]
    const statement = { sql: normalize(typeof first === 'string' ? first : first.text), rows: 0 }
    statements.push(statement)
    const count = (result?: pg.QueryResult) => {
      statement.rows = result?.rowCount ?? 0
    }
    const callback = args.findIndex((arg) => typeof arg === 'function')
    const answer = args[callback] as ((error: unknown, result?: pg.QueryResult) => void) | undefined
    if (answer) {
      args[callback] = (error: unknown, result?: pg.QueryResult) => {
        count(result)
        answer(error, result)
      }
    }
    const running = (query as (...args: unknown[]) => unknown).apply(this, args)
    if (!(running instanceof Promise)) return running
    return running.then((result) => {
      count(result)
      return result
    })
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

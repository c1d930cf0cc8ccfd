import pg from 'pg'

/**
 * The statement as a query that passes on each row as soon as PostgreSQL has it, before the commit: a commit waits for
 * the disk, and what follows from the row can be prepared meanwhile. Nothing may leave the process until the query
 * resolves, because the commit can still fail. `onRow` must not throw.
 */
export function earlyRows<Row extends object, Statement extends pg.QueryConfig>(
  statement: Statement,
  onRow: (row: Row) => void,
): Statement {
  const query = new pg.Query(statement)
  query.on('row', onRow)
  const { submit } = query
  // pg has no option for it: in the protocol, a Sync commits, and a Flush before it sends what is there.
  query.submit = (connection) => submit.call(query, flushedBySync(connection))
  // A pool takes a query for a statement, as it has the same properties, and submits it.
  return Object.assign(query, statement)
}

function flushedBySync(connection: pg.Connection): pg.Connection {
  const sync = () => {
    connection.flush()
    connection.sync()
  }
  return Object.create(connection, { sync: { value: sync } })
}

import { once } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/** How long a statement may get no answer before PostgreSQL is asked about its connection, and how often it is asked. */
const SILENCE_MS = 5_000
/** How long PostgreSQL may take to accept the connection that asks, and to answer. */
const ANSWER_MS = 10_000
/** Behind a pooler nobody can tell whether PostgreSQL still works on a statement. One that takes longer is given up. */
const POOLED_LIMIT_MS = 120_000

interface Options {
  silenceMs?: number | undefined
  /** Told how many connections were ended. */
  onDead?: ((connections: number) => void) | undefined
}

/** What pg keeps of a connection, besides what its types name. */
type Connection = pg.PoolClient & {
  readonly processID: number | null
  readonly readyForQuery: boolean
  readonly connection: { readonly stream: Socket }
}

interface Verdict {
  /** A pooler's numbers are not those of PostgreSQL's processes, and a server that takes nobody in tells nothing. */
  tells: boolean
  /** The processes that the server has for the connections, and those of them that are at work. */
  present: number[]
  working: number[]
}

/**
 * A server that vanishes with its machine ends no connection: whoever waits for its answer would wait until the kernel
 * gives up, for a quarter of an hour. When a statement gets no answer for a while, a new connection, which reaches
 * whichever server has the address by then, asks about all of the pool. Those of which the server knows nothing are
 * ended, and their statements fail like those of any lost connection. A statement that only takes long goes on.
 */
export function endDeadConnections(
  pool: pg.Pool,
  url: string,
  { silenceMs = SILENCE_MS, onDead }: Options = {},
): void {
  const silences = new Map<Connection, { since: number; bytes: number }>()
  pool.on('connect', (connection) => silences.set(connection as Connection, { since: Date.now(), bytes: 0 }))
  pool.on('remove', (connection) => silences.delete(connection as Connection))

  /** How long each connection has been waiting for a sign of its server; 0 if it waits for nothing. */
  const measure = (): [Connection, number][] =>
    [...silences].map(([connection, silence]) => {
      const { bytesRead, bytesWritten } = connection.connection.stream
      const bytes = bytesRead + bytesWritten
      if (connection.readyForQuery || bytes !== silence.bytes) {
        silences.set(connection, { since: Date.now(), bytes })
        return [connection, 0]
      }
      return [connection, Date.now() - silence.since]
    })

  let askedAt = 0
  const look = async () => {
    const isSilent = measure().some(([, silentMs]) => silentMs >= silenceMs)
    if (!isSilent || Date.now() - askedAt < silenceMs) return
    askedAt = Date.now()
    const verdict = await askAbout([...silences.keys()], url)
    // Measured again: what this process was too busy to read has been read meanwhile.
    const dead = measure().filter(([{ readyForQuery, processID }, silentMs]) => {
      if (readyForQuery) return verdict?.tells && !verdict.present.includes(Number(processID))
      if (silentMs < silenceMs) return false
      if (!verdict) return true
      return verdict.tells ? !verdict.working.includes(Number(processID)) : silentMs >= POOLED_LIMIT_MS
    })
    const idle = dead.filter(([{ readyForQuery }]) => readyForQuery)
    // Whoever asks again after a failed statement must not get one of the idle ones.
    await Promise.all(idle.map(([{ connection }]) => end(connection.stream)))
    for (const [{ connection }] of dead) connection.stream.destroy()
    if (dead.length > 0) onDead?.(dead.length)
  }

  const lookAgain = () =>
    setTimeout(async () => {
      await look()
      if (!pool.ended) lookAgain()
    }, silenceMs / 5).unref()
  lookAgain()
}

async function end(stream: Socket): Promise<void> {
  if (stream.destroyed) return
  const closed = once(stream, 'close').catch(() => {})
  stream.destroy()
  await closed
}

/** Null if nobody answers at the address. */
async function askAbout(connections: Connection[], url: string): Promise<Verdict | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ own: number; present: number[]; working: number[] }>(ABOUT, [
      connections.map(({ processID }) => processID),
    ])
    const [row] = rows
    const { own = 0, present = [], working = [] } = row ?? {}
    return { tells: own === (client as pg.Client & Connection).processID, present, working }
  } catch (error) {
    return error instanceof pg.DatabaseError ? { tells: false, present: [], working: [] } : null
  } finally {
    // The server may vanish at this moment, too.
    void client.end().catch(() => {})
  }
}

const ABOUT = `
  SELECT pg_backend_pid() AS own, coalesce(array_agg(pid), '{}') AS present,
         -- Where \`track_activities\` is off, PostgreSQL does not tell what a process does: then it may be at work.
         coalesce(array_agg(pid) FILTER (WHERE coalesce(state, '') NOT LIKE 'idle%'), '{}') AS working
  FROM pg_stat_activity WHERE pid = ANY($1::int[])`

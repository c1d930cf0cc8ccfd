import pg from 'pg'
import { afterAll } from 'vitest'

/** What pg keeps of a connection's statements: the one that runs, and those that wait for it. */
interface Busy {
  _activeQuery: { text: string } | null
  _queryQueue: { text: string }[]
}

const OVERLAPS = Symbol.for('switchboard overlaps')
const prototype = pg.Client.prototype as pg.Client & { [OVERLAPS]?: string[] }

/** From now on; files share the process, and this file is loaded again for each. */
function watchConnections(): string[] {
  const overlaps: string[] = []
  const { query } = prototype
  prototype.query = function watch(this: pg.Client & Busy, ...args: unknown[]) {
    const running = this._activeQuery ?? this._queryQueue[0]
    // Those of an installation are of a class of their own, unlike those of BullMQ.
    if (running && this.constructor !== pg.Client) {
      const [first] = args as [string | { text: string }]
      const sent = typeof first === 'string' ? first : first.text
      if (!isRest(sent, running.text)) overlaps.push(`${sent}\n  during ${running.text}`)
    }
    return (query as (...args: unknown[]) => unknown).apply(this, args)
  } as typeof query
  return overlaps
}

/** Prisma itself splits a `createMany` of thousands of rows. */
function isRest(sent: string, running: string): boolean {
  const [insert] = /^INSERT INTO \S+ /.exec(sent) ?? []
  return insert !== undefined && running.startsWith(insert)
}

prototype[OVERLAPS] ??= watchConnections()

/** The statements that were sent over a connection that was busy with another, each once. */
export const takeOverlaps = (): string[] => prototype[OVERLAPS]?.splice(0) ?? []

// A transaction has one connection, and pg's next major version refuses a second statement on it. Prisma reads several
// relations of one query at once: within a transaction, read them one after the other.
afterAll(() => {
  const overlaps = takeOverlaps()
  if (overlaps.length > 0) throw new Error(`Sent at once over one connection:\n${overlaps.join('\n')}`)
})

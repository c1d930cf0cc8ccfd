import pg from 'pg'

/** Told of a statement when it is sent; what it returns is called at its end, with what went wrong. */
export type StatementObserver = (sql: string) => (error?: unknown) => void

type Callback = (error: unknown, ...rest: unknown[]) => void

/** A connection that tells of each statement, whoever sends it: Prisma, or a statement that bypasses it. */
export function observedClient(observe: StatementObserver): typeof pg.Client {
  class ObservedClient extends pg.Client {
    // The library's types name every way to call it; all are passed on.
    override query(...args: never[]): never {
      const given = args as unknown[]
      const end = observe(textOf(given[0]))
      const place = given.findIndex((arg) => typeof arg === 'function')
      const callback = given[place] as Callback | undefined
      if (callback) {
        given[place] = (error: unknown, ...rest: unknown[]) => {
          end(error ?? undefined)
          callback(error, ...rest)
        }
      }
      const running: unknown = super.query(...(args as unknown as [string]))
      if (running instanceof Promise) running.then(() => end(), end)
      return running as never
    }
  }
  return ObservedClient
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '')
}

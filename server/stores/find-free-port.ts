import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems assign to connections and to programs that request any port. */
const [FIRST, END] = [20_000, 32_000]

/** A loopback port that nobody listened on a moment ago, and that nobody is given by chance before it is used. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

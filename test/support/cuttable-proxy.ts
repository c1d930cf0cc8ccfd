import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between a browser and a server that can fail. */
export interface CuttableProxy {
  /** Without a slash at the end. */
  url: string
  /** Ends every connection at once; new ones work. */
  cut(): void
  /** Ends every connection, and new ones fail until `restore`. */
  takeAway(): void
  restore(): void
  close(): Promise<void>
}

/** Starts to pass on connections to a server on this machine. */
export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const { port, hostname } = new URL(target)
  const open = new Set<Socket>()
  let isAway = false
  const server = createServer((client) => {
    if (isAway) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    takeAway() {
      isAway = true
      cut()
    },
    restore() {
      isAway = false
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between one process and one store. */
export interface Relay {
  port: number
  /** Ends every connection, and refuses new ones until `mend`. */
  cut(): void
  /** Keeps every connection and passes nothing on until `mend`, as when packets get lost. */
  hold(): void
  /** The machine behind it is gone, and its place taken: connections get neither an answer nor an end, new ones work. */
  vanish(): void
  mend(): void
  close(): Promise<void>
}

/** Passes connections to a port of this machine on, from a free port of `host`. `target` is asked at each connection. */
export async function startRelay(host: string, target: () => number): Promise<Relay> {
  /** Each with its other side. */
  const open = new Map<Socket, Socket>()
  /** Those of whose other side nothing is ever heard again. */
  const lost = new Set<Socket>()
  let state: 'passing' | 'cut' | 'holding' = 'passing'
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const upstream = connect(target(), '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.set(socket, other)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        if (!lost.delete(other)) other.destroy()
      })
      if (state === 'passing') socket.pipe(other)
    }
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endAll = () => {
    for (const socket of open.keys()) socket.destroy()
  }
  return {
    port,
    cut() {
      state = 'cut'
      endAll()
    },
    hold() {
      state = 'holding'
      for (const socket of open.keys()) socket.unpipe()
    },
    vanish() {
      for (const [socket, other] of open) {
        if (socket.localPort !== port) continue
        lost.add(socket)
        other.destroy()
      }
    },
    mend() {
      if (state === 'holding') for (const [socket, other] of open) socket.pipe(other)
      state = 'passing'
    },
    async close() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}

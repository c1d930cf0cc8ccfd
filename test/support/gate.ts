import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { findFreePort } from '../../server/stores/find-free-port.ts'

/** A way to a store that can be shut, as when the store goes away. */
export interface Gate {
  /** The address of the store, through the gate. */
  url: string
  /** Breaks off every connection and takes no new ones. */
  shut(): Promise<void>
  /** Lets everybody through again. */
  open(): Promise<void>
}

/** Opens a gate before the store at `url`. */
export async function openGate(url: string): Promise<Gate> {
  const store = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(store.port), store.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const port = await findFreePort()
  await listen(port)
  const gated = new URL(url)
  gated.hostname = '127.0.0.1'
  gated.port = String(port)
  return {
    url: gated.href,
    open: () => listen(port),
    async shut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

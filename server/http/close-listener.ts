import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long to wait at most for a moment in which nobody connects. */
const QUIET_WITHIN_MS = 3_000
/** A turn of the event loop in which nobody else had time to connect. */
const QUIET_TURN_MS = 2

/**
 * Accepts no new connections; resolves when the open ones have ended. Clients that have connected but were not
 * accepted yet would be reset, with a request that no balancer may send twice: it waits for a moment without any.
 */
export async function closeListener(server: Server): Promise<void> {
  let connected = true
  const note = () => {
    connected = true
  }
  server.on('connection', note)
  const deadline = performance.now() + QUIET_WITHIN_MS
  for (let turn = performance.now(); performance.now() < deadline; turn = performance.now()) {
    connected = false
    await nextTurn()
    if (!connected && performance.now() - turn < QUIET_TURN_MS) break
  }
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
}

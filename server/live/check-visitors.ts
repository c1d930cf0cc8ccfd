import { findCurrentVisitors } from '../domain/visitors/find-current-visitors.ts'
import { worksOn } from '../domain/visits/require-origin.ts'
import type { Services } from '../services.ts'
import type { AccessChange, Socket, VisitorSocket } from './socket.ts'

/**
 * Closes those of the sockets whose visitor is gone or was merged into another, whose channel was deleted, or whose
 * website no longer shows the widget. One statement, however many they are.
 */
export async function checkVisitors(
  services: Services,
  sockets: VisitorSocket[],
  close: (socket: Socket, change: AccessChange) => void,
): Promise<void> {
  const ids = new Set(sockets.map(({ principal }) => principal.visitorId))
  const current = await findCurrentVisitors(services, [...ids])
  for (const socket of sockets) {
    const widget = current.get(socket.principal.visitorId)
    if (!widget || !worksOn(widget, socket.calledFrom)) close(socket, 'changed')
  }
}

import { findCurrentVisitors } from '../domain/visitors/find-current-visitors.ts'
import { worksOn } from '../domain/visits/require-origin.ts'
import type { Services } from '../services.ts'
import type { AccessChange, Socket, VisitorSocket } from './socket.ts'

/**
 * Closes those of the sockets whose visitor is gone or was merged into another, whose channel was deleted, or whose
 * website no longer shows the widget. One statement, and a look at each of their widgets, which are cached.
 */
export async function checkVisitors(
  services: Services,
  sockets: VisitorSocket[],
  close: (socket: Socket, change: AccessChange) => void,
): Promise<void> {
  const ids = new Set(sockets.map(({ principal }) => principal.visitorId))
  const channelIds = new Set(sockets.map(({ principal }) => principal.channelId))
  const current = await findCurrentVisitors(services, [...ids])
  const widgets = new Map(
    await Promise.all(
      [...channelIds].map(
        async (channelId) => [channelId, await services.channels.widgetOf({ channelId })] as const,
      ),
    ),
  )
  for (const socket of sockets) {
    const { visitorId, channelId } = socket.principal
    const widget = widgets.get(channelId)
    if (!current.has(visitorId) || (widget && !worksOn(widget, socket.calledFrom))) close(socket, 'changed')
  }
}

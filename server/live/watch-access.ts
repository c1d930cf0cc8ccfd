import { describeError } from '../describe-error.ts'
import { credentialOf, findCurrentViewers } from '../domain/sessions/find-current-viewers.ts'
import type { Viewer } from '../domain/viewer.ts'
import type { Services } from '../services.ts'

/** The announcement of a change may never arrive: its process died, or this one has lost Redis. */
const EVERY_MS = 15_000

/** Whether the credential of a socket has ended, or allows something else than when the socket was opened. */
export type AccessChange = 'ended' | 'changed'

interface WatchAccess<Socket> {
  sockets: Iterable<Socket>
  close(socket: Socket, change: AccessChange): void
  everyMs?: number | undefined
}

/**
 * Regularly compares what each open socket may see with what its session or API token allows now, and closes those
 * that differ. Returns a function that stops it.
 */
export function watchAccess<Socket extends { viewer: Viewer }>(
  services: Services,
  { sockets, close, everyMs = EVERY_MS }: WatchAccess<Socket>,
): () => void {
  const check = async () => {
    const open = [...sockets]
    const current = await findCurrentViewers(
      services,
      open.map(({ viewer }) => viewer),
    )
    for (const socket of open) {
      const now = current.get(credentialOf(socket.viewer))
      if (!now) close(socket, 'ended')
      else if (!seesTheSame(now, socket.viewer)) close(socket, 'changed')
    }
  }
  let isChecking = false
  const checkOnce = () => {
    if (isChecking) return
    isChecking = true
    check()
      .catch((error) => services.log.warn(describeError(error), 'the access of sockets cannot be checked'))
      .finally(() => {
        isChecking = false
      })
  }
  const timer = setInterval(checkOnce, everyMs)
  // Announcements made in the meantime were missed.
  const forget = services.bus.onGap(checkOnce)
  return () => {
    clearInterval(timer)
    forget()
  }
}

function seesTheSame(one: Viewer, other: Viewer): boolean {
  return one.role === other.role && sameIds(one.channelIds, other.channelIds)
}

function sameIds(one: Viewer['channelIds'], other: Viewer['channelIds']): boolean {
  if (one === null || other === null) return one === other
  return one.length === other.length && one.every((id) => other.includes(id))
}

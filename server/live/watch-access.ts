import { credentialOf, findCurrentViewers } from '../domain/sessions/find-current-viewers.ts'
import type { Viewer } from '../domain/viewer.ts'
import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'
import { checkVisitors } from './check-visitors.ts'
import { type AccessChange, isOperatorSocket, isVisitorSocket, type Socket } from './socket.ts'

/** The announcement of a change may never arrive: its process died, or this one has lost Redis. */
const EVERY_MS = 15_000

interface WatchAccess {
  sockets: Iterable<Socket>
  close(socket: Socket, change: AccessChange): void
  everyMs?: number | undefined
}

/**
 * Regularly compares what each open socket of an operator may see with what its session or API token allows now, and
 * closes those that differ, and those of visitors that `checkVisitors` finds. Returns a function that stops it.
 */
export function watchAccess(
  services: Services,
  { sockets, close, everyMs = EVERY_MS }: WatchAccess,
): () => void {
  const check = async () => {
    const open = [...sockets].filter(isOperatorSocket)
    const current = await findCurrentViewers(
      services,
      open.map(({ principal }) => principal),
    )
    for (const socket of open) {
      const now = current.get(credentialOf(socket.principal))
      if (!now) close(socket, 'ended')
      else if (!seesTheSame(now, socket.principal)) close(socket, 'changed')
    }
    await checkVisitors(services, [...sockets].filter(isVisitorSocket), close)
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

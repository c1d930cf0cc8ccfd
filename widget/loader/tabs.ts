import type { BaseState, VisitEvent } from '../core.ts'

/** A message from a tab to the others. */
export interface Message {
  /** It came over the socket. */
  event?: VisitEvent
  /** The same in every tab from now on. */
  state?: Partial<BaseState>
  /** The tab that leads checks the connection, and reports its state. */
  wake?: 1
  /** The number of the visitor whom it is about. A tab that knows another one reads everything again. */
  by?: number
}

export type Post = (message: Message) => void

/**
 * Joins the tabs of a site, of which one leads, and all hear each other. On pages without TLS, where there are no locks,
 * each tab leads itself. Returns what tells the others.
 */
export function joinTabs(
  name: string,
  signal: AbortSignal,
  hear: (message: Message) => void,
  lead: () => void,
): Post {
  let channel: BroadcastChannel | null = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => hear(data)
  signal.addEventListener('abort', () => {
    channel?.close()
    channel = null
  })
  if (navigator.locks) {
    const untilEnd = () => {
      lead()
      return new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    navigator.locks.request(name, { signal }, untilEnd).catch(() => {})
  } else lead()
  return (message) => channel?.postMessage(message)
}

import type { BaseState, VisitEvent } from '../core.ts'
import { alone } from './alone.ts'

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

export type Post = (message: Message) => unknown

/**
 * Joins the tabs of a site, of which one leads, and all hear each other. Where there are no locks, each tab
 * leads itself. Returns what tells the others.
 */
export function joinTabs(
  name: string,
  signal: AbortSignal,
  hear: (message: Message) => void,
  lead: () => void,
): Post {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }) => hear(data)
  } catch {
    // Some browsers refuse it where storage is blocked.
  }
  signal.addEventListener('abort', () => channel?.close())
  const untilEnd = () => {
    lead()
    return new Promise((resolve) => signal.addEventListener('abort', resolve))
  }
  alone(name, signal, untilEnd).catch(() => {})
  return (message) => signal.aborted || channel?.postMessage(message)
}

import type { CoreState, VisitEvent } from '../core.ts'
import { toJson } from './to-json.ts'

/** Long enough for every tab to have asked. */
const CLAIM_MS = 5_000

/** What a tab tells the others. */
export interface Message {
  /** It came over the socket. */
  event?: VisitEvent
  /** So it is in every tab from now on. */
  state?: Partial<CoreState>
  connection?: CoreState['connection']
  /** Whoever leads makes sure of the connection, and says how it is. */
  wake?: 1
  /** Everything is to be read again. */
  reload?: 1
}

/** The tabs of a site: one of them leads, and all hear each other. */
export interface Tabs {
  post(message: Message): void
  /** True in one of the tabs that ask with the same key at about the same time. */
  once(key: string): Promise<boolean>
}

interface TabsOptions {
  name: string
  signal: AbortSignal
  onMessage(message: Message): void
  /** This tab leads from now on, until the signal ends it. */
  lead(): void
}

/** Without locks or channels, each tab leads itself. */
export function joinTabs({ name, signal, onMessage, lead }: TabsOptions): Tabs {
  const locks = navigator.locks as LockManager | undefined
  let channel = window.BroadcastChannel ? new BroadcastChannel(name) : null
  if (channel) channel.onmessage = ({ data }) => onMessage(JSON.parse(data))
  signal.addEventListener('abort', () => {
    channel?.close()
    channel = null
  })
  if (locks && channel) {
    const untilEnd = () => {
      lead()
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    }
    locks.request(name, { signal }, untilEnd).catch(() => {})
  } else lead()
  return {
    post: (message) => channel?.postMessage(toJson(message)),
    once: (key) =>
      new Promise((resolve) => {
        if (!locks) return resolve(true)
        void locks.request(`${name}:${key}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null)
          return lock && new Promise((release) => setTimeout(release, CLAIM_MS))
        })
      }),
  }
}

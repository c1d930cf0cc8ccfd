import type { ChannelDirectory } from '../domain/channels/channel-directory.ts'
import { getChannelStatus } from '../domain/channels/get-channel-status.ts'
import { type Bus, topics } from '../events/bus.ts'
import { describeError } from '../process/describe-error.ts'
import type { Logger } from '../process/logger.ts'
import type { Presence } from './presence.ts'

/** Changes are announced immediately; this is for announcements that did not arrive. */
const EVERY_MS = 5_000
/** Simultaneous changes are read once. */
const SOON_MS = 100

interface WidgetStatusOptions {
  channels: ChannelDirectory
  presence: Presence
  bus: Bus
  log: Logger
}

/** Says whether somebody is available, and whether messages are accepted at all. */
export interface Status {
  online: boolean
  paused: boolean
}

interface WatchedWidget {
  status: Status | null
  listeners: Set<(status: Status) => void>
}

/**
 * Whether somebody is available for the widgets whose visitors are connected to this process. It checks once per
 * widget, not per visitor.
 */
export class WidgetStatus {
  readonly #options: WidgetStatusOptions
  readonly #watched = new Map<string, WatchedWidget>()
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #unsubscribe: (() => void)[] = []

  constructor(options: WidgetStatusOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { bus } = this.#options
    this.#unsubscribe = await Promise.all([
      bus.subscribe(topics.presence, () => this.#lookSoon()),
      bus.subscribe(topics.channels, () => this.#lookSoon()),
    ])
    this.#timer = setInterval(() => this.#look(), EVERY_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#soon)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** Sends the status of the widget, soon or immediately, and whenever it changes. */
  follow(channelId: string, listener: (status: Status) => void): () => void {
    const watched: WatchedWidget = this.#watched.get(channelId) ?? { status: null, listeners: new Set() }
    this.#watched.set(channelId, watched)
    watched.listeners.add(listener)
    if (watched.status === null) this.#lookSoon()
    else listener(watched.status)
    return () => {
      watched.listeners.delete(listener)
      if (watched.listeners.size === 0 && this.#watched.get(channelId) === watched)
        this.#watched.delete(channelId)
    }
  }

  /** Whether the status has been checked since somebody began to follow it. */
  knows(channelId: string): boolean {
    return (this.#watched.get(channelId)?.status ?? null) !== null
  }

  #lookSoon(): void {
    if (this.#watched.size === 0) return
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      this.#look()
    }, SOON_MS)
  }

  #look(): void {
    for (const [channelId, watched] of this.#watched) {
      this.#compare(channelId, watched).catch((error) =>
        this.#options.log.warn({ reason: describeError(error).reason }, 'the status of a widget is unknown'),
      )
    }
  }

  async #compare(channelId: string, watched: WatchedWidget): Promise<void> {
    const { channels, presence } = this.#options
    const channel = await channels.widgetOf({ channelId })
    const online = channel !== null && (await getChannelStatus({ presence }, channel)) === 1
    const before = watched.status
    const status = { online, paused: channel?.paused ?? false }
    watched.status = status
    // The first check is sent, too: the status may have changed since they read it themselves.
    if (before?.online === online && before.paused === status.paused) return
    for (const listen of watched.listeners) listen(status)
  }
}

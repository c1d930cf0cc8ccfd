import { claim } from '../../../../widget/actions/claim.ts'
import { canChime, playChime } from '../../browser/chime.ts'
import { desktopPermission } from '../../browser/desktop-permission.svelte.ts'
import { holdFront, isAnotherInFront } from '../../browser/front-tab.ts'
import favicon from '../../favicon.svg'
import type { NotificationKind, NotificationSettings } from '../../graphql/notification-settings.ts'
import { preferences } from '../preferences.svelte.ts'
import { isQuiet } from './is-quiet.ts'

const SOUND_AT_MOST_EVERY_MS = 1_200

export interface Alert {
  /** What it tells of: the person has chosen what they want to hear of. */
  about: NotificationKind
  kind: 'chat' | 'message' | 'call'
  title: string
  body: string
  /** A newer notification about the same thing replaces the older one. */
  tag: string
  /** What it is about and what has happened: the same in every tab, and no other notification has it. */
  key: string
  /** The operator is looking at it in this tab: no tab notifies them. */
  isSeen?: boolean
  icon: string | null
  onOpen: () => void
}

type Sounding = Pick<Alert, 'key' | 'kind'>

/** Getting an operator's attention: sound, the desktop, and a line for screen readers. */
export class Notifier {
  #spoken = $state('')
  #soundedAt = 0
  /** By their tags. */
  readonly #shown = new Map<string, Notification>()
  readonly #settings: () => NotificationSettings
  readonly #stopped = new AbortController()
  /** What the tab in front may not sound yet, and so another does. */
  #unsounded: BroadcastChannel | null = null

  constructor(settings: () => NotificationSettings) {
    this.#settings = settings
  }

  /** The next announcement for screen readers. */
  get spoken() {
    return this.#spoken
  }

  /** Whether to ask about desktop notifications: only by a bar, and until it was answered once. */
  get shouldAsk(): boolean {
    return desktopPermission.state === 'default' && !preferences.desktopDismissed
  }

  /** Whether anything announces it now, other than the line for screen readers. */
  isWanted(about: NotificationKind): boolean {
    return this.#waysOf(about).length > 0
  }

  /** Whether the person wants to hear of what others answer on this channel, if of any. */
  isWatched(channelId: string): boolean {
    return this.#settings().channelIds?.includes(channelId) ?? true
  }

  /** Takes a notification away that this tab shows, because it is no longer true. */
  withdraw(tag: string): void {
    this.#shown.get(tag)?.close()
  }

  say(text: string): void {
    // The same text twice would not be spoken: a zero-width space makes it another one.
    this.#spoken = this.#spoken === text ? `${text}\u200b` : text
  }

  start(): void {
    holdFront(this.#stopped.signal)
    this.#unsounded = new BroadcastChannel('switchboard.unsounded')
    this.#unsounded.onmessage = ({ data }: MessageEvent<Sounding>) => void this.#sound(data)
  }

  stop(): void {
    this.#stopped.abort()
    this.#unsounded?.close()
    this.#unsounded = null
  }

  /**
   * Every tab hears of every event, but only one sounds and only one shows a notification: the one in front, if any, and
   * otherwise one that can.
   */
  async notify(alert: Alert): Promise<void> {
    const { about, kind, key, isSeen = false } = alert
    if (isSeen || !this.isWanted(about)) return
    const isInFront = document.hasFocus()
    if (!isInFront && (await isAnotherInFront())) return
    const ways = this.#waysOf(about)
    if (ways.includes('SOUND')) {
      const sounding = { key, kind }
      if (isInFront && !canChime()) this.#unsounded?.postMessage(sounding)
      else void this.#sound(sounding)
    }
    const isShown = !isInFront && ways.includes('DESKTOP') && desktopPermission.state === 'granted'
    if (isShown && (await claim(`switchboard.show.${key}`))) this.#show(alert)
  }

  #waysOf(about: NotificationKind) {
    const { choices, quietHours } = this.#settings()
    if (isQuiet(quietHours, new Date())) return []
    return choices.find(({ kind }) => kind === about)?.ways ?? []
  }

  #show(alert: Alert): void {
    const { title, body, tag } = alert
    const shown = desktopPermission.show(title, { body, tag, icon: alert.icon ?? favicon, silent: true })
    if (!shown) return
    this.#shown.set(tag, shown)
    shown.onclose = () => {
      if (this.#shown.get(tag) === shown) this.#shown.delete(tag)
    }
    shown.onclick = () => {
      window.focus()
      alert.onOpen()
      shown.close()
    }
  }

  async #sound({ key, kind }: Sounding): Promise<void> {
    if (!canChime() || !(await claim(`switchboard.sound.${key}`))) return
    const now = Date.now()
    if (!preferences.sound || now - this.#soundedAt < SOUND_AT_MOST_EVERY_MS) return
    this.#soundedAt = now
    playChime(kind, this.#settings().sound)
  }
}

export function createNotifier(settings: () => NotificationSettings): Notifier {
  return new Notifier(settings)
}

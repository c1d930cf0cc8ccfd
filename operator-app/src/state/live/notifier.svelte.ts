import { claim } from '../../../../widget/actions/claim.ts'
import { canChime, playChime } from '../../browser/chime.ts'
import { desktopPermission } from '../../browser/desktop-permission.svelte.ts'
import favicon from '../../favicon.svg'
import type { NotificationKind, NotificationSettings } from '../../graphql/notification-settings.ts'
import { preferences } from '../preferences.svelte.ts'
import { isQuiet } from './is-quiet.ts'

const SOUND_AT_MOST_EVERY_MS = 1_200

/** How long a tab in the background leaves a notification to the one in front. */
const FRONT_FIRST_MS = 200

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

/** Getting an operator's attention: sound, the desktop, and a line for screen readers. */
export class Notifier {
  #spoken = $state('')
  #soundedAt = 0
  /** By their tags. */
  readonly #shown = new Map<string, Notification>()
  readonly #settings: () => NotificationSettings

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

  /** Whether anything tells of it now, other than the line for screen readers. */
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

  /**
   * Every tab hears of every event, but only one sounds and only one shows a notification: the one in front, if any, and
   * otherwise one that can.
   */
  async notify(alert: Alert): Promise<void> {
    const { about, kind, key, isSeen = false } = alert
    if (!this.isWanted(about)) return
    if (!document.hasFocus()) await new Promise((done) => setTimeout(done, FRONT_FIRST_MS))
    const ways = this.#waysOf(about)
    // What is seen is claimed, so that no other tab notifies of it.
    if (
      (isSeen || canChime()) &&
      (await claim(`switchboard.sound.${key}`)) &&
      !isSeen &&
      ways.includes('SOUND')
    )
      this.#sound(kind)
    const isNoticed = isSeen || document.hasFocus()
    if (
      (isNoticed || desktopPermission.state === 'granted') &&
      (await claim(`switchboard.show.${key}`)) &&
      !isNoticed &&
      ways.includes('DESKTOP')
    )
      this.#show(alert)
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

  #sound(kind: Alert['kind']): void {
    const now = Date.now()
    if (!preferences.sound || now - this.#soundedAt < SOUND_AT_MOST_EVERY_MS) return
    this.#soundedAt = now
    playChime(kind, this.#settings().sound)
  }
}

export function createNotifier(settings: () => NotificationSettings): Notifier {
  return new Notifier(settings)
}

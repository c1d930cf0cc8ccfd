import { claim } from '../../../../widget/actions/claim.ts'
import { canChime, playChime } from '../../browser/chime.ts'
import { desktopPermission } from '../../browser/desktop-permission.svelte.ts'
import favicon from '../../favicon.svg'
import { preferences } from '../preferences.svelte.ts'

const SOUND_AT_MOST_EVERY_MS = 1_200

/** How long a tab in the background leaves a notification to the one in front. */
const FRONT_FIRST_MS = 200

export interface Alert {
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

  /** The next announcement for screen readers. */
  get spoken() {
    return this.#spoken
  }

  /** Whether to ask about desktop notifications: only by a bar, and until it was answered once. */
  get shouldAsk(): boolean {
    return desktopPermission.state === 'default' && !preferences.desktopDismissed
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
    if (!document.hasFocus()) await new Promise((done) => setTimeout(done, FRONT_FIRST_MS))
    const { kind, key, isSeen = false } = alert
    // What is seen is claimed, so that no other tab notifies of it.
    if ((isSeen || canChime()) && (await claim(`switchboard.sound.${key}`)) && !isSeen) this.#sound(kind)
    const isNoticed = isSeen || document.hasFocus()
    if (
      (isNoticed || desktopPermission.state === 'granted') &&
      (await claim(`switchboard.show.${key}`)) &&
      !isNoticed
    )
      this.#show(alert)
  }

  #show(alert: Alert): void {
    const { title, body, tag } = alert
    const shown = desktopPermission.show(title, { body, tag, icon: alert.icon ?? favicon, silent: true })
    if (!shown) return
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
    playChime(kind)
  }
}

export function createNotifier(): Notifier {
  return new Notifier()
}

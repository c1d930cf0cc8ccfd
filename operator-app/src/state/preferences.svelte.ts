import { readStored, whenStored, writeStored } from '../browser/storage.ts'

export type Theme = 'system' | 'light' | 'dark'

/** A person's choices for this browser; separate because they are not stored in the account. */
class Preferences {
  #theme = $state<Theme>(readStored('theme', 'system'))
  #sound = $state(readStored('sound', true))
  #singleKeys = $state(readStored('single-keys', true))
  #visitorPane = $state(readStored('visitor-pane', true))
  #viewsPane = $state(readStored('views-pane', false))
  #desktopDismissed = $state(readStored('desktop-dismissed', false))

  /** Follows what is chosen in other tabs; only panes are each tab's own. */
  follow(signal: AbortSignal): void {
    whenStored(signal, (key) => {
      if (key === 'theme') this.#showTheme(readStored('theme', 'system'))
      if (key === 'sound') this.#sound = readStored('sound', true)
      if (key === 'single-keys') this.#singleKeys = readStored('single-keys', true)
      if (key === 'desktop-dismissed') this.#desktopDismissed = readStored('desktop-dismissed', false)
    })
  }

  get theme() {
    return this.#theme
  }

  set theme(theme: Theme) {
    writeStored('theme', theme === 'system' ? undefined : theme)
    this.#showTheme(theme)
  }

  get sound() {
    return this.#sound
  }

  set sound(on: boolean) {
    this.#sound = on
    writeStored('sound', on)
  }

  /** Whether shortcuts of one key work; some input methods and speech software need them off. */
  get singleKeys() {
    return this.#singleKeys
  }

  set singleKeys(on: boolean) {
    this.#singleKeys = on
    writeStored('single-keys', on)
  }

  get visitorPane() {
    return this.#visitorPane
  }

  set visitorPane(shown: boolean) {
    this.#visitorPane = shown
    writeStored('visitor-pane', shown)
  }

  /** Whether the list of views stays open beside the chats. */
  get viewsPane() {
    return this.#viewsPane
  }

  set viewsPane(shown: boolean) {
    this.#viewsPane = shown
    writeStored('views-pane', shown)
  }

  /** Whether the question about desktop notifications was answered with "not now". */
  get desktopDismissed() {
    return this.#desktopDismissed
  }

  set desktopDismissed(dismissed: boolean) {
    this.#desktopDismissed = dismissed
    writeStored('desktop-dismissed', dismissed)
  }

  #showTheme(theme: Theme): void {
    this.#theme = theme
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
}

export const preferences = new Preferences()

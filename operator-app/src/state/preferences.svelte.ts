import { readStored, writeStored } from '../browser/storage.ts'

export type Theme = 'system' | 'light' | 'dark'

/** A person's choices for this browser; separate because they are not stored in the account. */
class Preferences {
  #theme = $state<Theme>(readStored('theme', 'system'))
  #sound = $state(readStored('sound', true))
  #singleKeys = $state(readStored('single-keys', true))
  #visitorPane = $state(readStored('visitor-pane', true))
  #desktopDismissed = $state(readStored('desktop-dismissed', false))

  get theme() {
    return this.#theme
  }

  set theme(theme: Theme) {
    this.#theme = theme
    writeStored('theme', theme === 'system' ? undefined : theme)
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
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

  /** Whether the question about desktop notifications was answered with "not now". */
  get desktopDismissed() {
    return this.#desktopDismissed
  }

  set desktopDismissed(dismissed: boolean) {
    this.#desktopDismissed = dismissed
    writeStored('desktop-dismissed', dismissed)
  }
}

export const preferences = new Preferences()

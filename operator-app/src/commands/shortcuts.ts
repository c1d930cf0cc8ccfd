import { isComposing } from '../../../widget/is-composing.ts'
import { router } from '../browser/router.svelte.ts'
import { isTyping, KeyMatcher, nameKey, WORD_GAP_MS } from '../browser/shortcut-keys.ts'
import { dialogs } from '../state/dialogs.svelte.ts'
import { preferences } from '../state/preferences.svelte.ts'
import type { Command } from './command.ts'

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock']

/** Runs commands by their keys. Returns how to stop. */
export function listenToShortcuts(commands: readonly Command[]): () => void {
  const matcher = new KeyMatcher()
  let waiting: ReturnType<typeof setTimeout> | undefined
  const listener = (event: KeyboardEvent) => {
    if (MODIFIERS.includes(event.key) || event.repeat) return repeat(event, commands)
    clearTimeout(waiting)
    if (isTyping(event.target)) matcher.typed(nameKey(event), event.timeStamp)
    if (event.defaultPrevented || isComposing(event) || event.altKey) return
    const pressed = nameKey(event)
    if (!isAllowed(event.target, pressed)) {
      // The browser's own action for such a key would leave the dialog: Ctrl+K goes to the address bar.
      if (pressed.startsWith('mod+') && commands.some(({ keys }) => keys.includes(pressed)))
        event.preventDefault()
      return
    }
    // A capital letter is the beginning of a sentence.
    const available = isCapital(event) ? [] : commands.filter((command) => command.isAvailable())
    const found = matcher.match(pressed, available, event.timeStamp)
    if (!found) return
    event.preventDefault()
    if (found.waits) waiting = runLater(found.shortcut, pressed)
    else found.shortcut.run()
  }
  addEventListener('keydown', listener)
  return () => {
    clearTimeout(waiting)
    removeEventListener('keydown', listener)
  }
}

/** A key that is held down moves on through the list, and repeats nothing else. */
function repeat(event: KeyboardEvent, commands: readonly Command[]): void {
  const pressed = nameKey(event)
  const command = commands.find(({ repeats, keys }) => repeats && keys.includes(pressed))
  if (event.defaultPrevented || !command?.isAvailable() || !isAllowed(event.target, pressed)) return
  event.preventDefault()
  command.run()
}

/** Runs it once no word can follow, if it is still meant: in the same place, and nothing is typed by then. */
function runLater(command: Command, pressed: string): ReturnType<typeof setTimeout> {
  const { page } = router
  return setTimeout(() => {
    const isMeant = router.page === page && isAllowed(document.activeElement, pressed)
    if (isMeant && command.isAvailable()) command.run()
  }, WORD_GAP_MS)
}

function isCapital(event: KeyboardEvent): boolean {
  return event.shiftKey && /^\p{L}$/u.test(event.key)
}

function isAllowed(target: EventTarget | null, pressed: string): boolean {
  if (dialogs.isAnyOpen || document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]'))
    return false
  if (pressed.startsWith('mod+')) return true
  if (isTyping(target)) return false
  if (pressed === 'Escape') return true
  const isOnControl =
    target instanceof Element && target.matches('button, a:not([aria-current="true"]), summary, audio, video')
  if (isOnControl && (pressed === 'Enter' || pressed === ' ')) return false
  return preferences.singleKeys
}

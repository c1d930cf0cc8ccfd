import type { Command } from './commands.ts'
import { dialogs } from './dialogs.svelte.ts'
import { preferences } from './preferences.svelte.ts'
import { createKeyMatcher, isTyping, nameKey } from './shortcut-keys.ts'

/** Runs commands by their keys. Returns how to stop. */
export function listenToShortcuts(commands: readonly Command[]): () => void {
  const match = createKeyMatcher()
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    const pressed = nameKey(event)
    if (!isAllowed(event, pressed)) return
    const available = commands.filter((command) => command.isAvailable())
    const keys = match(
      pressed,
      available.flatMap((command) => command.keys),
      event.timeStamp,
    )
    const command = keys === null ? undefined : available.find((other) => other.keys.includes(keys))
    if (!command) return
    event.preventDefault()
    command.run()
  }
  addEventListener('keydown', listener)
  return () => removeEventListener('keydown', listener)
}

function isAllowed(event: KeyboardEvent, pressed: string): boolean {
  if (pressed.startsWith('mod+')) return true
  if (dialogs.isAnyOpen || document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]'))
    return false
  if (isTyping(event.target)) return false
  if (pressed === 'Escape') return true
  const isOnControl =
    event.target instanceof Element &&
    event.target.matches('button, a:not([aria-current="true"]), summary, audio, video')
  if (isOnControl && (pressed === 'Enter' || pressed === ' ')) return false
  return preferences.singleKeys
}

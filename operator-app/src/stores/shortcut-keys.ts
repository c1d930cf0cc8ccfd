/** A shortcut as it is written: `j`, `g w`, `mod+k`, `?`, `Escape`. `mod` is Cmd on a Mac, else Ctrl. */
export type Keys = string

const SEQUENCE_WITHIN_MS = 1_200

export const isMac = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '')

/** Whether a key press goes into a field, where single keys are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]')
}

/** What a key press is called in `Keys`. */
export function nameKey(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return mod ? `mod+${key}` : key
}

/** The parts of a shortcut as they stand on keycaps. */
export function describeKeys(keys: Keys): string[] {
  const names: Record<string, string> = {
    mod: isMac ? '⌘' : 'Ctrl',
    Enter: '↵',
    Escape: 'Esc',
    ArrowDown: '↓',
    ArrowUp: '↑',
  }
  return keys.split(/[ +]/).map((part) => names[part] ?? part.toUpperCase())
}

/** Follows key presses and says which shortcut they complete, also one of two keys in a row. */
export function createKeyMatcher(): (pressed: string, known: readonly Keys[], now: number) => Keys | null {
  let earlier: { key: string; at: number } | null = null
  return (pressed, known, now) => {
    const sequence = earlier && now - earlier.at < SEQUENCE_WITHIN_MS ? `${earlier.key} ${pressed}` : null
    earlier = null
    if (sequence && known.includes(sequence)) return sequence
    if (known.some((keys) => keys.startsWith(`${pressed} `))) earlier = { key: pressed, at: now }
    return known.includes(pressed) ? pressed : null
  }
}

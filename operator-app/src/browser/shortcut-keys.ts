/** A shortcut as it is written: `j`, `g w`, `mod+k`, `?`, `Escape`. `mod` is Cmd on a Mac, else Ctrl. */
export type Keys = string

const SEQUENCE_WITHIN_MS = 1_200
/** Nobody uses two shortcuts within such a short time, except when typing. */
export const WORD_GAP_MS = 500

const isMac = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '')

/** Whether a key press goes into a field, where single keys are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]')
}

/** The name of a key press in `Keys`. */
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

/** What a key press can run. */
export interface Shortcut {
  keys: readonly Keys[]
  /** Whether it changes something, so that it must not happen by mistake. */
  isGrave: boolean
  /** Whether it only goes somewhere, so that it may be pressed fast. */
  isMove: boolean
}

interface Match<Found> {
  shortcut: Found
  /** It must wait for WORD_GAP_MS, and is not meant when another key follows within that time. */
  waits: boolean
}

/**
 * Follows key presses and says which shortcut they complete, also one of two keys in a row. Letters that follow each other
 * closely are a word that somebody types without seeing that no field has the focus; none of them is a shortcut, and the
 * first one only counts when no other follows, unless all of them are moves.
 */
export class KeyMatcher {
  #earlier: { key: string; at: number } | null = null
  #last: { at: number; isMove: boolean } | null = null

  /** What a key runs that was pressed outside of fields. */
  match<Found extends Shortcut>(pressed: string, known: readonly Found[], now: number): Match<Found> | null {
    const isSign = [...pressed].length === 1
    const follows = this.#last !== null && now - this.#last.at < WORD_GAP_MS
    const isFirst = known.some(({ keys }) => keys.some((each) => each.startsWith(`${pressed} `)))
    const earlier = this.#earlier
    const sequence = earlier && now - earlier.at < SEQUENCE_WITHIN_MS ? `${earlier.key} ${pressed}` : null
    const find = (wanted: Keys | null) => known.find(({ keys }) => wanted !== null && keys.includes(wanted))
    const shortcut = find(sequence) ?? find(pressed)
    const isMove = shortcut ? shortcut.isMove : isFirst
    // A line that is ended with Enter is no answer to the chat; Enter right after a move opens what it came to.
    const isWord = follows && !(this.#last?.isMove && (isMove || pressed === 'Enter'))
    this.#earlier = isFirst && !isWord && find(sequence) === undefined ? { key: pressed, at: now } : null
    if (isSign) this.#last = { at: now, isMove: isMove && !isWord }
    if (!shortcut || (isWord && (isSign || pressed === 'Enter'))) return null
    return { shortcut, waits: shortcut.isGrave && /^\p{L}$/u.test(pressed) }
  }

  /** A key that went into a field: a field that loses the focus in the middle of a word does not make a shortcut of its rest. */
  typed(pressed: string, now: number): void {
    const isSign = [...pressed].length === 1
    this.#earlier = null
    this.#last = isSign ? { at: now, isMove: false } : null
  }
}

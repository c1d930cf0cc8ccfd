/** What opens a list of suggestions: the sign, and how what follows it may look. */
const TRIGGERS = {
  // Several words, so that a longer text that merely contains a slash is not taken for a search for ever.
  '/': /(?:^|\s)\/((?:[^\s/]+ ){0,3}[^\s/]*)$/u,
  ':': /(?:^|\s):([\p{L}\p{N}_+-]{2,})$/u,
}

export type Sign = keyof typeof TRIGGERS

/** What was typed to be completed. */
export interface Trigger {
  sign: Sign
  typed: string
  /** Where the sign stands, and where what was typed ends. */
  start: number
  end: number
}

/** What stands before the caret to be completed, at the start of the text or after a space. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret)
  for (const [sign, pattern] of Object.entries(TRIGGERS) as [Sign, RegExp][]) {
    const typed = pattern.exec(before)?.[1]
    if (typed !== undefined) return { sign, typed, start: caret - typed.length - 1, end: caret }
  }
  return null
}

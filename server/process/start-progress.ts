/** What a start is doing, for whoever waits for it. */
export interface StartProgress {
  show(step: string): void
  /** Removes what was shown. */
  clear(): void
}

/** Begins the line again and empties it. */
const EMPTY_LINE = '\r\x1b[K'

/** At a terminal one line, which is replaced by the next; elsewhere nothing, because output is a log there. */
export function createStartProgress(out: NodeJS.WriteStream = process.stdout): StartProgress {
  if (!out.isTTY) return { show: () => {}, clear: () => {} }
  return {
    show: (step) => void out.write(`${EMPTY_LINE}${step} …`),
    clear: () => void out.write(EMPTY_LINE),
  }
}

const PREFIX = 'switchboard.'

/** Reads a value kept in this browser; `fallback` when there is none or storage is blocked. */
export function readStored<Value>(key: string, fallback: Value): Value {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? fallback : (JSON.parse(text) as Value)
  } catch {
    return fallback
  }
}

/** Keeps a value in this browser; `undefined` forgets it. Does nothing when storage is blocked or full. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // A convenience only: the app works without it.
  }
}

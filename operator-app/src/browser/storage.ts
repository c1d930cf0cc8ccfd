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

/** Keeps a value in this browser; `undefined` forgets it. False when storage is blocked or full, which changes nothing. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** The keys under which something is kept that start so; none when storage is blocked. */
export function storedKeys(start: string): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + start))
    return keys.map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}

/** Tells what other tabs keep and forget. */
export function whenStored<Value>(
  signal: AbortSignal,
  hear: (key: string, value: Value | undefined) => void,
): void {
  const read = ({ key, newValue }: StorageEvent) => {
    if (!key?.startsWith(PREFIX)) return
    hear(key.slice(PREFIX.length), newValue === null ? undefined : (JSON.parse(newValue) as Value))
  }
  addEventListener('storage', read, { signal })
}

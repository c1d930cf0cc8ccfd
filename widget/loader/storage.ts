/** What the widget keeps in the site's storage, under names of its own; in memory where storage is blocked or full. */
export interface Storage {
  get(name: string): string | null
  set(name: string, value: string | null): void
}

/** The property itself is read within the guard: it throws where cookies are blocked. */
export function createStorage(widgetId: string, kind: 'localStorage' | 'sessionStorage'): Storage {
  const memory = new Map<string, string>()
  const keyOf = (name: string) => `svc:${widgetId}:${name}`
  return {
    get(name) {
      try {
        return memory.get(name) ?? window[kind].getItem(keyOf(name))
      } catch {
        return null
      }
    },
    set(name, value) {
      memory.delete(name)
      try {
        if (value === null) window[kind].removeItem(keyOf(name))
        else window[kind].setItem(keyOf(name), value)
      } catch {
        if (value !== null) memory.set(name, value)
      }
    },
  }
}

/**
 * Calls `act` while no other tab does so with this name. Where there are no locks, as on pages without TLS and where storage
 * is blocked, it is called at once. Rejects when the signal comes before its turn.
 */
export async function alone(name: string, signal: AbortSignal, act: () => unknown): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, act)
  } catch (error) {
    if (signal.aborted) throw error
    await act()
  }
}

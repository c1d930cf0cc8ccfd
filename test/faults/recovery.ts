import type { Cluster } from './machines/cluster.ts'
import type { Ledger } from './traffic/ledger.ts'
import { holdsWithin } from './wait.ts'

/** Whoever has a fault behind them works again after this long, on a machine that is busy. */
const LIMIT_MS = 90_000

/**
 * Waits until every process is ready, and what visitors write afterwards comes to every screen. Resolves with the
 * milliseconds that it took, or with null when it takes too long.
 */
export async function measureRecovery(cluster: Cluster, ledger: Ledger): Promise<number | null> {
  const startedAt = performance.now()
  const before = new Set(ledger.written.keys())
  const works = async () => {
    const ready = await Promise.all(cluster.nodes.map((node) => node.process.isReady()))
    if (ready.includes(false)) return false
    const since = [...ledger.written].filter(([text]) => !before.has(text))
    return since.some(([, { id }]) => id !== null && ledger.shown.every((shown) => shown.has(id)))
  }
  return (await holdsWithin(LIMIT_MS, works)) ? performance.now() - startedAt : null
}

import type { Services } from '../services.ts'

/** Updates the gauges that this process knows by itself. */
export function measureProcess({
  metrics,
  pool,
  hub,
  presence,
  visitorPresence,
  fileWorkers,
}: Services): void {
  metrics.databaseConnections.set({ state: 'total' }, pool.totalCount)
  metrics.databaseConnections.set({ state: 'idle' }, pool.idleCount)
  metrics.databaseConnections.set({ state: 'waiting' }, pool.waitingCount)
  metrics.hubLag.set(hub.lagMs / 1000)
  metrics.followedAccounts.set(hub.accountCount)
  metrics.present.set({ kind: 'operator' }, presence.ownCount)
  metrics.present.set({ kind: 'visitor' }, visitorPresence.ownCount)
  metrics.filesWaiting.set(fileWorkers.waitingCount)
}

import { type ReplicatedPostgres, startReplicatedPostgres } from '../../support/replica.ts'

/** A PostgreSQL, and one that has everything that it has committed. */
export interface PostgresPair extends Omit<ReplicatedPostgres, 'replicaUrl' | 'stopReplica'> {
  /** Whether the other one can still take its place. */
  readonly canFailOver: boolean
}

const SETTINGS = {
  full_page_writes: 'off',
  max_connections: '200',
  wal_retrieve_retry_interval: '200ms',
}

export async function startPostgresPair(): Promise<PostgresPair> {
  // A commit is answered when the other one has it: what is promised has to survive the loss of either.
  const pair = await startReplicatedPostgres(SETTINGS, { synchronous_standby_names: '*' })
  let canFailOver = true
  return {
    get url() {
      return pair.url
    },
    get canFailOver() {
      return canFailOver
    },
    kill: () => pair.kill(),
    restart: () => pair.restart(),
    async failOver() {
      canFailOver = false
      await pair.failOver()
    },
    stop: () => pair.stop(),
  }
}

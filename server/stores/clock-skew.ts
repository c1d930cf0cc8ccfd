import type { Client } from 'pg'

/** Clocks that differ by less do no harm. */
const HARMLESS_MS = 2_000

/** How far the clock of this machine is ahead of that of the database, in milliseconds; negative when it is behind. */
export async function measureSkew(client: Client): Promise<number> {
  const before = Date.now()
  const { rows } = await client.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
  )
  return Math.round((before + Date.now()) / 2 - (rows[0]?.now ?? 0))
}

/** Which clock is ahead; undefined when they agree. */
export function describeSkew(aheadMs: number): string | undefined {
  const skewMs = Math.abs(aheadMs)
  if (skewMs < HARMLESS_MS) return undefined
  return `The clock of this machine is ${(skewMs / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database.`
}

import type { Pool } from '../../server/database/client.ts'

interface Asked {
  text: string
  values: unknown[]
}

/** A pool that notes the statements which pass it, with their values, so that they can be explained afterwards. */
export function recordingPool(pool: Pool): { asked: Asked[]; spy: Pool } {
  const asked: Asked[] = []
  const query = (statement: Asked) => {
    asked.push(statement)
    return pool.query(statement)
  }
  return { asked, spy: { query } as unknown as Pool }
}

import type { Services } from '../services.ts'

/** How long a store may take to answer before it counts as unavailable (milliseconds). */
const LIMIT_MS = 2_000

type StoreState = 'ok' | 'away'

/** What `/readyz` reports about the stores. Without REDIS_URL there is no `redis`. */
export interface StoreStates {
  postgresql: StoreState
  redis?: StoreState
}

/** Returns a function that checks the stores. While one hangs, everyone who asks shares it. */
export function createStoreCheck({ pool, redis }: Services): () => Promise<StoreStates> {
  // A connection that does not answer in time is ended, so that the next check gets another one.
  const statement = { text: 'SELECT 1', query_timeout: LIMIT_MS }
  const postgresql = asked(() => pool.query<{ one: number }>(statement))
  const ping = redis && asked(() => redis.ping())
  return async () => {
    const [postgresqlState, redisState] = await Promise.all([postgresql(), ping?.()])
    return { postgresql: postgresqlState, ...(redisState && { redis: redisState }) }
  }
}

function asked(ask: () => PromiseLike<unknown>): () => Promise<StoreState> {
  let running: Promise<StoreState> | undefined
  return () => {
    running ??= settled(ask).finally(() => {
      running = undefined
    })
    return Promise.race([running, away()])
  }
}

async function settled(ask: () => PromiseLike<unknown>): Promise<StoreState> {
  try {
    await ask()
    return 'ok'
  } catch {
    return 'away'
  }
}

function away(): Promise<StoreState> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('away'), LIMIT_MS).unref()
  })
}

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
export function createStoreCheck({ db, redis }: Services): () => Promise<StoreStates> {
  const postgresql = asked(() => db.$queryRaw`SELECT 1`)
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

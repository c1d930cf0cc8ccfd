import { pushNews } from '../domain/notifications/push/push-news.ts'
import { routeChats } from '../domain/routing/route-chats.ts'
import { describeError } from '../process/describe-error.ts'
import type { Services } from '../services.ts'

/** Nobody notices a second, and a round that has nothing to do is one or two small queries. */
const EVERY_MS = 1_000

interface Round {
  run(services: Services): Promise<void>
  /** What the log says when it fails; the next round tries again. */
  failure: string
}

const rounds: Round[] = [
  { run: routeChats, failure: 'waiting chats cannot be routed at the moment' },
  { run: pushNews, failure: 'push notifications cannot be made at the moment' },
]

/** Does everything that a worker looks for each second. Returns how to stop. */
export function keepRounds(services: Services): () => Promise<void> {
  const stops = rounds.map((round) => keepRound(services, round))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** A round that takes longer than a second delays the next one of its kind: two never run at a time. */
function keepRound(services: Services, { run, failure }: Round): () => Promise<void> {
  let current: Promise<void> | undefined
  const timer = setInterval(() => {
    current ??= run(services)
      .catch((error) => services.log.warn(describeError(error), failure))
      .finally(() => {
        current = undefined
      })
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await current
  }
}

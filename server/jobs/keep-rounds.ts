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
  /** How many may run at a time. While as many take longer than a second, none begins. */
  atOnce: number
}

function roundsOfProcess(): Round[] {
  const underWay = new Set<string>()
  return [
    {
      run: (services) => routeChats(services, underWay),
      failure: 'waiting chats cannot be routed at the moment',
      atOnce: 4,
    },
    { run: pushNews, failure: 'push notifications cannot be made at the moment', atOnce: 1 },
  ]
}

/** Does everything that a worker looks for each second. Returns how to stop. */
export function keepRounds(services: Services): () => Promise<void> {
  const stops = roundsOfProcess().map((round) => keepRound(services, round))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function keepRound(services: Services, { run, failure, atOnce }: Round): () => Promise<void> {
  const current = new Set<Promise<void>>()
  const timer = setInterval(() => {
    if (current.size === atOnce) return
    const round = run(services)
      .catch((error) => services.log.warn(describeError(error), failure))
      .finally(() => current.delete(round))
    current.add(round)
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(current)
  }
}

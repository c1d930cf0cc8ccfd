import { describeError } from '../../process/describe-error.ts'
import type { Services } from '../../services.ts'
import { routeChats } from './route-chats.ts'

/** A visitor does not notice a second, and where no channel routes, a round is one small query. */
const EVERY_MS = 1_000

/** Routes waiting chats again and again, one round after the other. Returns how to stop. */
export function keepRouting(services: Services): () => Promise<void> {
  let round: Promise<void> | undefined
  const timer = setInterval(() => {
    round ??= routeChats(services)
      .catch((error) =>
        services.log.warn(describeError(error), 'waiting chats cannot be routed at the moment'),
      )
      .finally(() => {
        round = undefined
      })
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await round
  }
}

import { describeError } from '../../../process/describe-error.ts'
import type { Services } from '../../../services.ts'
import { pushNews } from './push-news.ts'

const EVERY_MS = 1_000

/** Pushes what is new again and again, one round after the other. Returns how to stop. */
export function keepPushing(services: Services): () => Promise<void> {
  let round: Promise<void> | undefined
  const timer = setInterval(() => {
    round ??= pushNews(services)
      .catch((error) =>
        services.log.warn(describeError(error), 'push notifications cannot be made at the moment'),
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

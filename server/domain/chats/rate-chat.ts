import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { type RatingOfChat, storeRating } from './store-rating.ts'

/**
 * Stores the visitor's rating of their chat, while it is open or afterwards (contract 2.7: `rate`). The last
 * rating counts. Comments are cut to 1000 characters; without one, an earlier comment is kept. Throws
 * `not_found` for somebody else's chat.
 */
export function rateChat(services: Services, input: RatingOfChat): Promise<Chat> {
  return transact(services, (work) => storeRating(work, input))
}

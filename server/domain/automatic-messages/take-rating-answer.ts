import { DAY_MS, MINUTE_MS } from '../../durations.ts'
import type { Work } from '../../events/transact.ts'
import type { Visitor } from '../../generated/prisma/client.ts'
import { CURRENT_FIRST } from '../chats/current-first.ts'
import { storeRating } from '../chats/store-rating.ts'
import type { VisitorMessage } from '../messages/visitor-message.ts'
import { readRating } from './rating-choices.ts'

/** How long a rating request waits for its answer. */
const WAITS_MS = DAY_MS
/** For how long the same answer again is a request that was repeated because its answer was lost. */
const REPEATED_MS = 10 * MINUTE_MS

/**
 * Whether the message answers the rating request of the visitor's last chat, which is closed; the chat is rated then. The
 * first answer counts; a repetition of it changes nothing, and must not open a chat either. The visitor is locked, so that
 * the chat stays their last.
 */
export async function takeRatingAnswer(
  work: Work,
  { channel, draft }: VisitorMessage,
  { id: visitorId, accountId }: Visitor,
): Promise<boolean> {
  if (!channel.asksForRating || draft.type !== 'TEXT') return false
  const rating = readRating(draft.text ?? '')
  if (!rating) return false
  const asked = { kind: 'RATING_REQUEST', createdAt: { gt: new Date(Date.now() - WAITS_MS) } } as const
  const last = await work.tx.chat.findFirst({
    where: { visitorId },
    orderBy: CURRENT_FIRST,
    select: {
      id: true,
      rating: true,
      ratedAt: true,
      automaticMessages: { where: asked, select: { kind: true } },
    },
  })
  if (!last || last.automaticMessages.length === 0) return false
  if (last.rating) return last.rating === rating && Number(last.ratedAt) > Date.now() - REPEATED_MS
  await storeRating(work, { accountId, visitorId, chatId: last.id, rating })
  return true
}

import { AppError } from '../../errors.ts'
import type { Work } from '../../events/transact.ts'
import type { Chat, ChatRating } from '../../generated/prisma/client.ts'
import { keptText } from '../kept-text.ts'
import { samePerson } from '../visitors/same-person.ts'
import { changeChat } from './change-chat.ts'
import { lockChatRow } from './lock-chat-row.ts'

export interface RatingOfChat {
  accountId: string
  /** Whose chat it is. */
  visitorId: string
  chatId: string
  rating: ChatRating
  /** Unchanged when omitted; null or blank clears it. */
  comment?: string | null | undefined
}

export const RATING_COMMENT_LENGTH = 1000

/** Stores the visitor's rating of their chat and records it. Throws `not_found` for somebody else's chat. */
export async function storeRating(work: Work, input: RatingOfChat): Promise<Chat> {
  const { accountId, visitorId, chatId, rating, comment } = input
  await lockChatRow(work.tx, chatId)
  const theirs = { id: chatId, accountId, visitor: samePerson(visitorId) }
  const mine = await work.tx.chat.findFirst({ where: theirs })
  if (!mine) throw new AppError('not_found', 'This chat does not exist.', { field: 'input.chatId' })
  const ratingComment = comment === undefined ? mine.ratingComment : keptText(comment, RATING_COMMENT_LENGTH)
  if (mine.rating === rating && mine.ratingComment === ratingComment) {
    return mine
  }
  const data = { rating, ratingComment, ratedAt: new Date() }
  const actor = { type: 'VISITOR', id: mine.visitorId } as const
  const told = { rating, comment: ratingComment }
  return changeChat(work, chatId, data, { kind: 'CHAT_RATED', actor, data: told })
}

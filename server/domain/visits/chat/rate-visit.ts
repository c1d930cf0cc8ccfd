import { AppError } from '../../../errors.ts'
import type { Chat, ChatRating } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { CURRENT_FIRST } from '../../chats/current-first.ts'
import { rateChat } from '../../chats/rate-chat.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { samePerson } from '../../visitors/same-person.ts'
import { limitVisitor } from '../limit-visitor.ts'

interface RateVisit {
  visitor: VisitorPrincipal
  rating: ChatRating
  /** Unchanged when omitted; null clears it. */
  comment?: string | null | undefined
}

/** Rates the open or last chat of a visitor. Throws `not_found` before the first, `too_many_requests`. */
export async function rateVisit(services: Services, { visitor, rating, comment }: RateVisit): Promise<Chat> {
  await limitVisitor(services, visitor, 'data')
  const { accountId, visitorId } = visitor
  const chat = await services.db.chat.findFirst({
    where: { visitor: samePerson(visitorId) },
    orderBy: CURRENT_FIRST,
    select: { id: true },
  })
  if (!chat) throw new AppError('not_found', 'There is no chat to rate yet.')
  return rateChat(services, { accountId, visitorId, chatId: chat.id, rating, comment })
}

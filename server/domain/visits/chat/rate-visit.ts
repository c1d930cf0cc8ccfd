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
  /** The open or the last one when omitted. */
  chatId?: string | null | undefined
  rating: ChatRating
  /** Unchanged when omitted; null clears it. */
  comment?: string | null | undefined
}

/** Rates a chat of a visitor. Throws `not_found` before the first and for somebody else's, `too_many_requests`. */
export async function rateVisit(
  services: Services,
  { visitor, chatId, rating, comment }: RateVisit,
): Promise<Chat> {
  await limitVisitor(services, visitor, 'data')
  const { accountId, visitorId } = visitor
  if (chatId) return rateChat(services, { accountId, visitorId, chatId, rating, comment })
  const current = await services.db.chat.findFirst({
    where: { visitor: samePerson(visitorId) },
    orderBy: CURRENT_FIRST,
    select: { id: true },
  })
  if (!current) throw new AppError('not_found', 'There is no chat to rate yet.')
  return rateChat(services, { accountId, visitorId, chatId: current.id, rating, comment })
}

import type { ChatFact } from '../../../generated/prisma/client.ts'
import { isOpen } from '../../hours/is-open.ts'
import { readOpeningHours } from '../../hours/read-opening-hours.ts'
import type { NoticeKind } from '../../messages/notice.ts'
import type { ClosedChat } from './find-closed-chats.ts'
import { replyTimes, secondsBetween, type TimedEntry } from './reply-times.ts'

const TRANSFERRED: NoticeKind = 'TRANSFERRED_TO_DEPARTMENT'

/** What reports count a closed chat by. */
export function chatFact(chat: ClosedChat, entries: readonly TimedEntry[]): ChatFact {
  const { hours, acceptedAt, acceptedTransfers, ...counted } = chat
  const toDepartments = entries.filter(({ notice }) => notice === TRANSFERRED).length
  return {
    ...counted,
    inHours: isOpen(hours && readOpeningHours(hours), chat.startedAt),
    replySeconds: replyTimes(entries),
    handlingSeconds: acceptedAt && secondsBetween(acceptedAt, chat.closedAt),
    transfers: acceptedTransfers + toDepartments,
  }
}

import { queryDirect } from '../../database/query-direct.ts'
import { AppError } from '../../errors.ts'
import type {
  AuditEntry,
  Call,
  CallLogEntry,
  OfflineMessage,
  Visit,
  VisitInvitation,
  Visitor,
} from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { type ExportedChat, selectChats } from '../archive/exported-chat.ts'
import { exportedMessages } from '../archive/exported-message.ts'
import { type ExportedPiece, joinMessages } from '../archive/join-messages.ts'
import { requireAdmin, type Viewer, within } from '../viewer.ts'
import { oldestFirst, pagesOldestFirst } from './oldest-first.ts'

type OnSite = Visitor & { visit: Visit | null }

/** Everything that is stored about one visitor. Lists are oldest first, and are read while they are iterated. */
export interface VisitorData {
  /** With their visit to the website: pages, address, custom data and attributes. */
  visitor: OnSite & { merged: OnSite[] }
  history: AsyncIterable<AuditEntry>
  offlineMessages: AsyncIterable<OfflineMessage>
  /** What operators invited them to chats with. */
  invitations: AsyncIterable<VisitInvitation>
  calls: AsyncIterable<Call & { log: CallLogEntry[] }>
  /** All chats, including the open one, each with its messages. */
  chats: AsyncIterable<ExportedPiece>
}

const CHATS = 100

/** Everything that is stored about one visitor, for the visitor. Throws `forbidden`, `not_found`. */
export async function exportVisitor(
  services: Services,
  { viewer, visitorId }: { viewer: Viewer; visitorId: string },
): Promise<VisitorData> {
  requireAdmin(viewer)
  const { db } = services
  const visitor = await db.visitor.findFirst({
    where: { id: visitorId, ...within(viewer) },
    include: { visit: true, merged: { include: { visit: true } } },
  })
  if (!visitor) throw new AppError('not_found', 'This visitor does not exist, or you cannot see them.')
  const { accountId } = viewer
  return {
    visitor,
    history: oldestFirst(({ after, ...page }) =>
      db.auditEntry.findMany({
        where: { accountId, subjectId: visitorId, subjectType: 'Visitor', ...after },
        ...page,
      }),
    ),
    offlineMessages: oldestFirst(({ after, ...page }) =>
      db.offlineMessage.findMany({ where: { accountId, visitorId, ...after }, ...page }),
    ),
    invitations: oldestFirst(({ after, ...page }) =>
      db.visitInvitation.findMany({
        where: {
          accountId,
          visitor: { OR: [{ id: visitorId }, { mergedIntoId: visitorId }] },
          ...after,
        },
        ...page,
      }),
    ),
    calls: oldestFirst(({ after, ...page }) =>
      db.call.findMany({
        where: { accountId, visitorId, ...after },
        include: { log: { orderBy: { id: 'asc' } } },
        ...page,
      }),
    ),
    chats: chatsOf(services, { accountId, visitorId }),
  }
}

async function* chatsOf(
  { db, pool }: Services,
  { accountId, visitorId }: { accountId: string; visitorId: string },
): AsyncGenerator<ExportedPiece> {
  const pages = pagesOldestFirst(
    ({ after, ...page }) =>
      db.chat.findMany({
        where: { accountId, visitorId, ...after },
        select: { id: true, createdAt: true },
        ...page,
      }),
    CHATS,
  )
  for await (const page of pages) {
    const chatIds = page.map(({ id }) => id)
    const chats = await queryDirect<ExportedChat>(pool, selectChats(accountId, chatIds))
    yield* joinMessages(chats, exportedMessages({ pool }, { accountId, chatIds }))
  }
}

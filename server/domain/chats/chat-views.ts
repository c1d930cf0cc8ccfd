import { Prisma } from '../../generated/prisma/client.ts'
import { reachedBy, type Viewer } from '../viewer.ts'

export type ChatView = 'WAITING' | 'MINE' | 'BOT' | 'ALL' | 'CLOSED'

/** The order of a list of chats; its columns are unique together. */
export interface ChatOrder {
  order: ['createdAt' | 'queuedAt' | 'lastActivityAt' | 'closedAt', 'id']
  direction: 'asc' | 'desc'
}

/** The condition on `"Chat"` for being in one view of the inbox. */
export function chatsInView(viewer: Viewer, view: ChatView): Prisma.Sql {
  return Prisma.sql`${reachedBy(viewer)} AND ${inView(viewer, view)}`
}

/** Whoever has waited longest comes first; in all other views, the chat with the latest message. */
export function chatOrder(view: ChatView): ChatOrder {
  if (view === 'WAITING') return { order: ['queuedAt', 'id'], direction: 'asc' }
  return { order: ['lastActivityAt', 'id'], direction: 'desc' }
}

function inView(viewer: Viewer, view: ChatView): Prisma.Sql {
  switch (view) {
    case 'WAITING':
      return Prisma.sql`status = 'QUEUED'`
    case 'MINE':
      return Prisma.sql`status = 'ACTIVE' AND "Chat".id IN (
        SELECT "chatId" FROM "ChatMember" WHERE "userId" = ${viewer.userId}::uuid AND "leftAt" IS NULL)`
    case 'BOT':
      return Prisma.sql`status = 'BOT'`
    case 'ALL':
      return Prisma.sql`status IN ('BOT', 'QUEUED', 'ACTIVE')`
    case 'CLOSED':
      return Prisma.sql`status = 'CLOSED'`
  }
}

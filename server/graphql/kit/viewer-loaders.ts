import DataLoader from 'dataloader'
import { queryDirect } from '../../database/query-direct.ts'
import type { ChatFilter } from '../../domain/chats/chat-filter.ts'
import { countOpenViews } from '../../domain/chats/count-open-views.ts'
import { findWorkloads, type Workload } from '../../domain/team/find-workloads.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { type ChatRead, type Draft, Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { oneBy } from './make-loaders.ts'

type ReadMark = Pick<ChatRead, 'lastSeq' | 'markedUnread'>

/** What is different for each operator: a loader for each of them. */
export interface ViewerLoaders {
  /** How far one user has read, and whether they marked it as unread since, by chat id. */
  readMark(userId: string): DataLoader<string, ReadMark>
  /** What one user has begun to write, by chat id. */
  draftsInChat(userId: string): DataLoader<string, Draft[]>
  /** When one user pinned saved views, by their ids. */
  pinnedAt(userId: string): DataLoader<string, Date | null>
  /** What people have to do and have done, for a viewer who supervises them, by their ids. */
  workload(viewer: Viewer): DataLoader<string, Workload | null>
  /** How many open chats a filter shows the viewer; all that are asked for at once are counted by one statement. */
  openChats(viewer: Viewer): DataLoader<ChatFilter, number>
}

/** The function that makes each of them. */
export const viewerLoaders: {
  [Name in keyof ViewerLoaders]: (services: Services) => ViewerLoaders[Name]
} = {
  readMark: ({ pool }) =>
    once((userId: string) =>
      oneBy(
        (chatIds) =>
          queryDirect<ReadMark & { chatId: string }>(
            pool,
            Prisma.sql`
            SELECT "chatId", "lastSeq", "markedUnread" FROM "ChatRead"
            WHERE "userId" = ${userId}::uuid AND "chatId" = ANY(${chatIds}::uuid[])`,
          ),
        (read) => read.chatId,
        (read): ReadMark => read,
        { lastSeq: 0, markedUnread: false },
      ),
    ),
  draftsInChat: ({ db }) =>
    once(
      (userId: string) =>
        new DataLoader(async (chatIds: readonly string[]) => {
          const where = { userId, chatId: { in: [...chatIds] }, text: { not: '' } }
          const drafts = await db.draft.findMany({ where, orderBy: { kind: 'asc' } })
          return chatIds.map((chatId) => drafts.filter((draft) => draft.chatId === chatId))
        }),
    ),
  pinnedAt: ({ db }) =>
    once((userId: string) =>
      oneBy(
        (viewIds) => db.savedViewPin.findMany({ where: { userId, viewId: { in: viewIds } } }),
        (pin) => pin.viewId,
        (pin) => pin.pinnedAt,
      ),
    ),
  workload: (services) =>
    once(
      (viewer) =>
        oneBy(
          (userIds) => findWorkloads(services, { viewer, userIds }),
          (workload) => workload.userId,
          (workload) => workload,
        ),
      (viewer: Viewer) => viewer.userId,
    ),
  openChats: (services) =>
    once(
      (viewer) =>
        new DataLoader((filters: readonly ChatFilter[]) => countOpenViews(services, { viewer, filters })),
      (viewer: Viewer) => viewer.userId,
    ),
}

/** Makes what belongs to each of them once, by the key that distinguishes them. */
function once<Whose, Made>(
  make: (whose: Whose) => Made,
  keyOf: (whose: Whose) => unknown = (whose) => whose,
): (whose: Whose) => Made {
  const made = new Map<unknown, Made>()
  return (whose) => {
    const key = keyOf(whose)
    const known = made.get(key)
    if (known) return known
    const fresh = make(whose)
    made.set(key, fresh)
    return fresh
  }
}

import { queryDirect } from '../../database/query-direct.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { type ChatView, chatsInView } from './chat-views.ts'

/** How many chats are in one view of the inbox. */
export async function countChatsInView(
  { pool }: Services,
  { viewer, view }: { viewer: Viewer; view: ChatView },
): Promise<number> {
  const statement = Prisma.sql`SELECT count(*)::int AS count FROM "Chat" WHERE ${chatsInView(viewer, view)}`
  const [row] = await queryDirect<{ count: number }>(pool, statement)
  return row?.count ?? 0
}

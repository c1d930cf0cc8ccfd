import type { Prisma } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'

/** Whose chats: something that an admin can delete, disconnect or deactivate while chats are open. */
export type ChatHolder = 'Channel' | 'Department' | 'Bot' | 'BotProvider' | 'Operator'

interface CountOpenChats {
  viewer: Viewer
  holder: ChatHolder
  id: string
}

const whereHeld: Record<ChatHolder, (id: string) => Prisma.ChatWhereInput> = {
  Channel: (channelId) => ({ channelId, status: { not: 'CLOSED' } }),
  Department: (departmentId) => ({ departmentId, status: { not: 'CLOSED' } }),
  Bot: (botId) => ({ botId, status: 'BOT' }),
  BotProvider: (providerId) => ({ bot: { providerId }, status: 'BOT' }),
  Operator: (userId) => ({ members: { some: { userId, leftAt: null } }, status: 'ACTIVE' }),
}

/** How many open chats it has now. Throws `forbidden`. */
export function countOpenChats({ db }: Services, { viewer, holder, id }: CountOpenChats): Promise<number> {
  requireAdmin(viewer)
  return db.chat.count({ where: { accountId: viewer.accountId, ...whereHeld[holder](id) } })
}

import type { Services } from '../../services.ts'

/** Deletes the words of chats that were closed while a sweep made them; a trigger deletes those of all others. */
export function pruneOpenChatWords({ db }: Pick<Services, 'db'>): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "OpenChatWords" words USING "Chat" chat WHERE chat.id = words."chatId" AND chat.status = 'CLOSED'`
}

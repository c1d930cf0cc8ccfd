import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import type { Viewer } from '../viewer.ts'
import { requireAction } from './chat-actions.ts'
import { endSnooze } from './end-snooze.ts'
import { lockChat } from './lock-chat.ts'

/** Brings a snoozed chat back into the views. Throws `not_found`, `chat_closed`, `not_in_chat`. */
export function unsnoozeChat(
  services: Services,
  { viewer, chatId }: { viewer: Viewer; chatId: string },
): Promise<Chat> {
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    requireAction(chat, viewer, 'SNOOZE')
    return endSnooze(work, chat, actorOf(viewer))
  })
}

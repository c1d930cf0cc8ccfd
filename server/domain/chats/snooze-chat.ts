import { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { Chat } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { postNotice } from '../messages/append-message.ts'
import type { Viewer } from '../viewer.ts'
import { changeChat } from './change-chat.ts'
import { requireAction } from './chat-actions.ts'
import { lockChat } from './lock-chat.ts'

const YEAR_MS = 366 * 24 * 60 * 60 * 1000

interface SnoozeChat {
  viewer: Viewer
  chatId: string
  /** Null: until the visitor writes. */
  until?: Date | null
}

/**
 * Takes a chat out of the views until a time, or until its visitor writes, which always ends it. Throws
 * `invalid_request`, `not_found`, `chat_closed`, `not_in_chat`.
 */
export function snoozeChat(services: Services, { viewer, chatId, until }: SnoozeChat): Promise<Chat> {
  return transact(services, async (work) => {
    const chat = await lockChat(work.tx, viewer, chatId)
    requireAction(chat, viewer, 'SNOOZE')
    const now = new Date()
    if (until && (until <= now || until.getTime() > now.getTime() + YEAR_MS)) {
      const message = 'Choose a time in the future, within a year.'
      throw new AppError('invalid_request', message, { field: 'input.until' })
    }
    await postNotice(work, chat, { kind: 'SNOOZED', actorId: viewer.userId })
    const data = { snoozedAt: now, snoozedUntil: until ?? null }
    return changeChat(work, chatId, data, { kind: 'CHAT_SNOOZED', actor: actorOf(viewer) })
  })
}

import { z } from 'zod'
import { actorOf } from '../../events/actor.ts'
import { transact, type Work } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockChats } from '../chats/lock-chats.ts'
import { checkAll } from '../check-all.ts'
import { nameField, optional, parseInput } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { createPhoto } from './create-photo.ts'

const fields = z.object({
  name: optional(nameField),
  removePhoto: optional(z.boolean()),
})

interface UpdateProfile {
  viewer: Viewer
  name?: string | null
  /** An uploaded picture of the viewer's own. */
  photoFileId?: string | null
  removePhoto?: boolean | null
}

/**
 * Changes the name and photo of the viewer. Visitors of websites whom they are talking with see them immediately, others
 * from the next message on. Throws all errors at once: a bad name, and what `createPhoto` throws.
 */
export async function updateProfile(services: Services, { viewer, ...input }: UpdateProfile): Promise<User> {
  const { userId, accountId } = viewer
  const [{ name, removePhoto }, photo] = await checkAll(
    () => parseInput(fields, input),
    () => (input.photoFileId ? createPhoto(services, viewer, input.photoFileId) : undefined),
  )
  return transact(services, async (work) => {
    const user = await work.tx.user.update({
      where: { id: userId },
      data: { name, ...(removePhoto && { photoId: null }), ...(photo && { photoId: photo.id }) },
    })
    await work.record({ accountId, kind: 'OPERATOR_UPDATED', actor: actorOf(viewer), subjectId: userId })
    await updateChats(work, viewer)
    return user
  })
}

/** Has the open windows of visitors show who is in their chat. */
async function updateChats(work: Work, viewer: Viewer): Promise<void> {
  const { accountId, userId } = viewer
  const isIn = await work.tx.chatMember.findMany({
    where: { userId, leftAt: null, chat: { channel: { kind: 'WIDGET' } } },
    select: { chatId: true },
  })
  const ids = isIn.map(({ chatId }) => chatId)
  const chats = await lockChats(work.tx, viewer, ids)
  await work.recordAll(
    [...chats.values()].map(({ id: chatId, channelId }) => ({
      event: { accountId, kind: 'CHAT_UPDATED', actor: actorOf(viewer), channelId, chatId },
    })),
  )
}

import { transact } from '../../../events/transact.ts'
import { type Message, Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import type { Viewer } from '../../viewer.ts'
import { changeMessage } from './change-message.ts'
import { requireEditable } from './editable-until.ts'
import { lockMessage } from './lock-message.ts'

/**
 * Deletes the viewer's own note or reply, for 15 minutes after it was written. Its place in the chat stays, without its
 * content. Deleting it again changes nothing. Throws `not_found`, `not_editable`.
 */
export function deleteMessage(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<Message> {
  return transact(services, async (work) => {
    const { chat, message, channel } = await lockMessage(work.tx, viewer, id)
    if (message.deletedAt && message.userId === viewer.userId) return message
    requireEditable(message, viewer, channel)
    await work.tx.mention.deleteMany({ where: { messageId: id } })
    return changeMessage(work, chat, {
      viewer,
      id,
      data: { text: null, media: Prisma.DbNull, fileId: null, rich: Prisma.DbNull, deletedAt: new Date() },
      kind: 'MESSAGE_DELETED',
    })
  })
}

import { actorOf } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { Chat, Message, Prisma } from '../../../generated/prisma/client.ts'
import { archiveAgain } from '../../archive/archive-again.ts'
import { forgetOpenChatWords } from '../../search/forget-open-chat-words.ts'
import type { Viewer } from '../../viewer.ts'
import { refreshPreview } from './refresh-preview.ts'

interface ChangeMessage {
  viewer: Viewer
  id: string
  data: Prisma.MessageUncheckedUpdateInput
  kind: 'MESSAGE_EDITED' | 'MESSAGE_DELETED'
}

/** Changes an entry of a chat that the transaction holds, and all that repeats its text. */
export async function changeMessage(
  work: Work,
  chat: Chat,
  { viewer, id, data, kind }: ChangeMessage,
): Promise<Message> {
  const message = await work.tx.message.update({ where: { id }, data })
  await refreshPreview(work.tx, chat)
  await archiveAgain(work.tx, chat)
  await forgetOpenChatWords(work.tx, chat)
  const { id: chatId, accountId, channelId } = chat
  await work.record(
    { accountId, kind, actor: actorOf(viewer), channelId, chatId, messageId: id },
    { snapshot: { message } },
  )
  return message
}

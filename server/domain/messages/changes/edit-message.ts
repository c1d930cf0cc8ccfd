import { AppError } from '../../../errors.ts'
import { transact, type Work } from '../../../events/transact.ts'
import type { Message } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import type { LockedChat } from '../../chats/lock-chat.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { lockMentioned } from '../../mentions/lock-mentioned.ts'
import { mentionOperators } from '../../mentions/mention-operators.ts'
import type { Viewer } from '../../viewer.ts'
import { isEntry } from '../entries/is-entry.ts'
import { readText, requireText } from '../read-text.ts'
import { changeMessage } from './change-message.ts'
import { requireEditable } from './editable-until.ts'
import { lockMessage } from './lock-message.ts'

interface EditMessage {
  viewer: Viewer
  id: string
  /** Up to 4000 characters; only the caption of a file can be blank. */
  text: string
  /** Whom a note mentions from now on. Those who were mentioned before are not told again. */
  mentionedIds: readonly string[]
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the text of the viewer's own note or reply, for 15 minutes after it was written. The same text again changes
 * nothing. Throws `blank`, `too_long`, `not_found`, `not_editable`, and `invalid_request` for mentions in a reply, or of
 * somebody who cannot see the chat.
 */
export function editMessage(
  services: Services,
  { viewer, id, mentionedIds, problems = [], ...input }: EditMessage,
): Promise<Message> {
  return transact(services, async (work) => {
    const [, text, mentioned, { chat, message, channel }] = await checkAll(
      () => throwAll(problems),
      () => readText(input.text),
      () => lockMentioned(work.tx, { viewer, of: { messageId: id }, ids: mentionedIds }),
      () => lockMessage(work.tx, viewer, id),
    )
    requireEditable(message, viewer, channel)
    if (!message.media) requireText(text)
    if (mentionedIds.length > 0 && isEntry(message, 'forVisitor')) throw mentionsInReply()
    const hasChanged = await changeMentions(work, chat, { viewer, messageId: id, userIds: mentioned })
    if ((message.text ?? '') === text && !hasChanged) return message
    return changeMessage(work, chat, {
      viewer,
      id,
      data: { text: text || null, editedAt: new Date() },
      kind: 'MESSAGE_EDITED',
    })
  })
}

function mentionsInReply(): AppError {
  const message = 'Only notes can mention operators.'
  return new AppError('invalid_request', message, { field: 'input.mentionedIds' })
}

/** Returns whether somebody else is mentioned now. */
async function changeMentions(
  work: Work,
  chat: LockedChat,
  { viewer, messageId, userIds }: { viewer: Viewer; messageId: string; userIds: readonly string[] },
): Promise<boolean> {
  const before = await work.tx.mention.findMany({ where: { messageId }, select: { userId: true } })
  const added = userIds.filter((userId) => before.every((mention) => mention.userId !== userId))
  const { count } = await work.tx.mention.deleteMany({
    where: { messageId, userId: { notIn: [...userIds] } },
  })
  await mentionOperators(work, chat, { viewer, messageId, userIds: added })
  return count > 0 || added.length > 0
}

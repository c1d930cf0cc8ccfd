import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { checkIds } from '../check-ids.ts'
import type { Viewer } from '../viewer.ts'
import { MOST_REPLY_FILES } from './canned-reply-fields.ts'

/**
 * Throws `too_long` for too many files, and `not_found` for every one that the viewer has not uploaded and that the reply
 * does not have already, with its index in the field.
 */
export async function checkReplyFiles(
  tx: Tx,
  { viewer, fileIds, cannedReplyId }: { viewer: Viewer; fileIds: readonly string[]; cannedReplyId?: string },
): Promise<void> {
  const field = 'input.fileIds'
  if (fileIds.length > MOST_REPLY_FILES)
    throw new AppError('too_long', `A canned reply can have at most ${MOST_REPLY_FILES} files.`, { field })
  const known = await tx.file.findMany({
    where: {
      accountId: viewer.accountId,
      id: { in: [...fileIds] },
      OR: [
        { ownerId: viewer.userId },
        ...(cannedReplyId ? [{ cannedReplies: { some: { cannedReplyId } } }] : []),
      ],
    },
    select: { id: true },
  })
  checkIds(fileIds, { known, field, message: 'You have no such file. Upload it first.' })
}

/** Makes these the reply's files, in this order; `checkReplyFiles` has checked them. */
export async function setReplyFiles(
  tx: Tx,
  cannedReplyId: string,
  fileIds: readonly string[],
): Promise<void> {
  await tx.cannedReplyFile.deleteMany({ where: { cannedReplyId } })
  await tx.cannedReplyFile.createMany({
    data: [...new Set(fileIds)].map((fileId, position) => ({ cannedReplyId, fileId, position })),
  })
}

import { z } from 'zod'
import { orNotFound } from '../../database/or-not-found.ts'
import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { CannedReply } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { optional, parseInput } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { cannedReplyFields } from './canned-reply-fields.ts'
import { checkVariables } from './read-parts.ts'
import { readReply } from './read-reply.ts'
import { recordReplyChange } from './record-reply-change.ts'
import { repliesChangedBy } from './replies-within.ts'
import { audienceColumns, checkAudience, type ReplyAudience, setAudience } from './reply-audience.ts'
import { checkReplyFiles, setReplyFiles } from './reply-files.ts'
import { orShortcutTaken, requireFreeShortcut } from './reply-set.ts'

const fields = z.object({
  title: optional(cannedReplyFields.title),
  shortcut: optional(cannedReplyFields.shortcut),
  text: optional(cannedReplyFields.text),
})

interface UpdateCannedReply extends ReplyAudience {
  viewer: Viewer
  id: string
  title?: string | null
  shortcut?: string | null
  text?: string | null
  fileIds?: string[] | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the given fields of a canned reply of the viewer's own, or for admins of a shared one. Throws `not_found` for
 * any other, and all errors of the fields at once.
 */
export async function updateCannedReply(
  services: Services,
  { viewer, id, problems = [], fileIds, channelIds, departmentIds, ...input }: UpdateCannedReply,
): Promise<CannedReply> {
  const audience = { channelIds, departmentIds }
  return transact(services, async (work) => {
    const { tx } = work
    const where = { ...repliesChangedBy(viewer), id }
    // Locked: with other files or another audience alone, the row does not change.
    await tx.$queryRaw`
      SELECT 1 FROM "CannedReply" WHERE id = ${id}::uuid AND "accountId" = ${viewer.accountId}::uuid FOR NO KEY UPDATE`
    const found = await tx.cannedReply.findFirst({ where })
    const [, content] = await checkAll(
      () => throwAll(problems),
      async () => {
        if (!found) throw unknownReply()
        const parsed = parseInput(fields, input)
        const { accountId, ownerId } = found
        if (parsed.shortcut)
          await requireFreeShortcut(tx, { accountId, ownerId, shortcut: parsed.shortcut, except: id })
        return parsed
      },
      () => input.text && checkVariables(input.text, 'input.text'),
      () => checkAudience(tx, { viewer, ownerId: found?.ownerId ?? null }, audience),
      () => fileIds && checkReplyFiles(tx, { viewer, fileIds, cannedReplyId: id }),
    )
    const before = await readReply(tx, id)
    const data = { ...content, ...audienceColumns(audience) }
    const write = tx.cannedReply.update({ where, data })
    const reply = await orShortcutTaken(orNotFound(write, 'canned reply'))
    await setAudience(tx, id, audience)
    if (fileIds) await setReplyFiles(tx, id, fileIds)
    const after = await readReply(tx, id)
    await recordReplyChange(work, { viewer, kind: 'CANNED_REPLY_UPDATED', reply, before, after })
    return reply
  })
}

function unknownReply(): AppError {
  const message = 'This canned reply does not exist, or you cannot change it.'
  return new AppError('not_found', message, { field: 'input.id' })
}

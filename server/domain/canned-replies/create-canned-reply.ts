import { z } from 'zod'
import type { AppError } from '../../errors.ts'
import type { Work } from '../../events/transact.ts'
import type { CannedReply } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { createOnce } from '../create-once.ts'
import { parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { cannedReplyFields } from './canned-reply-fields.ts'
import { checkVariables } from './read-parts.ts'
import { readReply } from './read-reply.ts'
import { recordReplyChange } from './record-reply-change.ts'
import { audienceColumns, checkAudience, type ReplyAudience, setAudience } from './reply-audience.ts'
import { checkReplyFiles, setReplyFiles } from './reply-files.ts'
import { lockReplySet, orShortcutTaken, requireFreeShortcut, requireRoom } from './reply-set.ts'

const fields = z.object(cannedReplyFields)

interface CreateCannedReply extends ReplyAudience {
  viewer: Viewer
  /** Whether it is for the account instead of the viewer alone. */
  shared: boolean
  title: string
  shortcut: string
  text: string
  fileIds: string[]
  idempotencyKey?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Creates a canned reply: a shared one, by admins, or one of the viewer's own. Throws `forbidden`, `limit_reached`, and
 * all other errors at once: a bad or taken field, a variable that does not exist, unknown channels, departments or files.
 */
export async function createCannedReply(
  services: Services,
  { viewer, problems = [], ...input }: CreateCannedReply,
): Promise<CannedReply> {
  const { shared, fileIds, channelIds, departmentIds, ...texts } = input
  if (shared) requireAdmin(viewer)
  const set = { accountId: viewer.accountId, ownerId: shared ? null : viewer.userId }
  const audience = { channelIds: channelIds ?? null, departmentIds: departmentIds ?? null }
  const once = {
    viewer,
    mutation: 'createCannedReply',
    input,
    find: ({ tx }: Work, id: string) => tx.cannedReply.findFirst({ where: { id, ...set } }),
  }
  return createOnce(services, once, async (work) => {
    const { tx } = work
    await lockReplySet(tx, set)
    const [, content] = await checkAll(
      () => throwAll(problems),
      async () => {
        const parsed = parseInput(fields, texts)
        await requireFreeShortcut(tx, { ...set, shortcut: parsed.shortcut })
        return parsed
      },
      () => checkVariables(input.text, 'input.text'),
      () => checkAudience(tx, { viewer, ownerId: set.ownerId }, audience),
      () => checkReplyFiles(tx, { viewer, fileIds }),
    )
    await requireRoom(tx, set, 1)
    const data = { ...set, ...content, ...audienceColumns(audience) }
    const reply = await orShortcutTaken(tx.cannedReply.create({ data }))
    await setAudience(tx, reply.id, audience)
    await setReplyFiles(tx, reply.id, fileIds)
    const after = await readReply(tx, reply.id)
    await recordReplyChange(work, { viewer, kind: 'CANNED_REPLY_CREATED', reply, after })
    return reply
  })
}

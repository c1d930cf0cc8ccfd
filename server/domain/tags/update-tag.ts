import { z } from 'zod'
import { orNotFound } from '../../database/or-not-found.ts'
import type { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Tag, TagColor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { requireChannels } from '../channels/require-channels.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { lockTag } from './lock-tags.ts'
import { orNameTaken, requireFreeName } from './require-free-name.ts'
import { tagFields, tagKey } from './tag-fields.ts'

const fields = z.object({
  name: optional(tagFields.name),
  color: optional(tagFields.color),
  description: optional(tagFields.description),
  archived: optional(z.boolean()),
})

interface UpdateTag {
  viewer: Viewer
  id: string
  name?: string | null
  color?: TagColor | null
  description?: string | null
  /** All channels on whose chats it is suggested first. */
  channelIds?: readonly string[] | null
  /** An archived tag stays on the chats that have it, and can be put on no others. */
  archived?: boolean | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the given fields of a tag. Throws `forbidden`, and all other errors at once: an unknown tag, bad fields, a
 * taken name, unknown channels.
 */
export async function updateTag(
  services: Services,
  { viewer, id, problems = [], ...input }: UpdateTag,
): Promise<Tag> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return transact(services, async (work) => {
    const where = { id, accountId }
    const [, { archived, name, ...data }, channelIds, before] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => input.channelIds && requireChannels(work.tx, viewer, { ids: input.channelIds }),
      () => lockTag(work.tx, where),
      () => input.name && requireFreeName(work.tx, { accountId, name: input.name, except: id }),
    )
    const write = work.tx.tag.update({
      where,
      data: {
        ...data,
        ...(name && { name, key: tagKey(name) }),
        ...(channelIds && { channelIds }),
        ...(archived !== undefined && { archivedAt: archived ? (before.archivedAt ?? new Date()) : null }),
      },
    })
    const tag = await orNameTaken(orNotFound(write, 'tag'))
    await work.audit({
      actor: viewer,
      action: 'TAG_UPDATED',
      subject: { type: 'Tag', id, label: tag.name },
      before: shownOf(before),
      after: shownOf(tag),
    })
    return tag
  })
}

function shownOf({ name, color, description, channelIds, archivedAt }: Tag): object {
  return { name, color, description, channelIds, archivedAt }
}

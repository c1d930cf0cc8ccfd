import { z } from 'zod'
import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import type { Work } from '../../events/transact.ts'
import { type Tag, TagColor } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { lockAccount } from '../accounts/lock-account.ts'
import { requireChannels } from '../channels/require-channels.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { createOnce } from '../create-once.ts'
import { optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { mayCreateTags } from './may-create-tags.ts'
import { orNameTaken, requireFreeName } from './require-free-name.ts'
import { tagFields, tagKey } from './tag-fields.ts'

/** The most tags of an account, archived ones included. */
export const MOST_TAGS = 500

const fields = z.object({
  name: tagFields.name,
  color: optional(tagFields.color),
  description: optional(tagFields.description),
})

interface CreateTag {
  viewer: Viewer
  name: string
  /** By default the tags of an account take turns. */
  color?: TagColor | null
  description?: string | null
  /** The channels on whose chats it is suggested first; only admins choose them. */
  channelIds?: readonly string[] | null
  idempotencyKey?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Creates a tag. Throws `forbidden` for operators whose account reserves that for admins, `limit_reached`, and all
 * other errors at once: bad fields, a taken name, unknown channels.
 */
export async function createTag(
  services: Services,
  { viewer, problems = [], ...input }: CreateTag,
): Promise<Tag> {
  if (input.channelIds?.length) requireAdmin(viewer)
  const { accountId } = viewer
  const once = {
    viewer,
    mutation: 'createTag',
    input,
    find: ({ tx }: Work, id: string) => tx.tag.findFirst({ where: { id, accountId } }),
  }
  return createOnce(services, once, async (work) => {
    if (!(await mayCreateTags(work.tx, viewer)))
      throw new AppError('forbidden', 'Only admins can create tags in this account.')
    const [, { name, color, description = '' }, channelIds] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => requireChannels(work.tx, viewer, { ids: input.channelIds ?? [] }),
      () => requireFreeName(work.tx, { accountId, name: input.name }),
    )
    await lockAccount(work.tx, accountId)
    const count = await countTags(work.tx, accountId)
    const colors = Object.values(TagColor)
    const own = { name, color: color ?? colors[count % colors.length] ?? 'GRAY', description, channelIds }
    const tag = await orNameTaken(work.tx.tag.create({ data: { accountId, key: tagKey(name), ...own } }))
    await work.audit({
      actor: viewer,
      action: 'TAG_CREATED',
      subject: { type: 'Tag', id: tag.id, label: name },
      after: own,
    })
    return tag
  })
}

async function countTags(tx: Tx, accountId: string): Promise<number> {
  const count = await tx.tag.count({ where: { accountId } })
  if (count < MOST_TAGS) return count
  throw new AppError('limit_reached', `An account can have at most ${MOST_TAGS} tags. Delete some first.`)
}

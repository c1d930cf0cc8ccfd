import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { Services } from '../../services.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { lockTag } from './lock-tags.ts'
import { tagged } from './tagged.ts'

/** Deletes a tag that no chat has. Throws `forbidden`, `not_found`, and `in_use` for one that can only be archived. */
export async function deleteTag(
  services: Services,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<string> {
  requireAdmin(viewer)
  const { accountId } = viewer
  return transact(services, async (work) => {
    const { name } = await lockTag(work.tx, { accountId, id })
    const [used] = await work.tx.$queryRaw<
      object[]
    >`SELECT 1 FROM "Chat" WHERE ${tagged('Chat', [id])} LIMIT 1`
    if (used)
      throw new AppError(
        'in_use',
        'Chats have this tag. Archive it instead: it stays on them, but is no longer offered.',
        {
          field: 'input.id',
        },
      )
    await work.tx.tag.delete({ where: { id, accountId } })
    await work.audit({ actor: viewer, action: 'TAG_DELETED', subject: { type: 'Tag', id, label: name } })
    return id
  })
}

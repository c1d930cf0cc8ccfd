import type { Tx } from '../../database/client.ts'
import { AppError } from '../../errors.ts'
import { requireChannels } from '../channels/require-channels.ts'
import { checkAll } from '../check-all.ts'
import { checkIds } from '../check-ids.ts'
import { lockDepartments } from '../departments/lock-departments.ts'
import type { Viewer } from '../viewer.ts'

/** Whom a shared reply is for; null is everybody, absent is as before. */
export interface ReplyAudience {
  channelIds?: string[] | null | undefined
  departmentIds?: string[] | null | undefined
}

/**
 * Throws `not_found` for every channel that the viewer may not see and every department that does not exist, with its
 * index in the field, `invalid_request` for a list that is empty, and for any list when the reply is somebody's own.
 */
export async function checkAudience(
  tx: Tx,
  { viewer, ownerId }: { viewer: Viewer; ownerId: string | null },
  { channelIds, departmentIds }: ReplyAudience,
): Promise<void> {
  await checkAll(
    async () => {
      if (!channelIds) return
      await requireChannels(tx, viewer, { ids: channelIds })
      requireSome(channelIds, ownerId, 'input.channelIds')
    },
    async () => {
      if (!departmentIds) return
      const known = await lockDepartments(tx, { accountId: viewer.accountId, ids: departmentIds })
      checkIds(departmentIds, {
        known,
        field: 'input.departmentIds',
        message: 'This department does not exist.',
      })
      requireSome(departmentIds, ownerId, 'input.departmentIds')
    },
  )
}

function requireSome(ids: string[], ownerId: string | null, field: string): void {
  if (ownerId !== null)
    throw new AppError(
      'invalid_request',
      'Only shared canned replies can be limited to channels or departments.',
      { field },
    )
  if (ids.length === 0)
    throw new AppError('invalid_request', 'Choose at least one, or null for everybody.', { field })
}

/** Limits a reply to these, which `checkAudience` has checked. */
export async function setAudience(
  tx: Tx,
  cannedReplyId: string,
  { channelIds, departmentIds }: ReplyAudience,
): Promise<void> {
  if (channelIds !== undefined) {
    await tx.cannedReplyChannel.deleteMany({ where: { cannedReplyId } })
    const data = [...new Set(channelIds)].map((channelId) => ({ cannedReplyId, channelId }))
    await tx.cannedReplyChannel.createMany({ data })
  }
  if (departmentIds !== undefined) {
    await tx.cannedReplyDepartment.deleteMany({ where: { cannedReplyId } })
    const data = [...new Set(departmentIds)].map((departmentId) => ({ cannedReplyId, departmentId }))
    await tx.cannedReplyDepartment.createMany({ data })
  }
}

/** The columns that say whether it is for everybody. */
export function audienceColumns({ channelIds, departmentIds }: ReplyAudience) {
  return {
    ...(channelIds !== undefined && { ofChannels: channelIds !== null }),
    ...(departmentIds !== undefined && { ofDepartments: departmentIds !== null }),
  }
}

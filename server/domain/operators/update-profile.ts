import { z } from 'zod'
import { actorOf } from '../../events/actor.ts'
import { transact } from '../../events/transact.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll } from '../check-all.ts'
import { nameField, optional, parseInput } from '../parse-input.ts'
import type { Viewer } from '../viewer.ts'
import { createPhoto } from './create-photo.ts'

const fields = z.object({
  name: optional(nameField),
  removePhoto: optional(z.boolean()),
})

interface UpdateProfile {
  viewer: Viewer
  name?: string | null
  /** An uploaded picture of the viewer's own. */
  photoFileId?: string | null
  removePhoto?: boolean | null
}

/**
 * Changes the name and photo of the viewer; visitors see them from the next message on. Throws all errors at
 * once: a bad name, and what `createPhoto` throws.
 */
export async function updateProfile(services: Services, { viewer, ...input }: UpdateProfile): Promise<User> {
  const { userId, accountId } = viewer
  const [{ name, removePhoto }, photo] = await checkAll(
    () => parseInput(fields, input),
    () => (input.photoFileId ? createPhoto(services, viewer, input.photoFileId) : undefined),
  )
  return transact(services, async (work) => {
    const user = await work.tx.user.update({
      where: { id: userId },
      data: { name, ...(removePhoto && { photoId: null }), ...(photo && { photoId: photo.id }) },
    })
    await work.record({ accountId, kind: 'OPERATOR_UPDATED', actor: actorOf(viewer), subjectId: userId })
    return user
  })
}

import { orNotFound } from '../../database/or-not-found.ts'
import { AppError } from '../../errors.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { checkAll } from '../check-all.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { changeChannel } from './change-channel.ts'

interface SetWidgetLogo {
  viewer: Viewer
  /** The widget. */
  id: string
  /** An uploaded picture of the viewer's own; null removes the logo. */
  fileId: string | null
}

/**
 * Gives a widget the company's logo, or removes it. Throws `forbidden`, and all other errors at once: `not_found` for a
 * channel that is not a widget and for a file that the viewer did not upload, `invalid_request` for one that is not a
 * picture.
 */
export async function setWidgetLogo(
  services: Services,
  { viewer, id, fileId }: SetWidgetLogo,
): Promise<Channel> {
  requireAdmin(viewer)
  const where = { id, accountId: viewer.accountId, kind: 'WIDGET', deletedAt: null } as const
  await checkAll(
    () => orNotFound(services.db.channel.findUniqueOrThrow({ where }), 'channel'),
    () => requirePicture(services, viewer, fileId),
  )
  return changeChannel(services, { viewer, id, data: { widget: { update: { logoId: fileId } } } })
}

async function requirePicture(
  { db }: Services,
  { accountId, userId }: Viewer,
  id: string | null,
): Promise<void> {
  if (id === null) return
  const field = 'input.fileId'
  const file = await db.file.findUnique({ where: { id, accountId, ownerId: userId } })
  if (!file) throw new AppError('not_found', 'You have no such file. Upload it first.', { field })
  if (file.mediaType !== 'PHOTO') throw new AppError('invalid_request', 'Upload a picture.', { field })
}

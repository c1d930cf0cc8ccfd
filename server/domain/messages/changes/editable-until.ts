import { AppError } from '../../../errors.ts'
import type { ChannelKind, Message } from '../../../generated/prisma/client.ts'
import { channelKinds } from '../../channels/kinds/channel-kinds.ts'
import type { Viewer } from '../../viewer.ts'
import { isEntry } from '../entries/is-entry.ts'

/** For how many minutes its author can edit and delete an entry. */
const EDITABLE_MINUTES = 15

/**
 * Until when its author can edit and delete an entry, from when it was written; null when they never can. Of replies it does
 * not say whether the channel allows it.
 */
export function editableUntil(message: Message): Date | null {
  if (isEntry(message, 'editable', 'NEVER') || message.deletedAt || message.mailedAt) return null
  return new Date(message.createdAt.getTime() + EDITABLE_MINUTES * 60_000)
}

/** Throws `not_editable`, with the reason. */
export function requireEditable(message: Message, { userId }: Viewer, channel: ChannelKind): void {
  const until = editableUntil(message)
  if (message.deletedAt) throw refuse('It was deleted.')
  if (message.mailedAt) throw refuse('It was sent to the visitor by e-mail, so it cannot be changed.')
  if (!until) throw refuse('Only notes and replies of operators can be edited and deleted.')
  if (message.userId !== userId) throw refuse('Only its author can edit or delete it.')
  if (isEntry(message, 'editable', 'WHERE_LIVE') && channelKinds[channel].replies === 'DELIVERED')
    throw refuse('Replies on this channel go to the client’s server, so they cannot be changed.')
  if (until <= new Date()) throw refuse(`It can only be edited and deleted for ${EDITABLE_MINUTES} minutes.`)
}

function refuse(message: string): AppError {
  return new AppError('not_editable', message, { field: 'input.id' })
}

import { AppError } from '../../../errors.ts'
import type { Message } from '../../../generated/prisma/client.ts'
import type { Viewer } from '../../viewer.ts'
import { isEntry } from '../entries/is-entry.ts'

/** For how many minutes its author can edit and delete an entry. */
const EDITABLE_MINUTES = 15

/** Until when its author can edit and delete an entry, from when it was written; null when they never can. */
export function editableUntil(message: Message): Date | null {
  if (!isEntry(message, 'isEditable') || message.deletedAt) return null
  return new Date(message.createdAt.getTime() + EDITABLE_MINUTES * 60_000)
}

/** Throws `not_editable`, with the reason. */
export function requireEditable(message: Message, { userId }: Viewer): void {
  const until = editableUntil(message)
  if (message.deletedAt) throw refuse('It was deleted.')
  if (!until) throw refuse('Only notes can be edited and deleted.')
  if (message.userId !== userId) throw refuse('Only its author can edit or delete it.')
  if (until <= new Date()) throw refuse(`It can only be edited and deleted for ${EDITABLE_MINUTES} minutes.`)
}

function refuse(message: string): AppError {
  return new AppError('not_editable', message, { field: 'input.id' })
}

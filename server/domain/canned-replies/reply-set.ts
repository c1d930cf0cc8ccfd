import type { Tx } from '../../database/client.ts'
import { lockName } from '../../database/lock-name.ts'
import { orTaken } from '../../database/or-taken.ts'
import { AppError } from '../../errors.ts'
import { MOST_REPLIES } from './canned-reply-fields.ts'

/** The canned replies that must have different shortcuts: the shared ones of an account, or those of one operator. */
export interface ReplySet {
  accountId: string
  /** Null for the shared ones. */
  ownerId: string | null
}

const FIELD = 'input.shortcut'

/** Makes whoever adds to the set wait for the end of this transaction, so that counting it is exact. */
export async function lockReplySet(tx: Tx, { accountId, ownerId }: ReplySet): Promise<void> {
  await lockName(tx, `CannedReply ${accountId} ${ownerId ?? 'shared'}`)
}

/** How many more fit into the set, which is locked. Throws `limit_reached` when fewer do than are wanted. */
export async function requireRoom(tx: Tx, set: ReplySet, more: number): Promise<number> {
  const most = set.ownerId === null ? MOST_REPLIES.shared : MOST_REPLIES.own
  const room = most - (await tx.cannedReply.count({ where: { ...set } }))
  if (more <= room) return room
  const whose = set.ownerId === null ? 'An account can have' : 'You can have'
  const own = set.ownerId === null ? 'shared canned replies' : 'canned replies of your own'
  const left = room > 0 ? `, and there is room for ${room}` : ''
  throw new AppError('limit_reached', `${whose} at most ${most} ${own}${left}. Delete some that nobody uses.`)
}

/** Throws `taken` when another reply of the set has this shortcut. */
export async function requireFreeShortcut(
  tx: Tx,
  { except, shortcut, ...set }: ReplySet & { shortcut: string; except?: string },
): Promise<void> {
  const where = { ...set, shortcut, ...(except && { id: { not: except } }) }
  const taken = await tx.cannedReply.findFirst({ where, select: { title: true } })
  if (taken) throw new AppError('taken', messageFor(taken.title), { field: FIELD })
}

/** The same for a write, because another one may take the shortcut in the meantime. */
export function orShortcutTaken<T>(write: Promise<T>): Promise<T> {
  return orTaken(write, messageFor(), FIELD)
}

function messageFor(title?: string): string {
  return `${title ? `“${title}”` : 'Another canned reply'} has this shortcut already.`
}

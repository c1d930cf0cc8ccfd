import { AppError } from '../../errors.ts'
import type { ChatStatus } from '../../generated/prisma/client.ts'
import type { Role } from '../operators/role.ts'
import type { Viewer } from '../viewer.ts'
import { isMember, type LockedChat } from './lock-chat.ts'

/** What an operator can do with a chat that they see. */
export const chatActions = [
  'ACCEPT',
  'SEND',
  'JOIN',
  'TAKE_OVER',
  'LEAVE',
  'INVITE',
  'TRANSFER',
  'HAND_BACK',
  'ASSIGN_CARD',
  'SNOOZE',
  'SET_PRIORITY',
  'CLOSE',
] as const

export type ChatAction = (typeof chatActions)[number]

/** An operator's relation to a chat. */
export interface ChatRelation {
  status: ChatStatus
  /** Whether they are one of the operators in it. */
  isMember: boolean
  role: Role
}

const UNANSWERED: ChatAction[] = ['ACCEPT', 'SEND', 'JOIN', 'TAKE_OVER', 'SET_PRIORITY', 'CLOSE']
/** Nobody may have to wait for a colleague who is gone. */
const COLLEAGUES: ChatAction[] = ['JOIN', 'TAKE_OVER']
/** What supervisors and admins can do with every open chat that they see, without being in it. */
const SUPERVISORS: ChatAction[] = ['INVITE', 'TRANSFER', 'HAND_BACK', 'ASSIGN_CARD', 'SET_PRIORITY', 'CLOSE']

/**
 * What an operator may do with a chat that they see. The verbs ask it, and the API returns it
 * (`Viewer.chatPermissions`), so that no screen offers what would be refused. HAND_BACK also needs a bot on the
 * channel.
 */
export function chatActionsOf({ status, isMember, role }: ChatRelation): ChatAction[] {
  if (status === 'CLOSED') return []
  const own = ownActions(status, isMember)
  return chatActions.filter(
    (action) => own.includes(action) || (role !== 'OPERATOR' && SUPERVISORS.includes(action)),
  )
}

function ownActions(status: ChatStatus, isMember: boolean): readonly ChatAction[] {
  if (status === 'BOT') return UNANSWERED
  if (status === 'QUEUED') return [...UNANSWERED, 'HAND_BACK']
  return isMember ? chatActions : COLLEAGUES
}

/**
 * Throws `chat_closed`, and what explains why the viewer may not do this: `chat_accepted_by_other` for what needs a
 * chat that nobody answers, otherwise `not_in_chat`. Both say who answers it.
 */
export function requireAction(chat: LockedChat, viewer: Viewer, action: ChatAction): void {
  const field = 'input.chatId'
  if (chat.status === 'CLOSED') throw new AppError('chat_closed', 'This chat is closed.', { field })
  const relation = { status: chat.status, isMember: isMember(chat, viewer), role: viewer.role }
  if (chatActionsOf(relation).includes(action)) return
  if (action === 'ACCEPT' || action === 'SEND')
    throw new AppError('chat_accepted_by_other', answeredBy(chat), { field })
  throw new AppError('not_in_chat', `You are not in this chat. ${answeredBy(chat)}`, { field })
}

/** Who answers a chat, for the operator who came second. */
export function answeredBy(chat: LockedChat): string {
  const names = chat.members.map((member) => member.user.name)
  return names.length > 0 ? `It is being answered by ${names.join(', ')}.` : 'Nobody has accepted it yet.'
}

import type { Work } from '../../events/transact.ts'
import type { Viewer } from '../viewer.ts'
import type { LockedChat } from './lock-chat.ts'

interface Taking {
  viewer: Viewer
  action: 'CHAT_TAKEN_OVER' | 'CHAT_TRANSFERRED' | 'CHAT_HANDED_BACK' | 'CHAT_CLOSED'
  /** Who has it afterwards. */
  operatorIds: string[]
}

/** Writes into the audit log that somebody took a chat from the operators who were in it; nothing if nobody was. */
export function auditTaking(
  work: Work,
  chat: LockedChat,
  { viewer, action, operatorIds }: Taking,
): Promise<void> {
  return work.audit({
    actor: viewer,
    action,
    subject: { type: 'Chat', id: chat.id, label: `#${chat.number}` },
    before: { operators: chat.members.map(({ userId }) => userId) },
    after: { operators: operatorIds },
  })
}

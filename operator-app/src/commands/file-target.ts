import type { Chat } from '../graphql/fragments.ts'
import { dialogs } from '../state/dialogs.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

/** The chat that a dropped or pasted file goes to, or why there is none. */
export type FileTarget = { chat: Chat } | { refusal: 'noChat' | 'notYours' | 'closed' | 'note' | 'busy' }

/** The chat to which a dropped or pasted file goes, or why it goes nowhere. */
export function findFileTarget(workspace: Workspace): FileTarget {
  const chat = workspace.openChatId === null ? undefined : workspace.chats.get(workspace.openChatId)
  if (!chat) return { refusal: 'noChat' }
  if (workspace.composerModes.isNote(chat.id)) return { refusal: 'note' }
  if (chat.status === 'CLOSED') return { refusal: 'closed' }
  if (!workspace.canWrite(chat)) return { refusal: 'notYours' }
  if (dialogs.isAnyOpen || document.querySelector('[role="dialog"], [role="alertdialog"]'))
    return { refusal: 'busy' }
  return { chat }
}

import type { Message } from '../graphql/fragments.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { switchComposer } from './switch-composer.ts'

/** Answers a message by quoting it. A note is never shown to the visitor: what quotes it is a note as well. */
export function quoteMessage(workspace: Workspace, message: Message): void {
  const chatId = message.chat.id
  const chat = workspace.chats.get(chatId)
  const isNote = message.type === 'NOTE' || workspace.composerModes.isNote(chatId)
  workspace.quotes.set(message)
  void switchComposer(workspace, chatId, isNote || !chat || !workspace.canWrite(chat) ? 'note' : 'reply')
}

/** The message beside which the focus is, unless it is of another chat; without one, the last of the visitor. */
export function findQuotable({ threads, openChatId }: Workspace): Message | undefined {
  if (openChatId === null) return undefined
  const focused = document.activeElement?.closest<HTMLElement>('[data-message]')?.dataset.message
  const messages = threads.open(openChatId).messages.filter(({ deletedAt }) => deletedAt === null)
  return messages.findLast(({ id, author }) =>
    focused === undefined ? author === 'VISITOR' : id === focused,
  )
}

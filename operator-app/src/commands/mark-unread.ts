import { router } from '../browser/router.svelte.ts'
import { markChatUnreadMutation } from '../graphql/chat-mutations.ts'
import { mutate } from '../graphql/request.ts'
import { t } from '../messages/index.ts'
import { showDone, showInfo, showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { uiRequests } from './ui-requests.ts'

/** Marks a chat as unread until this operator opens it again: one that is open is left. */
export async function markUnread(workspace: Workspace, chatId: string): Promise<void> {
  const { chats } = workspace
  chats.records.applyMarkedUnread(chatId)
  leaveOpened(workspace, [chatId])
  try {
    const { userErrors } = (await mutate(markChatUnreadMutation, { input: { chatId } })).markChatUnread
    const [refusal] = userErrors
    if (refusal) showInfo(refusal.message)
    else return showDone(t.actions.markedUnread)
  } catch (error) {
    showProblem(error)
  }
  await chats.refresh(chatId).catch(() => {})
}

/** Goes back to the list when one of these chats is open: as long as it is, it counts as read. */
export function leaveOpened(workspace: Workspace, chatIds: readonly string[]): void {
  const { openChatId, listPath } = workspace
  if (openChatId === null || !chatIds.includes(openChatId)) return
  router.navigate(listPath)
  uiRequests.send('focus-list')
}

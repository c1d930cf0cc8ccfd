import { setChatPriorityMutation } from '../graphql/chat-mutations.ts'
import type { Chat } from '../graphql/fragments.ts'
import { mutate } from '../graphql/request.ts'
import { t } from '../messages/index.ts'
import { showDone } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { changeChat } from './change-chat.ts'

/** Gives a chat another place among those that wait. */
export async function setPriority(
  workspace: Workspace,
  chatId: string,
  priority: Chat['priority'],
): Promise<void> {
  const done = await changeChat(workspace, () =>
    mutate(setChatPriorityMutation, { input: { chatId, priority } }).then((data) => data.setChatPriority),
  )
  if (done) showDone(t.priority.done(t.priority.names[priority]))
}

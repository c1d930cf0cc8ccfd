import type { Chat } from '../graphql/fragments.ts'
import type { UserError } from '../graphql/user-errors.ts'
import { showInfo, showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

/** What a mutation of a chat answers. */
export interface ChatPayload {
  chat: Chat | null
  userErrors: UserError[]
}

/** Runs a mutation of a chat and shows its answer. Whether it was done; the reason for a refusal is shown. */
export async function changeChat(workspace: Workspace, run: () => Promise<ChatPayload>): Promise<boolean> {
  try {
    const { chat, userErrors } = await run()
    if (chat) workspace.chats.apply(chat)
    const [refusal] = userErrors
    if (refusal) showInfo(refusal.message)
    return !refusal
  } catch (error) {
    showProblem(error)
    return false
  }
}

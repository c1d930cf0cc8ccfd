import { joinChatSilentlyMutation, leaveChatSilentlyMutation } from '../graphql/chat-observers.ts'
import type { Chat } from '../graphql/fragments.ts'
import { mutate } from '../graphql/request.ts'
import { t } from '../messages/index.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { changeChat } from './change-chat.ts'

/** Whether the viewer is in a chat silently. */
export function isSilent({ me }: Workspace, chat: Chat | undefined): boolean {
  return chat?.observers.some(({ id }) => id === me.id) === true
}

/** Whether the viewer may join a chat silently, in which they are not yet. */
export function canJoinSilently(workspace: Workspace, chat: Chat | undefined): boolean {
  if (!chat || !workspace.isSupervisor || chat.status === 'CLOSED') return false
  return !workspace.chats.isMine(chat) && !isSilent(workspace, chat)
}

/** Joins a chat so that only its operators see it. */
export async function joinSilently(workspace: Workspace, chatId: string): Promise<void> {
  const done = await changeChat(workspace, () =>
    mutate(joinChatSilentlyMutation, { input: { chatId } }).then((data) => data.joinChatSilently),
  )
  if (done) workspace.notifier.say(t.team.joined)
}

/** Leaves a chat that was joined silently. */
export async function leaveSilently(workspace: Workspace, chatId: string): Promise<void> {
  const done = await changeChat(workspace, () =>
    mutate(leaveChatSilentlyMutation, { input: { chatId } }).then((data) => data.leaveChatSilently),
  )
  if (done) workspace.notifier.say(t.team.left)
}

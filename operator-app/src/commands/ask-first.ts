import type { Chat } from '../graphql/fragments.ts'
import { t } from '../messages/index.ts'
import { dialogs } from '../state/dialogs.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { closeChat, leaveChat } from './chat-actions.ts'

/** The reason to ask before a chat is closed; null if it can be closed immediately. */
export function reasonToKeepOpen(workspace: Workspace, chatId: string): string | null {
  if (workspace.drafts.get(chatId) !== '') return t.actions.closeBody.draft
  if (workspace.chats.isUnread(chatId)) return t.actions.closeBody.unread
  if (workspace.uploads.of(chatId).length > 0) return t.actions.closeBody.files
  return workspace.outbox.of(chatId).length > 0 ? t.actions.closeBody.pending : null
}

/** Closes a chat, and asks before only when something could be overlooked. */
export function requestClose(workspace: Workspace, chatId: string): void {
  if (reasonToKeepOpen(workspace, chatId) === null) closeOrAskTag(workspace, chatId)
  else dialogs.open('close')
}

/** Closes a chat; where its channel requires a tag that it lacks, asks for one. */
export function closeOrAskTag(workspace: Workspace, chatId: string): void {
  const chat = workspace.chats.get(chatId)
  if (chat && lacksTag(chat)) dialogs.open('close-tag')
  else void closeChat(workspace, chatId)
}

/** Whether a chat can only be closed with a tag, or after somebody said that none fits. */
export function lacksTag({ channel, tags }: Pick<Chat, 'channel' | 'tags'>): boolean {
  return channel.requiresTag && tags.length === 0
}

/** Leaves a chat, and asks before only when nobody else would be in it. */
export function requestLeave(workspace: Workspace, chatId: string): void {
  const others = workspace.chats.get(chatId)?.operators.filter(({ id }) => id !== workspace.me.id) ?? []
  if (others.length > 0) void leaveChat(workspace, chatId)
  else dialogs.open('leave')
}

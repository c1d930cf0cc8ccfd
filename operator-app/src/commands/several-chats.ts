import type { Chat } from '../graphql/fragments.ts'
import { mutate } from '../graphql/request.ts'
import {
  type ChatResult,
  closeChatsMutation,
  markChatsReadMutation,
  markChatsUnreadMutation,
  takeOverChatsMutation,
  transferChatsMutation,
} from '../graphql/several-chats.ts'
import type { UserError } from '../graphql/user-errors.ts'
import { t } from '../messages/index.ts'
import { dialogs } from '../state/dialogs.svelte.ts'
import { MOST_SELECTED, type Refusal } from '../state/inbox/selection.svelte.ts'
import type { TagOfChat } from '../state/settings/tags.svelte.ts'
import { showDone, showInfo, showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import type { TransferTarget } from './chat-actions.ts'
import { leaveOpened } from './mark-unread.ts'
import { putTags } from './tag-chats.ts'

interface Answer {
  results: ChatResult[] | null
  userErrors: UserError[]
}

/** Selects or deselects a chat of the list; with `isRange`, selects everything from the last one to it. */
export function selectChat({ selection }: Workspace, chatId: string, { isRange = false } = {}): void {
  if (!(isRange ? selection.extendTo(chatId) : selection.toggle(chatId))) tellMost()
}

/** Selects the chats that the list shows. */
export function selectAll({ selection }: Workspace): void {
  if (!selection.selectAll()) tellMost()
}

function tellMost(): void {
  showInfo(t.several.most(MOST_SELECTED))
}

/** The selected chats as this screen knows them. */
export function selectedChats({ selection, chats }: Workspace): Chat[] {
  return selection.ids.flatMap((id) => chats.get(id) ?? [])
}

/** Whether any of the selected chats can be transferred; the answer says which cannot. */
export function canTransferSelected(workspace: Workspace): boolean {
  return selectedChats(workspace).some((chat) => workspace.may(chat, 'TRANSFER'))
}

/** Makes the selected chats this operator's, as long as nobody else has taken them meanwhile. */
export function takeSelected(workspace: Workspace): Promise<boolean> {
  return changeSelected(workspace, t.several.taken, async (selected) => {
    const chats = selected.map(({ id, operators }) => ({
      chatId: id,
      operatorIds: operators.map((operator) => operator.id),
    }))
    return (await mutate(takeOverChatsMutation, { input: { chats } })).takeOverChats
  })
}

/** Transfers the selected chats, with a note for whoever gets them. */
export function transferSelected(
  workspace: Workspace,
  { kind, id }: TransferTarget,
  note: string | null,
): Promise<boolean> {
  const to = kind === 'operator' ? { operatorId: id } : { departmentId: id }
  const done = kind === 'operator' ? t.several.offered : t.several.transferred
  return changeSelected(workspace, done, async (selected) => {
    const input = { chatIds: selected.map((chat) => chat.id), ...to, note }
    return (await mutate(transferChatsMutation, { input })).transferChats
  })
}

/** Marks the selected chats as read, as far as this screen knows them. */
export function markSelectedRead(workspace: Workspace): Promise<boolean> {
  return changeSelected(workspace, t.several.read, async (selected) => {
    const chats = selected.map(({ id, lastSeq }) => ({ chatId: id, seq: lastSeq }))
    return (await mutate(markChatsReadMutation, { input: { chats } })).markChatsRead
  })
}

/** Marks the selected chats as unread, also the open one, which is left. */
export function markSelectedUnread(workspace: Workspace): Promise<boolean> {
  return changeSelected(workspace, t.several.unread, async (selected) => {
    const chatIds = selected.map(({ id }) => id)
    leaveOpened(workspace, chatIds)
    return (await mutate(markChatsUnreadMutation, { input: { chatIds } })).markChatsUnread
  })
}

/** Closes the selected chats. Those that need a tag get this one; null when none fits. */
export function closeSelected(
  workspace: Workspace,
  { tag, needing }: { tag: TagOfChat | null; needing: readonly Chat[] },
): Promise<boolean> {
  return changeSelected(workspace, t.several.closed, async (selected) => {
    const chatIds = needing.map(({ id }) => id)
    if (tag && chatIds.length > 0) await putTags(workspace, chatIds, { add: [tag] })
    const chats = selected.map(({ id, lastVisitorSeq }) => ({ chatId: id, lastVisitorSeq }))
    const input = { chats, withoutTag: tag === null && needing.length > 0 }
    return (await mutate(closeChatsMutation, { input })).closeChats
  })
}

/**
 * Sends one request for all selected chats, and tells what could not be done with which of them. Resolves with whether it was
 * done with any.
 */
async function changeSelected(
  workspace: Workspace,
  done: (count: number) => string,
  send: (selected: Chat[]) => Promise<Answer>,
): Promise<boolean> {
  const selected = selectedChats(workspace)
  if (selected.length === 0) return false
  let isDone = false
  await workspace.selection.change(async () => {
    try {
      const { results, userErrors } = await send(selected)
      for (const { chat } of results ?? []) if (chat) workspace.chats.apply(chat)
      const [refusal] = userErrors
      if (refusal) showInfo(refusal.message)
      if (!results) return selected.map(({ id }) => ({ chatId: id, message: refusal?.message ?? '' }))
      isDone = results.some(({ userErrors: [error] }) => !error)
      return tell(results, done)
    } catch (error) {
      showProblem(error)
      return selected.map(({ id }) => ({ chatId: id, message: '' }))
    }
  })
  return isDone
}

function tell(results: readonly ChatResult[], done: (count: number) => string): Refusal[] {
  const refusals = results.flatMap(({ chatId, userErrors: [error] }) =>
    error ? [{ chatId, message: error.message }] : [],
  )
  const count = results.length - refusals.length
  if (count > 0) showDone(done(count))
  if (refusals.length > 0) dialogs.open('several-refused')
  return refusals
}

import type { Chat } from '../graphql/fragments.ts'
import { mutate } from '../graphql/request.ts'
import { tagChatsMutation } from '../graphql/several-chats.ts'
import { createTagMutation, type Tag } from '../graphql/tags.ts'
import type { TagOfChat } from '../state/settings/tags.svelte.ts'
import { showInfo, showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

interface Change {
  add?: readonly TagOfChat[]
  remove?: readonly TagOfChat[]
}

/** One change after the other: on and off again must not overtake each other. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Puts tags on chats and takes others off them. The screen shows it at once; what was refused is told, and shown as it
 * is. Whether nothing was refused.
 */
export function putTags(workspace: Workspace, chatIds: readonly string[], change: Change): Promise<boolean> {
  const { chats } = workspace
  const answered = chats.records.expect((chat) => (chatIds.includes(chat.id) ? withTags(chat, change) : chat))
  const sent = last.then(() => send(workspace, chatIds, change, answered))
  last = sent
  return sent
}

async function send(
  workspace: Workspace,
  chatIds: readonly string[],
  { add = [], remove = [] }: Change,
  answered: () => void,
): Promise<boolean> {
  const ids = (tags: readonly TagOfChat[]) => tags.map(({ id }) => id)
  try {
    const input = { chatIds: [...chatIds], addTagIds: ids(add), removeTagIds: ids(remove) }
    const { results, userErrors } = (await mutate(tagChatsMutation, { input }).finally(answered)).tagChats
    for (const { chat } of results ?? []) if (chat) takeAnswer(workspace, chat)
    const [refusal] = [...userErrors, ...(results ?? []).flatMap((result) => result.userErrors)]
    if (!refusal) return true
    showInfo(refusal.message)
  } catch (error) {
    showProblem(error)
  }
  for (const id of chatIds) void workspace.chats.refresh(id).catch(() => {})
  return false
}

function takeAnswer({ chats }: Workspace, chat: Chat): void {
  chats.apply(chat)
  // What was changed meanwhile, as by a colleague who took the tag off again, was shown with this change.
  const isOlder = chat.revision < (chats.get(chat.id)?.revision ?? 0)
  if (isOlder) void chats.refresh(chat.id).catch(() => {})
}

function withTags(chat: Chat, { add = [], remove = [] }: Change): Chat {
  const isNew = ({ id }: TagOfChat) => !chat.tags.some((tag) => tag.id === id)
  const added = add.filter(isNew).map(({ id, name, color }) => ({ id, name, color }))
  const tags = [...chat.tags, ...added].filter(({ id }) => !remove.some((tag) => tag.id === id))
  return { ...chat, tags }
}

/** Creates a tag in passing. Null when it was refused; the reason is shown. */
export async function createTag({ configuration }: Workspace, name: string): Promise<Tag | null> {
  try {
    const { tag, userErrors } = (await configuration.mutate(createTagMutation, { input: { name } })).createTag
    const [refusal] = userErrors
    if (refusal) showInfo(refusal.message)
    return tag
  } catch (error) {
    showProblem(error)
    return null
  }
}

import { suggestReplies } from '../conversation/suggestions/suggest-replies.ts'
import type { Suggestion } from '../conversation/suggestions/suggestions.svelte.ts'
import type { Chat } from '../graphql/fragments.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

const MOST = 5
const NONE: readonly Suggestion[] = []

/** The canned replies for what is typed into the palette, as they would be sent in the open chat; none where nobody can reply. */
export function useFoundReplies(workspace: Workspace, text: () => string) {
  let items = $state.raw(NONE)

  $effect(() => {
    const typed = text().trim()
    const chat = chatToAnswer(workspace)
    let isCurrent = true
    const show = (found: readonly Suggestion[]) => {
      if (isCurrent) items = found.slice(0, MOST)
    }
    if (typed === '' || !chat) show(NONE)
    else suggestReplies(workspace, chat, typed).then(show, () => show(NONE))
    return () => {
      isCurrent = false
    }
  })

  return {
    get items() {
      return items
    },
  }
}

function chatToAnswer(workspace: Workspace): Chat | null {
  const { openChatId, chats, composerModes } = workspace
  const chat = openChatId === null ? undefined : chats.get(openChatId)
  return chat && workspace.canWrite(chat) && !composerModes.isNote(chat.id) ? chat : null
}

import { router } from '../browser/router.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

/** The chat that a key of the list means: the row with the focus, else the chat that is open. */
export function currentChat(workspace: Workspace): string | null {
  if (router.route.name !== 'inbox') return null
  const row = document.activeElement?.closest<HTMLElement>('[data-chat]')
  const id = row?.dataset.chat ?? workspace.openChatId
  return id !== null && workspace.list.ids.includes(id) ? id : null
}

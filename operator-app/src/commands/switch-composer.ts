import { tick } from 'svelte'
import { t } from '../messages/index.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { uiRequests } from './ui-requests.ts'

/** Begins or goes on with a note or a reply in a chat, and says which of them it is from now on. */
export async function switchComposer(
  workspace: Workspace,
  chatId: string,
  to: 'note' | 'reply',
): Promise<void> {
  const { composerModes, notifier } = workspace
  if (composerModes.isNote(chatId) !== (to === 'note')) {
    composerModes.set(chatId, to === 'note')
    notifier.say(t.notes.switched[to])
  }
  await tick()
  uiRequests.send('focus-composer')
}

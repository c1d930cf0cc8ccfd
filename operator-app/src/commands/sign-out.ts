import { session } from '../state/session.svelte.ts'
import { unsaved } from '../state/settings/unsaved.svelte.ts'
import { showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'

/** Ends the session, unless edits would be lost and somebody says that they stay. */
export function signOut(workspace: Workspace): void {
  const leave = () => void end(workspace).catch(showProblem)
  if (!unsaved.ask(leave)) leave()
}

/** Chats that were closed a moment ago must reach the server while the user is still signed in. */
async function end({ closings }: Workspace): Promise<void> {
  await closings.flush()
  await session.signOut()
}

import type { Workspace } from '../state/workspace.svelte.ts'
import { appCommands } from './app-commands.ts'
import { chatCommands } from './chat-commands.ts'
import type { Command } from './command.ts'
import { goCommands } from './go-commands.ts'
import { listCommands } from './list-commands.ts'
import { selectionCommands } from './selection-commands.ts'

/** Every command of the app; the shortcuts, the palette and the sheet of shortcuts all read this one list. */
export function createCommands(workspace: Workspace): Command[] {
  return [
    // What is selected comes before the chat that is open.
    ...selectionCommands(workspace),
    ...listCommands(workspace),
    ...chatCommands(workspace),
    ...goCommands(workspace),
    ...appCommands(workspace),
  ]
}

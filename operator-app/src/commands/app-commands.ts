import { dialogs } from '../state/dialogs.svelte.ts'
import { preferences } from '../state/preferences.svelte.ts'
import { showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { takeFirstCall } from './call-actions.ts'
import { always, type Command, command } from './command.ts'
import { signOut } from './sign-out.ts'

/** What can be done on every page. */
export function appCommands(workspace: Workspace): Command[] {
  const switchAvailability = () => void workspace.setAvailability(!workspace.me.available).catch(showProblem)
  return [
    command('palette', 'app', ['mod+k'], always, () => dialogs.open('palette')),
    command('shortcuts', 'app', ['?'], always, () => dialogs.open('shortcuts')),
    command(
      'takeCall',
      'app',
      [],
      () => workspace.calls.offered.length > 0,
      () => void takeFirstCall(workspace),
    ),
    command('availability', 'app', [], always, switchAvailability),
    command('theme', 'app', [], always, switchTheme),
    command('signOut', 'app', [], always, () => signOut(workspace)),
  ]
}

function switchTheme(): void {
  const isDark =
    preferences.theme === 'dark' ||
    (preferences.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  preferences.theme = isDark ? 'light' : 'dark'
}

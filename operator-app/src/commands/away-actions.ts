import { t } from '../messages/index.ts'
import { showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import type { Command } from './command.ts'

/** What the palette has for each reason to be away. */
export function awayCommands(workspace: Workspace): Command[] {
  return workspace.viewer.account.awayReasons.map((reason) => ({
    id: `away-${reason}`,
    title: t.nav.awayFor(reason),
    group: 'app',
    keys: [],
    isGrave: false,
    isMove: false,
    repeats: false,
    isAvailable: () => workspace.me.available || workspace.me.awayReason !== reason,
    run: () => void workspace.setAvailability(false, reason).catch(showProblem),
  }))
}

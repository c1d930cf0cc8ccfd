import {
  type ArchiveSection,
  type ChatViewName,
  callPath,
  inboxPath,
  mentionsPath,
  reportsPath,
  settingsPath,
  teamPath,
  visitorsOnSitePath,
} from '../browser/route.ts'
import { router } from '../browser/router.svelte.ts'
import { sectionsFor } from '../browser/settings-sections.ts'
import { t } from '../messages/index.ts'
import { builtInView } from '../state/inbox/inbox-view.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { always, type Command, command } from './command.ts'

/** Going to the views of the inbox and to the pages of the app. */
export function goCommands(workspace: Workspace): Command[] {
  const go = (view: ChatViewName) => () => {
    workspace.search.set('', builtInView(view))
    router.navigate(inboxPath(view))
  }
  const toArchive = (section: ArchiveSection) => () =>
    router.navigate(workspace.archive.filter.pathTo(section))
  return [
    command('waiting', 'go', ['g w'], always, go('waiting')),
    command('mine', 'go', ['g m'], always, go('mine')),
    command('bot', 'go', ['g b'], always, go('bot')),
    command('all', 'go', ['g a'], always, go('all')),
    command('snoozed', 'go', ['g z'], always, go('snoozed')),
    command('closed', 'go', ['g c'], always, go('closed')),
    {
      ...command('mentions', 'go', ['g n'], always, () => router.navigate(mentionsPath())),
      count: () => workspace.mentions.count,
    },
    command('calls', 'go', ['g p'], always, () => router.navigate(callPath())),
    command('visitorsOnSite', 'go', ['g v'], always, () => router.navigate(visitorsOnSitePath())),
    command(
      'team',
      'go',
      ['g t'],
      () => workspace.isSupervisor,
      () => router.navigate(teamPath()),
    ),
    command('archive', 'go', ['g r'], always, toArchive('chats')),
    command('archivedCalls', 'go', [], always, toArchive('calls')),
    command('offlineMessages', 'go', ['g o'], always, toArchive('offline-messages')),
    command(
      'reports',
      'go',
      ['g d'],
      () => workspace.isSupervisor,
      () => router.navigate(reportsPath()),
    ),
    command('settings', 'go', ['g s'], always, () => router.navigate(settingsPath())),
    ...settingsCommands(workspace),
  ]
}

/** Every page of the settings can be gone to from the palette. */
function settingsCommands(workspace: Workspace): Command[] {
  return sectionsFor({ isAdmin: true }).map((section) => ({
    id: `settings-${section}`,
    title: t.palette.settings(t.settingsSections[section]),
    group: 'go',
    keys: [],
    isGrave: false,
    isMove: true,
    repeats: false,
    isAvailable: () => sectionsFor(workspace).includes(section),
    run: () => router.navigate(settingsPath(section)),
  }))
}

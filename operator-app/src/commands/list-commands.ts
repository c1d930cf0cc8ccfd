import { router } from '../browser/router.svelte.ts'
import { dialogs } from '../state/dialogs.svelte.ts'
import { preferences } from '../state/preferences.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { type Command, command } from './command.ts'
import { uiRequests } from './ui-requests.ts'

/** What is done with the list of chats: going through it, searching, filtering. */
export function listCommands(workspace: Workspace): Command[] {
  const isInbox = () => router.route.name === 'inbox'
  const hasViews = () => isInbox() || router.route.name === 'mentions'
  const canSearch = () => isInbox() || ['archive', 'calls'].includes(router.route.name)
  return [
    command('next', 'list', ['j', 'ArrowDown'], isInbox, () => openNeighbour(workspace, 1)),
    command('previous', 'list', ['k', 'ArrowUp'], isInbox, () => openNeighbour(workspace, -1)),
    command('search', 'list', ['/'], canSearch, () => uiRequests.send('focus-search')),
    command('filter', 'list', ['f'], isInbox, () => uiRequests.send('toggle-filter')),
    command(
      'saveView',
      'list',
      [],
      () => isInbox() && workspace.filter.isChosen,
      () => dialogs.open('save-view'),
    ),
    command('keepViewsOpen', 'list', [], hasViews, () => {
      preferences.viewsPane = !preferences.viewsPane
    }),
    command('views', 'list', ['v'], hasViews, () => uiRequests.send('show-views')),
    command(
      'back',
      'list',
      ['Escape'],
      () => !dialogs.isAnyOpen,
      () => goBack(workspace),
    ),
  ]
}

function openNeighbour(workspace: Workspace, step: 1 | -1): void {
  const { ids } = workspace.list
  const current = workspace.openChatId === null ? -1 : ids.indexOf(workspace.openChatId)
  const start = current < 0 && step < 0 ? ids.length : current
  const next = ids[Math.min(Math.max(start + step, 0), ids.length - 1)]
  if (next === undefined) return
  // Going through the list is not a way through pages: one step back leaves it.
  router.navigate(workspace.pathTo(next), { replace: workspace.openChatId !== null })
  uiRequests.send('focus-list')
}

function goBack(workspace: Workspace): void {
  if (router.route.name === 'inbox' && workspace.search.text !== '') workspace.search.set('', workspace.view)
  else if (workspace.openId !== null) router.navigate(workspace.listPath)
  else if (router.route.name === 'settings') router.navigate(workspace.pathTo())
}

import { inboxPath, savedViewKey } from '../browser/route.ts'
import { router } from '../browser/router.svelte.ts'
import {
  deleteSavedViewMutation,
  pinSavedViewMutation,
  type SavedView,
  updateSavedViewMutation,
} from '../graphql/saved-views.ts'
import type { UserError } from '../graphql/user-errors.ts'
import { t } from '../messages/index.ts'
import { wholeFilterOf } from '../state/inbox/inbox-view.ts'
import { showDone, showInfo, showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import type { Command } from './command.ts'

/** What the palette has for each saved view. */
export function goToView({ id, name }: SavedView): Command {
  return {
    id,
    title: t.views.goTo(name),
    group: 'go',
    keys: [],
    isGrave: false,
    isMove: true,
    repeats: false,
    isAvailable: () => true,
    run: () => router.navigate(inboxPath(savedViewKey(id))),
  }
}

/** Pins a saved view, or takes the pin away. */
export async function pinView({ configuration }: Workspace, { id, pinnedAt }: SavedView): Promise<void> {
  await attempt(async () => {
    const input = { id, pinned: pinnedAt === null }
    return (await configuration.mutate(pinSavedViewMutation, { input })).pinSavedView
  })
}

/** Saves what the list shows now as the filter and the order of a saved view. */
export async function changeView(workspace: Workspace, { id }: SavedView): Promise<void> {
  const { path, query } = router
  const { configuration, filter, view } = workspace
  const done = await attempt(async () => {
    const input = { id, filter: wholeFilterOf(view), order: view.order }
    return (await configuration.mutate(updateSavedViewMutation, { input })).updateSavedView
  })
  if (!done) return
  showDone(t.views.saved)
  // Whoever has gone somewhere else meanwhile, or changed the filter again, stays there.
  if (router.path === path && router.query === query) filter.reset()
}

/** Deletes a saved view for everybody who has it, and leaves it. */
export async function deleteView({ configuration }: Workspace, { id }: SavedView): Promise<void> {
  const { path } = router
  const done = await attempt(async () => {
    return (await configuration.mutate(deleteSavedViewMutation, { input: { id } })).deleteSavedView
  })
  if (!done) return
  showDone(t.views.deleted)
  if (router.path === path) router.navigate(inboxPath('all'), { replace: true })
}

async function attempt(run: () => Promise<{ userErrors: readonly UserError[] }>): Promise<boolean> {
  try {
    const [refusal] = (await run()).userErrors
    if (refusal) showInfo(refusal.message)
    return !refusal
  } catch (error) {
    showProblem(error)
    return false
  }
}

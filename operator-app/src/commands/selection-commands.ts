import { router } from '../browser/router.svelte.ts'
import { dialogs } from '../state/dialogs.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { type Command, command } from './command.ts'
import { currentChat } from './current-chat.ts'
import {
  canTransferSelected,
  markSelectedRead,
  markSelectedUnread,
  selectAll,
  selectChat,
  takeSelected,
} from './several-chats.ts'

/** Selecting chats in the list, and what is done with those that are selected. */
export function selectionCommands(workspace: Workspace): Command[] {
  const { selection } = workspace
  const isAny = () => router.route.name === 'inbox' && selection.isActive && !selection.isBusy
  const isOpen = () => isAny() && workspace.view.name !== 'closed'
  const open = (name: Parameters<typeof dialogs.open>[0]) => () => dialogs.open(name)
  const current = () => currentChat(workspace)
  return [
    // It is pressed fast, with moves between; held down, it would flicker.
    {
      ...command(
        'select',
        'list',
        ['x'],
        () => current() !== null,
        () => selectChat(workspace, current() ?? ''),
      ),
      repeats: false,
    },
    command(
      'selectAll',
      'list',
      [],
      () => router.route.name === 'inbox',
      () => selectAll(workspace),
    ),
    command(
      'clearSelection',
      'list',
      ['Escape'],
      () => isAny() && !dialogs.isAnyOpen,
      () => selection.clear(),
    ),
    command('tagSelected', 'selected', ['t'], isAny, open('several-tags')),
    command('takeSelected', 'selected', [], isOpen, () => void takeSelected(workspace)),
    command(
      'transferSelected',
      'selected',
      ['h'],
      () => isOpen() && canTransferSelected(workspace),
      open('several-transfer'),
    ),
    command('markSelectedRead', 'selected', [], isOpen, () => void markSelectedRead(workspace)),
    command('markSelectedUnread', 'selected', ['u'], isOpen, () => void markSelectedUnread(workspace)),
    command('closeSelected', 'selected', ['e'], isOpen, open('several-close')),
  ]
}

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
import type { Keys, Shortcut } from '../browser/shortcut-keys.ts'
import type { ChatAction } from '../graphql/session.ts'
import { t } from '../messages/index.ts'
import { dialogs } from '../state/dialogs.svelte.ts'
import { builtInView } from '../state/inbox/inbox-view.ts'
import { preferences } from '../state/preferences.svelte.ts'
import { showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { requestClose, requestLeave } from './ask-first.ts'
import { takeFirstCall } from './call-actions.ts'
import {
  acceptChat,
  canHandBack,
  handBackToBot,
  joinChat,
  takeOverChat,
  unsnoozeChat,
} from './chat-actions.ts'
import { canJoinSilently, isSilent, joinSilently, leaveSilently } from './join-silently.ts'
import { markUnread } from './mark-unread.ts'
import { findQuotable, quoteMessage } from './quote-message.ts'
import { markSelectedRead, markSelectedUnread, selectAll, selectChat, takeSelected } from './several-chats.ts'
import { switchComposer } from './switch-composer.ts'
import { uiRequests } from './ui-requests.ts'
import { undoClose } from './undo-close.ts'

export type CommandGroup = 'list' | 'selected' | 'chat' | 'go' | 'app'

/** Something that can be done by key, from the palette, or both. */
export interface Command extends Shortcut {
  id: string
  title: string
  group: CommandGroup
  /** Whether it runs again while its key is held down. */
  repeats: boolean
  isAvailable: () => boolean
  /** What waits where it leads to; the palette says it. */
  count?: () => number
  run: () => void
}

/** Every command of the app; the shortcuts, the palette and the sheet of shortcuts all read this one list. */
export function createCommands(workspace: Workspace): Command[] {
  return [
    // What is selected comes before the chat that is open.
    ...selectionCommands(workspace),
    ...listCommands(workspace),
    ...chatCommands(workspace),
    ...viewCommands(workspace),
    ...appCommands(workspace),
  ]
}

function listCommands(workspace: Workspace): Command[] {
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

function selectionCommands(workspace: Workspace): Command[] {
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
    command('transferSelected', 'selected', ['h'], isOpen, open('several-transfer')),
    command('markSelectedRead', 'selected', [], isOpen, () => void markSelectedRead(workspace)),
    command('markSelectedUnread', 'selected', ['u'], isOpen, () => void markSelectedUnread(workspace)),
    command('closeSelected', 'selected', ['e'], isOpen, open('several-close')),
  ]
}

/** The chat that a key of the list means: the row with the focus, else the chat that is open. */
function currentChat(workspace: Workspace): string | null {
  if (router.route.name !== 'inbox') return null
  const row = document.activeElement?.closest<HTMLElement>('[data-chat]')
  const id = row?.dataset.chat ?? workspace.openChatId
  return id !== null && workspace.list.ids.includes(id) ? id : null
}

function chatCommands(workspace: Workspace): Command[] {
  const marked = () => currentChat(workspace) ?? workspace.openChatId
  const chat = () => (workspace.openChatId === null ? undefined : workspace.chats.get(workspace.openChatId))
  const may = (action: ChatAction) => () => {
    const open = chat()
    return open !== undefined && workspace.may(open, action)
  }
  const canWrite = () => {
    const open = chat()
    return open !== undefined && workspace.canWrite(open)
  }
  const isNote = () => workspace.openChatId !== null && workspace.composerModes.isNote(workspace.openChatId)
  const canSend = () => canWrite() && !isNote()
  const canCompose = () => canWrite() || (chat() !== undefined && isNote())
  const canNote = () => chat() !== undefined && !workspace.composerModes.isHeld
  const canReply = () => canWrite() && !workspace.composerModes.isHeld
  const isColleagues = () => {
    const open = chat()
    return open !== undefined && open.status === 'ACTIVE' && !workspace.chats.isMine(open)
  }
  const isWaiting = () => chat()?.status === 'QUEUED' || chat()?.status === 'BOT'
  const isSnoozed = () => chat()?.snoozedAt != null
  const canReturn = () => {
    const open = chat()
    return open !== undefined && canHandBack(workspace, open)
  }
  const withChat = (act: (workspace: Workspace, chatId: string) => unknown) => () => {
    if (workspace.openChatId !== null) act(workspace, workspace.openChatId)
  }
  return [
    // It only goes to the composer: what is typed right after it is the answer.
    {
      ...command('reply', 'chat', ['r'], canReply, withChat(reply)),
      isGrave: false,
      isMove: true,
      repeats: true,
    },
    {
      ...command('compose', 'chat', ['Enter'], canCompose, focusComposer),
      isGrave: false,
      isMove: true,
      repeats: true,
    },
    { ...command('note', 'chat', ['n'], canNote, withChat(note)), isGrave: false, isMove: true },
    {
      ...command(
        'quote',
        'chat',
        ['q'],
        () => findQuotable(workspace) !== undefined,
        () => quoteFound(workspace),
      ),
      isGrave: false,
      isMove: true,
    },
    command('accept', 'chat', ['a'], () => isWaiting() && may('ACCEPT')(), withChat(acceptChat)),
    command('join', 'chat', ['a'], () => isColleagues() && may('JOIN')(), withChat(joinChat)),
    command('takeOver', 'chat', ['o'], () => isColleagues() && may('TAKE_OVER')(), withChat(takeOverChat)),
    command('joinSilently', 'chat', ['m'], () => canJoinSilently(workspace, chat()), withChat(joinSilently)),
    command('leaveSilently', 'chat', ['m'], () => isSilent(workspace, chat()), withChat(leaveSilently)),
    command('close', 'chat', ['e'], may('CLOSE'), withChat(requestClose)),
    command(
      'undoClose',
      'list',
      ['z'],
      () => workspace.closings.last !== undefined,
      () => undoClose(workspace.closings),
    ),
    command(
      'write',
      'chat',
      ['w'],
      () => chat()?.status === 'CLOSED',
      () => dialogs.open('write'),
    ),
    command(
      'tags',
      'chat',
      ['t'],
      () => chat() !== undefined,
      () => dialogs.open('tags'),
    ),
    command(
      'markUnread',
      'chat',
      ['u'],
      () => marked() !== null,
      () => void markUnread(workspace, marked() ?? ''),
    ),
    command('transfer', 'chat', ['h'], may('TRANSFER'), () => dialogs.open('transfer')),
    command('invite', 'chat', ['i'], may('INVITE'), () => dialogs.open('invite')),
    command('snooze', 'chat', ['s'], may('SNOOZE'), () => dialogs.open('snooze')),
    command('unsnooze', 'chat', [], () => isSnoozed() && may('SNOOZE')(), withChat(unsnoozeChat)),
    command('leave', 'chat', ['l'], may('LEAVE'), withChat(requestLeave)),
    command('handBack', 'chat', ['b'], canReturn, withChat(handBackToBot)),
    command('attach', 'chat', ['mod+u'], canSend, () => uiRequests.send('attach-files')),
    command('voice', 'chat', [], canSend, () => uiRequests.send('record-voice')),
    command('sticker', 'chat', [], canSend, () => uiRequests.send('choose-sticker')),
    command('cannedReply', 'chat', [], canSend, () => uiRequests.send('insert-reply')),
    command('emoji', 'chat', [], canSend, () => uiRequests.send('pick-emoji')),
    command('location', 'chat', [], canSend, () => dialogs.open('location')),
    command(
      'newest',
      'chat',
      ['End'],
      () => chat() !== undefined,
      () => uiRequests.send('jump-to-newest'),
    ),
    command(
      'visitorPane',
      'chat',
      ['d'],
      () => chat() !== undefined,
      () => uiRequests.send('toggle-details'),
    ),
  ]
}

function viewCommands(workspace: Workspace): Command[] {
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
      () => workspace.isAdmin,
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
    title: t.palette.settings(t.settings.sections[section]),
    group: 'go',
    keys: [],
    isGrave: false,
    isMove: true,
    repeats: false,
    isAvailable: () => sectionsFor(workspace).includes(section),
    run: () => router.navigate(settingsPath(section)),
  }))
}

function appCommands(workspace: Workspace): Command[] {
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
  ]
}

function command(
  id: keyof typeof t.commands,
  group: CommandGroup,
  keys: Keys[],
  isAvailable: () => boolean,
  run: () => void,
): Command {
  const isMove = group === 'list' || group === 'go'
  return {
    id,
    title: t.commands[id],
    group,
    keys,
    isGrave: group === 'chat' || group === 'selected',
    isMove,
    repeats: isMove,
    isAvailable,
    run,
  }
}

const always = () => true
const reply = (workspace: Workspace, chatId: string) => switchComposer(workspace, chatId, 'reply')
const note = (workspace: Workspace, chatId: string) => switchComposer(workspace, chatId, 'note')
const quoteFound = (workspace: Workspace) => {
  const message = findQuotable(workspace)
  if (message) quoteMessage(workspace, message)
}
const focusComposer = () => uiRequests.send('focus-composer')

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

function switchTheme(): void {
  const isDark =
    preferences.theme === 'dark' ||
    (preferences.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  preferences.theme = isDark ? 'light' : 'dark'
}

import type { ChatAction } from '../graphql/session.ts'
import { dialogs } from '../state/dialogs.svelte.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { requestClose, requestLeave } from './ask-first.ts'
import {
  acceptChat,
  canHandBack,
  handBackToBot,
  joinChat,
  takeOverChat,
  unsnoozeChat,
} from './chat-actions.ts'
import { type Command, command } from './command.ts'
import { currentChat } from './current-chat.ts'
import { canJoinSilently, isSilent, joinSilently, leaveSilently } from './join-silently.ts'
import { markUnread } from './mark-unread.ts'
import { findQuotable, quoteMessage } from './quote-message.ts'
import { switchComposer } from './switch-composer.ts'
import { uiRequests } from './ui-requests.ts'
import { undoClose } from './undo-close.ts'

/** What is done with the chat that is open. */
export function chatCommands(workspace: Workspace): Command[] {
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
    command('priority', 'chat', ['p'], may('SET_PRIORITY'), () => dialogs.open('priority')),
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

const reply = (workspace: Workspace, chatId: string) => switchComposer(workspace, chatId, 'reply')
/** Back to the reply, too, where there can be one. */
const note = (workspace: Workspace, chatId: string) => {
  const chat = workspace.chats.get(chatId)
  const isBack = workspace.composerModes.isNote(chatId) && chat !== undefined && workspace.canWrite(chat)
  return switchComposer(workspace, chatId, isBack ? 'reply' : 'note')
}
const quoteFound = (workspace: Workspace) => {
  const message = findQuotable(workspace)
  if (message) quoteMessage(workspace, message)
}
const focusComposer = () => uiRequests.send('focus-composer')

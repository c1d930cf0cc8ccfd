import { getContext, setContext } from 'svelte'
import {
  type ArchiveSection,
  callPath,
  type InboxViewKey,
  isBuiltIn,
  mentionsPath,
} from '../browser/route.ts'
import { router } from '../browser/router.svelte.ts'
import { anyChannelQuery } from '../graphql/channels.ts'
import type { Chat, Operator } from '../graphql/fragments.ts'
import { query, RequestError } from '../graphql/request.ts'
import type { SavedView } from '../graphql/saved-views.ts'
import { type ChatAction, setAvailabilityMutation, type Viewer, viewerQuery } from '../graphql/session.ts'
import { t } from '../messages/index.ts'
import { createArchive } from './archive/archive.svelte.ts'
import { createCalls } from './archive/calls.svelte.ts'
import { createOfflineMessages } from './archive/offline-messages.svelte.ts'
import { createCannedReplies } from './conversation/canned-replies.svelte.ts'
import { createComposerModes } from './conversation/composer-modes.svelte.ts'
import { createCrm } from './conversation/crm.svelte.ts'
import { createDraftSync } from './conversation/draft-sync.ts'
import { createDrafts } from './conversation/drafts.svelte.ts'
import { createOutbox } from './conversation/outbox.svelte.ts'
import { postMessage, postNote } from './conversation/post-message.ts'
import { createQuotes } from './conversation/quotes.svelte.ts'
import { createThreads } from './conversation/thread.svelte.ts'
import { createTyping } from './conversation/typing.svelte.ts'
import { createUploads } from './conversation/uploads.svelte.ts'
import type { ChatList } from './inbox/chat-list.svelte.ts'
import { createChats } from './inbox/chats.svelte.ts'
import { createClosings } from './inbox/closings.svelte.ts'
import type { ChosenFilter } from './inbox/filter-query.ts'
import { createInboxFilter } from './inbox/inbox-filter.svelte.ts'
import { builtInView, type InboxView, madeView } from './inbox/inbox-view.ts'
import { createLeftChats } from './inbox/left-chats.svelte.ts'
import { createMentions } from './inbox/mentions.svelte.ts'
import { createOffers } from './inbox/offers.svelte.ts'
import { createSavedViews, filterOf, shownBy } from './inbox/saved-views.svelte.ts'
import { createSearch } from './inbox/search.svelte.ts'
import { createSelection } from './inbox/selection.svelte.ts'
import { announceWaiting } from './live/announce-waiting.ts'
import { applyEvent } from './live/apply-event.ts'
import { applySignal } from './live/apply-signal.ts'
import { createLive } from './live/live.svelte.ts'
import { createNotifier } from './live/notifier.svelte.ts'
import { session } from './session.svelte.ts'
import { createConfiguration } from './settings/configuration.ts'
import { createPeople } from './settings/people.svelte.ts'
import { createTags } from './settings/tags.svelte.ts'
import { showInfo } from './toasts.ts'

/** Everything that a signed-in user's screen knows: made at sign-in, thrown away at sign-out. */
export class Workspace {
  #viewer = $state.raw<Viewer>() as Viewer
  readonly #view = $derived(this.#viewOf(router.inboxView))
  readonly chats
  readonly calls
  readonly threads
  readonly outbox
  readonly noteOutbox
  readonly drafts
  readonly noteDrafts
  readonly draftSync
  readonly quotes = createQuotes()
  readonly composerModes
  readonly offlineMessages
  readonly offers
  readonly search
  readonly selection = createSelection(() => this.list.ids)
  readonly archive
  readonly closings
  readonly uploads
  readonly configuration = createConfiguration()
  readonly savedViews = createSavedViews(this.configuration)
  readonly filter = createInboxFilter(() => this.#ownFilter())
  readonly crm = createCrm()
  readonly cannedReplies = createCannedReplies()
  readonly people = createPeople(this.configuration)
  readonly tags = createTags(this.configuration)
  readonly #anyChannel = this.configuration.query(anyChannelQuery, { first: 2 })
  readonly leftChats = createLeftChats()
  readonly mentions = createMentions()
  readonly typing = createTyping()
  readonly notifier = createNotifier(() => this.#viewer.notificationSettings)
  readonly live = createLive({
    onEvent: (event) => applyEvent(this, event),
    onSignal: (signal) => applySignal(this, signal),
    onConnect: (isAgain) => this.#catchUp(isAgain),
    onSignedOut: () => session.load(),
    onResync: () => this.resync(),
  })

  constructor(viewer: Viewer) {
    const userId = viewer.operator.id
    this.#viewer = viewer
    this.chats = createChats(userId, () => this.savedViews.pinned.map(shownBy))
    this.calls = createCalls(userId)
    this.search = createSearch(this.chats)
    this.offlineMessages = createOfflineMessages(userId)
    this.archive = createArchive({
      keepChats: (chats) => this.chats.keep(chats),
      calls: this.calls,
      offlineMessages: this.offlineMessages,
    })
    this.threads = createThreads({
      applyChat: (chat) => this.chats.apply(chat),
      isUnread: (chat) => this.chats.isUnread(chat.id),
    })
    this.outbox = createOutbox({
      name: `outbox.${userId}`,
      post: postMessage,
      deliver: (message) => this.threads.add(message),
      giveBack: (chatId, text, reason) => this.#takeBack(chatId, text, reason),
    })
    // A tab of an earlier version, which would send a note to the visitor, does not look here.
    this.noteOutbox = createOutbox({
      name: `note-outbox.${userId}`,
      post: postNote,
      deliver: (message) => this.threads.add(message),
      giveBack: (chatId, text) => this.noteDrafts.set(chatId, text),
    })
    this.closings = createClosings(this.chats)
    this.drafts = createDrafts('drafts', userId)
    this.noteDrafts = createDrafts('note-drafts', userId)
    this.draftSync = createDraftSync({
      userId,
      stores: { REPLY: this.drafts, NOTE: this.noteDrafts },
      isWriting: (chatId, kind) => this.#isWriting(chatId, kind === 'NOTE'),
    })
    this.composerModes = createComposerModes({ replies: this.drafts, notes: this.noteDrafts })
    this.offers = createOffers(userId)
    this.uploads = createUploads({
      maxBytes: viewer.account.fileMaxBytes,
      send: (chatId, content) => this.outbox.send(chatId, content),
    })
  }

  get viewer() {
    return this.#viewer
  }

  /** The viewer as an operator among the others, with the newest presence. */
  get me(): Operator {
    return this.people.get(this.#viewer.operator.id) ?? this.#viewer.operator
  }

  /** Takes in what was changed of the account. */
  applyAccount(account: Pick<Viewer['account'], 'name' | 'awayReasons'>): void {
    this.#viewer = { ...this.#viewer, account: { ...this.#viewer.account, ...account } }
  }

  /** Takes in what this person chose, on this or another screen. */
  applyNotificationSettings(notificationSettings: Viewer['notificationSettings']): void {
    this.#viewer = { ...this.#viewer, notificationSettings }
  }

  /** Whether the account may be in its first hour: an operator with chats of their own knows that it is not. */
  get mayBeNew(): boolean {
    const mine = this.chats.list(builtInView('mine'))
    return mine.status === 'ready' && mine.ids.length === 0
  }

  get isAdmin(): boolean {
    return this.me.role === 'ADMIN'
  }

  /** Whether this operator looks after others: a supervisor, or an admin. */
  get isSupervisor(): boolean {
    return this.me.role !== 'OPERATOR'
  }

  /** Known to answer no channel: without one the inbox stays empty for ever. */
  get hasNoChannel(): boolean {
    return this.#anyChannel.data?.channels.edges.length === 0
  }

  /** Known to answer several channels: a chat then says which one it came by. */
  get hasSeveralChannels(): boolean {
    return (this.#anyChannel.data?.channels.edges.length ?? 0) > 1
  }

  /** Whether this operator is in a chat, and has not just closed it. */
  isOwn(chat: Chat): boolean {
    return chat.status !== 'CLOSED' && this.chats.isMine(chat) && !this.closings.has(chat.id)
  }

  /** Whether this operator may do something with a chat, by what the server says; with none that is being closed. */
  may(chat: Chat, action: ChatAction): boolean {
    const isInChat = this.chats.isMine(chat)
    const permission = this.#viewer.chatPermissions.find(
      (each) => each.status === chat.status && each.isInChat === isInChat,
    )
    return !this.closings.has(chat.id) && permission?.actions.includes(action) === true
  }

  /** Whether this operator can write in a chat now, or is about to have it. */
  canWrite(chat: Chat): boolean {
    return this.may(chat, 'SEND') || (chat.status !== 'CLOSED' && this.outbox.isHeld(chat.id))
  }

  /** The view that is on the screen; the last one while another page is open. */
  get view(): InboxView {
    return this.#view
  }

  /** The saved view that is open; undefined until they were read, null when there is none or it does not exist. */
  get savedView(): SavedView | null | undefined {
    const key = router.inboxView
    return isBuiltIn(key) ? null : this.savedViews.get(key)
  }

  /** The path of that view, with a chat opened in it. */
  pathTo(chatId: string | null = null): string {
    return this.filter.pathTo(chatId)
  }

  #viewOf(key: InboxViewKey): InboxView {
    const { filter, order, isChanged } = this.filter
    if (isBuiltIn(key)) return builtInView(key, { filter, order })
    // Nothing is shown of a view that is not known yet, or no longer.
    if (!this.savedView && !isChanged) return madeView(`unknown ${key}`, { status: [] }, 'LATEST_ACTIVITY')
    return madeView(JSON.stringify([key, filter, order]), filter, order ?? 'LATEST_ACTIVITY')
  }

  /** What the open view itself has, if it is a saved one. */
  #ownFilter(): ChosenFilter {
    const view = this.savedView
    if (!view) return { filter: {}, order: null }
    return { filter: filterOf(view), order: view.order === 'LATEST_ACTIVITY' ? null : view.order }
  }

  get openChatId(): string | null {
    const { route } = router
    return route.name === 'inbox' || route.name === 'mentions' ? route.chatId : this.#openRecord('chats')
  }

  get openCallId(): string | null {
    const { route } = router
    return route.name === 'calls' ? route.callId : this.#openRecord('calls')
  }

  get openOfflineMessageId(): string | null {
    return this.#openRecord('offline-messages')
  }

  /** The entry that is open beside a list. */
  get openId(): string | null {
    return this.openChatId ?? this.openCallId ?? this.openOfflineMessageId
  }

  #openRecord(section: ArchiveSection): string | null {
    const { route } = router
    return route.name === 'archive' && route.section === section ? route.id : null
  }

  /** What wants this operator's attention: chats, also those offered to them, and calls that nobody has taken. */
  get attention(): number {
    return this.chats.attention + this.offers.byColleagues + this.calls.offered.length
  }

  /** The list that what is open was chosen from. */
  get listPath(): string {
    const { route } = router
    switch (route.name) {
      case 'archive':
        return this.archive.filter.pathTo(route.section)
      case 'calls':
        return callPath()
      case 'mentions':
        return mentionsPath()
      default:
        return this.pathTo()
    }
  }

  /** The rows on the screen: what was searched for, else the view. */
  get list(): ChatList {
    return this.search.results ?? this.chats.list(this.view)
  }

  /** `onUndoClose` is what the button does that takes back a closed chat. */
  start(onUndoClose: (chatId: string) => void): void {
    this.offers.replace(this.#viewer.pendingChatInvitations)
    this.leftChats.replace(this.#viewer.leftChats)
    this.mentions.replace(this.#viewer.unseenMentions)
    // The cursor was read with the viewer, before the lists: what happens in between comes as an event.
    this.live.start(this.#viewer.eventCursor)
    const wasOffline = this.#viewer.operator.presence === 'OFFLINE'
    void this.chats.reload(this.view).then(() => wasOffline && announceWaiting(this))
    void this.offlineMessages.count()
    void this.calls.load()
    this.outbox.resume()
    this.noteOutbox.resume()
    this.closings.start(onUndoClose)
    this.draftSync.saveAll()
  }

  stop(): void {
    this.live.stop()
    this.outbox.stop()
    this.noteOutbox.stop()
    this.drafts.stop()
    this.noteDrafts.stop()
    this.draftSync.stop()
    this.offlineMessages.stop()
    this.closings.stop()
    this.leftChats.stop()
    this.typing.clear()
    this.configuration.stop()
    this.people.stop()
    this.savedViews.stop()
    this.tags.stop()
    this.#anyChannel.stop()
  }

  /** Reads everything again and returns the cursor to continue from. Throws RequestError. */
  async resync(): Promise<string> {
    const { viewer } = await query(viewerQuery, {})
    if (viewer?.operator.id !== this.#viewer.operator.id) {
      await session.load()
      throw new Error('The session ended.')
    }
    this.#viewer = viewer
    this.offers.replace(viewer.pendingChatInvitations)
    this.leftChats.replace(viewer.leftChats)
    this.mentions.replace(viewer.unseenMentions)
    if (this.mentions.status !== 'idle') await this.mentions.load()
    this.configuration.resync()
    this.cannedReplies.changed()
    await this.chats.resync(this.view, this.openChatId)
    await this.search.results?.load()
    await this.calls.reload()
    const { route } = router
    // Offline messages are read again below, wherever one is.
    if (route.name === 'archive' && route.section !== 'offline-messages')
      await this.archive.resultsOf(route.section).load()
    await this.offlineMessages.reload(this.openOfflineMessageId)
    await this.threads.reload(this.openChatId)
    this.crm.reload(this.openChatId)
    return viewer.eventCursor
  }

  /** Throws RequestError. */
  async setAvailability(available: boolean, reason: string | null = null): Promise<void> {
    const { setAvailability } = await this.configuration.mutate(setAvailabilityMutation, {
      input: { available, reason },
    })
    const [refusal] = setAvailability.userErrors
    if (refusal) throw new RequestError('refused', refusal.message)
    if (available) announceWaiting(this)
  }

  /** A text that somebody else's chat refused is in its composer again, before what has been typed since. */
  #takeBack(chatId: string, text: string, reason: string): void {
    const typed = this.drafts.get(chatId)
    this.drafts.set(chatId, typed === '' ? text : `${text}\n${typed}`)
    showInfo(t.composer.kept(reason))
    void this.chats.load(chatId).catch(() => {})
  }

  /** The stream replays events, but not presence and typing. */
  #catchUp(isAgain: boolean): void {
    this.typing.clear()
    if (isAgain) this.configuration.resync()
    else void this.people.load()
    this.chats.retryFailed()
    this.calls.retryFailed()
    this.threads.retryFailed()
    this.crm.retryFailed()
    this.offlineMessages.retryFailed(this.openOfflineMessageId)
    this.outbox.resume()
    this.noteOutbox.resume()
    if (!isAgain) return
    this.draftSync.saveAll()
    if (this.openChatId !== null) void this.draftSync.open(this.openChatId, { isAgain })
  }

  /** Whether the cursor is in the field for a reply, or for a note, of this chat. */
  #isWriting(chatId: string, isNote: boolean): boolean {
    const hasField = this.openChatId === chatId && this.composerModes.isNote(chatId) === isNote
    return hasField && document.activeElement?.closest('footer textarea') != null
  }
}

const key = Symbol('workspace')

export function createWorkspace(viewer: Viewer): Workspace {
  return setContext(key, new Workspace(viewer))
}

/** The workspace of the page; only while a component is being created. */
export function getWorkspace(): Workspace {
  return getContext<Workspace>(key)
}

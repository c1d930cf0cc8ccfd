import { getContext, setContext } from 'svelte'
import { callPath, mentionsPath } from '../browser/route.ts'
import { router } from '../browser/router.svelte.ts'
import { anyChannelQuery } from '../graphql/channels.ts'
import type { Chat, Operator } from '../graphql/fragments.ts'
import { query, RequestError } from '../graphql/request.ts'
import type { SavedView } from '../graphql/saved-views.ts'
import { type ChatAction, setAvailabilityMutation, type Viewer, viewerQuery } from '../graphql/session.ts'
import { createArchive } from './archive/archive.svelte.ts'
import { createCalls } from './archive/calls.svelte.ts'
import { createOfflineMessages } from './archive/offline-messages.svelte.ts'
import { createCannedReplies } from './conversation/canned-replies.svelte.ts'
import { createCrm } from './conversation/crm.svelte.ts'
import { createMessageEdits } from './conversation/message-edits.svelte.ts'
import { createThreads } from './conversation/thread.svelte.ts'
import { createTyping } from './conversation/typing.svelte.ts'
import { createWriting } from './conversation/writing.ts'
import type { ChatList } from './inbox/chat-list.svelte.ts'
import { createChats } from './inbox/chats.svelte.ts'
import { createClosings } from './inbox/closings.svelte.ts'
import { builtInView, type InboxView } from './inbox/inbox-view.ts'
import { createLeftChats } from './inbox/left-chats.svelte.ts'
import { createMentions } from './inbox/mentions.svelte.ts'
import { createOffers } from './inbox/offers.svelte.ts'
import { createOpenView } from './inbox/open-view.svelte.ts'
import { createSavedViews, shownBy } from './inbox/saved-views.svelte.ts'
import { createSearch } from './inbox/search.svelte.ts'
import { createSelection } from './inbox/selection.svelte.ts'
import { announceWaiting } from './live/announce-waiting.ts'
import { applyEvent } from './live/apply-event.ts'
import { applySignal } from './live/apply-signal.ts'
import { createLive } from './live/live.svelte.ts'
import { createNotifier } from './live/notifier.svelte.ts'
import { openRecord } from './open-record.ts'
import { session } from './session.svelte.ts'
import { createConfiguration } from './settings/configuration.ts'
import { createPeople } from './settings/people.svelte.ts'
import { createTags } from './settings/tags.svelte.ts'

/** Everything that a signed-in user's screen knows: made at sign-in, thrown away at sign-out. */
export class Workspace {
  #viewer = $state.raw<Viewer>() as Viewer
  readonly chats
  readonly calls
  readonly threads
  readonly outbox
  readonly noteOutbox
  readonly drafts
  readonly noteDrafts
  readonly draftSync
  readonly quotes
  readonly composerModes
  readonly messageEdits = createMessageEdits()
  readonly offlineMessages
  readonly offers
  readonly search
  readonly selection = createSelection(() => this.list.ids)
  readonly archive
  readonly closings
  readonly uploads
  readonly configuration = createConfiguration()
  readonly savedViews = createSavedViews(this.configuration)
  readonly #openView = createOpenView(this.savedViews)
  readonly filter = this.#openView.filter
  readonly crm = createCrm()
  readonly cannedReplies = createCannedReplies()
  readonly people = createPeople(this.configuration)
  readonly tags = createTags(this.configuration)
  readonly #writing
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
      beginRead: () => this.chats.beginRead(),
      calls: this.calls,
      offlineMessages: this.offlineMessages,
    })
    this.threads = createThreads({
      beginChat: () => this.chats.beginChat(),
      isUnread: (chat) => this.chats.isUnread(chat.id),
    })
    this.#writing = createWriting({
      userId,
      fileMaxBytes: viewer.account.fileMaxBytes,
      deliver: (message) => this.threads.add(message),
      readChat: (chatId) => this.chats.load(chatId),
      openChatId: () => this.openChatId,
    })
    const { outbox, noteOutbox, drafts, noteDrafts, draftSync, quotes, composerModes, uploads } =
      this.#writing
    this.outbox = outbox
    this.noteOutbox = noteOutbox
    this.drafts = drafts
    this.noteDrafts = noteDrafts
    this.draftSync = draftSync
    this.quotes = quotes
    this.composerModes = composerModes
    this.uploads = uploads
    this.closings = createClosings(this.chats)
    this.offers = createOffers(userId)
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

  /** Whether this operator is told of what waits on a channel: whoever is assigned to it; everybody until that is known. */
  isAsked(channelId: string): boolean {
    return this.#anyChannel.data?.viewer?.channels.some(({ id }) => id === channelId) ?? true
  }

  /** Whether this operator is in a chat, and has not just closed it. */
  isOwn(chat: Chat): boolean {
    return chat.status !== 'CLOSED' && this.chats.isMine(chat) && !this.closings.has(chat.id)
  }

  /**
   * Whether this operator may do something with a chat, according to the server; never with one that is being closed.
   */
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
    return this.#openView.view
  }

  /** The saved view that is open; undefined until they were read, null when there is none or it does not exist. */
  get savedView(): SavedView | null | undefined {
    return this.#openView.saved
  }

  /** The path of that view, with a chat opened in it. */
  pathTo(chatId: string | null = null): string {
    return this.filter.pathTo(chatId)
  }

  get openChatId(): string | null {
    return openRecord.chatId
  }

  get openCallId(): string | null {
    return openRecord.callId
  }

  get openOfflineMessageId(): string | null {
    return openRecord.offlineMessageId
  }

  /** The entry that is open beside a list. */
  get openId(): string | null {
    return this.openChatId ?? this.openCallId ?? this.openOfflineMessageId
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
    this.notifier.start()
    this.offers.replace(this.#viewer.pendingChatInvitations)
    this.leftChats.replace(this.#viewer.leftChats)
    this.mentions.replace(this.#viewer.unseenMentions)
    // The cursor was read with the viewer, before the lists: what happens in between comes as an event.
    this.live.start(this.#viewer.eventCursor)
    const wasOffline = this.#viewer.operator.presence === 'OFFLINE'
    void this.chats.begin(this.view).then(() => wasOffline && announceWaiting(this))
    void this.offlineMessages.count()
    void this.calls.load()
    this.#writing.resume()
    this.closings.start(onUndoClose)
    this.draftSync.saveAll()
    void this.#writing.forgetGone([this.offlineMessages.drafts, this.messageEdits]).catch(() => {})
  }

  stop(): void {
    this.live.stop()
    this.notifier.stop()
    this.#writing.stop()
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
    const takeOffers = this.offers.beginRead()
    const takeLeftChats = this.leftChats.beginRead()
    const takeMentions = this.mentions.beginRead()
    const { viewer } = await query(viewerQuery, {})
    if (viewer?.operator.id !== this.#viewer.operator.id) {
      await session.load()
      throw new Error('The session ended.')
    }
    this.#viewer = viewer
    takeOffers(viewer.pendingChatInvitations)
    takeLeftChats(viewer.leftChats)
    await takeMentions(viewer.unseenMentions)
    if (this.mentions.status !== 'idle') await this.mentions.load()
    this.configuration.resync()
    this.cannedReplies.changed()
    await this.chats.resync(this.view, () => this.openChatId)
    await this.search.results?.load()
    await this.calls.reload()
    const { route } = router
    // Offline messages are read again below, wherever one is.
    if (route.name === 'archive' && route.section !== 'offline-messages')
      await this.archive.resultsOf(route.section).load()
    await this.offlineMessages.reload(this.openOfflineMessageId)
    await this.threads.reload(this.openChatId)
    this.crm.reload(this.openChatId)
    await this.#writing.forgetGone([this.offlineMessages.drafts, this.messageEdits])
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
    this.#writing.resume()
    if (!isAgain) return
    this.draftSync.saveAll()
    if (this.openChatId !== null) void this.draftSync.open(this.openChatId, { isAgain })
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

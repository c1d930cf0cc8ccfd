import { SvelteSet } from 'svelte/reactivity'
import type { ChatViewName } from '../../browser/route.ts'
import { markChatReadMutation } from '../../graphql/chat-mutations.ts'
import type { Chat } from '../../graphql/fragments.ts'
import { mutate } from '../../graphql/request.ts'
import { createChatCounts } from './chat-counts.svelte.ts'
import { type ChatList, createChatList } from './chat-list.svelte.ts'
import { isUnread, type Said, withMessage } from './chat-order.ts'
import { ChatRecords } from './chat-records.svelte.ts'
import { builtInView, type InboxView, isInView, plainViews } from './inbox-view.ts'

/** How many lists are kept besides those that every inbox has, so that going to and fro shows their rows at once. */
const MOST_LISTS = 8

/** The views of the inbox, which are lists of ids of the chats that this screen knows, and their counts. */
export class Chats {
  #viewerId: string
  readonly records = new ChatRecords()
  /** Those that every inbox has, and the last ones of other views, by the keys of the views. */
  #lists = new Map<string, ChatList>()
  /** Chats that look closed already, because their operator closed them and may still undo it. */
  #aside = new SvelteSet<string>()
  readonly #counts
  #urgent = $derived.by(() => this.#plain('mine').ids.filter((id) => this.#isUrgent(id)).length)
  #unreadWaiting = $derived.by(() => this.#plain('waiting').ids.filter((id) => this.isUnread(id)).length)
  #unreadOfOthers = $derived.by(
    () => this.#plain('all').ids.filter((id) => this.#isMarkedOfOthers(id)).length,
  )

  /** `pinned` are the saved views whose counts are shown. */
  constructor(viewerId: string, pinned: () => readonly InboxView[] = () => []) {
    this.#viewerId = viewerId
    this.#counts = createChatCounts(pinned)
    for (const view of plainViews) this.#lists.set(view.key, this.#createList(view, null))
  }

  get(id: string): Chat | undefined {
    return this.records.get(id)
  }

  list(view: InboxView): ChatList {
    const known = this.#lists.get(view.key)
    if (known) return known
    const list = this.#createList(view, null)
    this.#lists.set(view.key, list)
    const oldest = [...this.#lists.keys()][plainViews.length]
    if (this.#lists.size > plainViews.length + MOST_LISTS && oldest) this.#lists.delete(oldest)
    return list
  }

  search(view: InboxView, text: string): ChatList {
    return this.#createList(view, text)
  }

  /** How many chats a view has; undefined while nobody knows. */
  count(view: InboxView): number | undefined {
    if (this.#isComplete(view)) return this.#lists.get(view.key)?.ids.length
    const counted = this.#counts.of(view)
    // The server counts what is only here put aside.
    return counted === undefined || counted === null ? undefined : Math.max(counted - this.#asideIn(view), 0)
  }

  isUnread(id: string): boolean {
    const chat = this.records.get(id)
    return chat !== undefined && isUnread(chat, this.#viewerId)
  }

  isMine(chat: Chat): boolean {
    return chat.operators.some((operator) => operator.id === this.#viewerId)
  }

  /** The operator's own chats with something unread or undelivered. */
  get ownAttention(): number {
    return this.#urgent
  }

  /** Waiting chats, of those that this screen knows, of which this operator has not read everything. */
  get unreadWaiting(): number {
    return this.#unreadWaiting
  }

  /** Chats of colleagues and bots, of those that this screen knows, that this operator has marked as unread. */
  get unreadOfOthers(): number {
    return this.#unreadOfOthers
  }

  /** Chats that want this operator's attention: those that wait, and some of their own. */
  get attention(): number {
    return (this.count(builtInView('waiting')) ?? 0) + this.#urgent
  }

  /** To be called when a list begins to be read. What it returns takes in its chats, without looking where else they belong. */
  beginRead(): (chats: readonly Chat[]) => void {
    const withNews = this.records.beginRead()
    return (chats) => {
      for (const chat of chats) this.records.take(withNews(chat))
    }
  }

  /** The same for one chat, which is then wherever it belongs. */
  beginChat(): (chat: Chat) => void {
    const withNews = this.records.beginRead()
    return (chat) => this.apply(withNews(chat))
  }

  /** Takes in a state of a chat; an older one than is known changes nothing. */
  apply(incoming: Chat): void {
    const before = this.records.get(incoming.id)
    const chat = this.records.take(incoming)
    for (const list of this.#lists.values()) list.place(chat)
    const hasMoved = (view: InboxView) => !before || this.#isIn(view, before) !== this.#isIn(view, chat)
    const needsCount = (view: InboxView) => view.name !== 'closed' && !this.#isComplete(view)
    if (this.#counts.views.some((view) => needsCount(view) && hasMoved(view))) this.#counts.loadSoon()
  }

  /** Takes in what a message changed. A chat that is not known yet is read. */
  applyMessage(said: Said): void {
    const { id } = said.activity.chat
    const chat = this.records.get(id)
    if (chat) this.apply(withMessage(chat, said))
    else void this.load(id).catch(() => {})
  }

  /** Takes in a chat that was opened. */
  applyOpening(chat: Chat): void {
    this.apply(chat)
    this.records.noteOpening(chat)
  }

  /** Changes what all known chats say of something that decides in which lists they are. */
  move(change: (chat: Chat) => Chat): void {
    for (const chat of this.records.changedBy(change)) this.apply(chat)
  }

  /** Takes a chat out of the lists, or puts it back, whatever its status is. */
  setAside(id: string, isAside: boolean): void {
    if (isAside) this.#aside.add(id)
    else this.#aside.delete(id)
    const chat = this.records.get(id)
    if (chat) for (const list of this.#lists.values()) list.place(chat)
  }

  /** Marks a chat read here at once, and on the server; after a failure, the next message read makes up for it. */
  async markRead(chatId: string): Promise<void> {
    const chat = this.records.get(chatId)
    if (!chat) return
    const isRead = chat.lastVisitorSeq <= (chat.viewerLastReadSeq ?? 0)
    if (isRead && !chat.viewerMarkedUnread) return
    this.records.applyRead(chatId, chat.lastSeq)
    await mutate(markChatReadMutation, { input: { chatId, seq: chat.lastSeq } }).catch(() => {})
  }

  /** Reads one chat that no list has brought yet. Null when there is none or it is not this user's to see. */
  async load(id: string): Promise<Chat | null> {
    const chat = await this.records.read(id)
    if (chat) this.apply(chat)
    return chat
  }

  /** Reads again a chat that this screen shows differently from what the server has, at most so many times. */
  async refresh(id: string, tries = 3): Promise<void> {
    const chat = await this.records.read(id)
    const known = this.records.get(id)
    // An event has overtaken the answer, and may have changed only a part of what is shown. If that goes on, the answer is
    // shown: the next event brings the rest. After a failover, the server may have no more than that.
    if (chat && known && known.revision > chat.revision && tries > 1) return this.refresh(id, tries - 1)
    const read = known?.viewerLastReadSeq ?? 0
    if (chat) this.records.replace({ ...chat, viewerLastReadSeq: read })
    if (chat) this.apply(chat)
  }

  /** Reads the lists that are on the screen, unless the screen has asked for them already. */
  async begin(view: InboxView): Promise<void> {
    await Promise.all([this.#counts.load(), ...this.#shownWith(view).map((list) => list.need())])
  }

  /**
   * Reads again what is on the screen, after events may have been missed, and forgets the rest. In the meantime,
   * the screen is unchanged, so that nobody loses what they are typing; `openChatId` tells which chat is open by then. Throws
   * RequestError.
   */
  async resync(view: InboxView, openChatId: () => string | null): Promise<void> {
    const shownLists = this.#shownWith(view)
    for (const list of this.#lists.values()) if (!shownLists.includes(list)) list.forget()
    await Promise.all([this.#counts.load(), ...shownLists.map((list) => list.load())])
    // No list shows them, but whoever takes a closing back wants the chat again, as it is now.
    if (this.#aside.size > 0) await this.records.takeAll([...this.#aside])
    const open = await this.#loadOpen(openChatId)
    const listed = [...this.#lists.values()].flatMap((list) => list.ids)
    this.records.keepOnly(new Set([...this.#aside, ...listed, open?.id]))
  }

  /** Reads the lists and the counts that could not be read while the server was away. */
  retryFailed(): void {
    this.#counts.retryFailed()
    for (const list of this.#lists.values()) if (list.status === 'failed') void list.load()
  }

  /** Keeps the counts of pinned views current until the returned function is called. */
  watchCounts(): () => void {
    return this.#counts.watch()
  }

  /** Reads the chat that is open, until that is still the one which is open. */
  async #loadOpen(openChatId: () => string | null): Promise<Chat | null> {
    const id = openChatId()
    const chat = id === null ? null : await this.load(id)
    return openChatId() === id ? chat : this.#loadOpen(openChatId)
  }

  #plain(name: ChatViewName): ChatList {
    return this.list(builtInView(name))
  }

  /** The lists that are read with a view: others count what they have. */
  #shownWith(view: InboxView): ChatList[] {
    return [...new Set([this.#plain('waiting'), this.#plain('mine'), this.list(view)])]
  }

  #createList(view: InboxView, search: string | null): ChatList {
    return createChatList({
      view,
      search,
      getChat: (id) => this.records.get(id),
      beginRead: () => this.beginRead(),
      belongs: (chat, isListed) => this.#isIn(view, chat, isListed),
    })
  }

  #isIn(view: InboxView, chat: Chat, isListed = false): boolean {
    return !this.#aside.has(chat.id) && isInView(chat, view, { viewerId: this.#viewerId, isListed })
  }

  #asideIn(view: InboxView): number {
    const chats = [...this.#aside].flatMap((id) => this.records.get(id) ?? [])
    return chats.filter((chat) => isInView(chat, view, { viewerId: this.#viewerId })).length
  }

  #isUrgent(id: string): boolean {
    return this.isUnread(id) || (this.records.get(id)?.failedDeliveries ?? 0) > 0
  }

  #isMarkedOfOthers(id: string): boolean {
    const chat = this.records.get(id)
    return chat !== undefined && chat.status !== 'QUEUED' && !this.isMine(chat) && this.isUnread(id)
  }

  /** Whether every chat of the view is in its list, which then counts itself. */
  #isComplete(view: InboxView): boolean {
    const list = this.#lists.get(view.key)
    return list?.status === 'ready' && !list.hasMore
  }
}

export function createChats(viewerId: string, pinned?: () => readonly InboxView[]): Chats {
  return new Chats(viewerId, pinned)
}

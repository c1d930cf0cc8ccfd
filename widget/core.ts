/**
 * The interface between the loader and the chat window. Only types: the two are separate bundles, and the window is
 * loaded when it is first needed.
 */

import type { widgetDocument } from './actions/documents.ts'
import type { chatFragment, messageFragment } from './fragments.ts'
import type { ResultOf } from './graphql.ts'
import type { visitDocument, visitEventsDocument } from './loader/documents.ts'
import type { Session } from './loader/session.ts'
import type { Storage } from './loader/storage.ts'

export type { UserError } from './errors.ts'

/** The view that is open. `chat/call` is the call form that was opened from within the chat. */
export type WindowView = 'chat' | 'call' | 'chat/call'

export type VisitOperator = ResultOf<typeof chatFragment>['operators'][number]

/** What is shown of an operator, or of the company where no operator is meant. */
export type Face = Pick<VisitOperator, 'name' | 'photoUrl'>

type Visit = NonNullable<ResultOf<typeof visitDocument>['visit']>

export type ContactInfo = Visit['contactInfo']

/** The part of the widget that the launcher needs. */
type BaseWidget = Visit['widget']

export type Widget = BaseWidget & NonNullable<ResultOf<typeof widgetDocument>['visit']>['widget']

export type VisitChat = ResultOf<typeof chatFragment>

export type VisitMessage = ResultOf<typeof messageFragment> & {
  /** Whether an operator has read it; only of messages that came with the history. */
  isRead?: boolean
}

/** An invitation to write, from an operator, a trigger, or the page. */
export interface Invitation {
  text: string
  /** Of an operator's invitation. */
  id: string | null
  operator: VisitOperator | null
  /** The number of the department that the chat is for. */
  department: number | null
}

/** Ignore those of types that you do not know. After `VisitResyncRequired`, read again what is shown. */
export type VisitEvent = ResultOf<typeof visitEventsDocument>['visitEvents']

export type CallState = Extract<VisitEvent, { __typename: 'VisitCallChanged' }>['state']

/** A chat with what only the stream says, while it waits: whether everybody who is available has as many chats as they may. */
type QueuedChat = VisitChat & { isBusy?: boolean }

/** A snapshot: a new object whenever something in it changes. */
export interface BaseState {
  visitorNumber: number
  /** The numbers that the visitor had before, as others who were merged into this one. */
  mergedNumbers: number[]
  contactInfo: ContactInfo
  widget: BaseWidget
  online: boolean
  /** The open chat, or the last closed one. */
  chat: QueuedChat | null
  /** The current invitation, from an operator, a trigger, or the page. */
  invitation: Invitation | null
  unreadCount: number
  /** The id of the answer that the visitor dismissed beside the closed window in this or another tab. */
  dismissed?: string
  /** The newest message that is known; null before the first. */
  newest: { chatId: string; seq: number } | null
  /** `polling` where sockets are blocked; `offline` while nothing can be reached. */
  connection: 'live' | 'polling' | 'offline'
  /** A BCP 47 tag: the widget's, or else the page's or the browser's. */
  locale: string
  /** The open view; null while the window is closed. */
  view: WindowView | null
  /** Whether the window may take the focus from the page: the visitor opened it, or the page with `open`. */
  focus?: boolean | undefined
  /** The call that the visitor requested last. */
  call?: { phone: string; state: CallState } | null
  /** A call is being requested in this tab: the server does not know of it yet. */
  isCalling?: boolean
  /** Where the visitor is (ISO 3166-1 alpha-2), as far as the server knows. */
  countryCode?: string | null
  /** The trigger that last asked the visitor, until they write. */
  ruleId: string | null
  /** Colours that the page has set, which win over the widget's. */
  colors: { primary: string; secondary: string | null } | null
}

/** The same with everything that the window needs of the widget. */
export type CoreState = BaseState & { widget: Widget }

/** What can be sent. */
export interface Outgoing {
  text?: string | undefined
  /** The id that `upload` resolved with. */
  fileId?: string | undefined
  /** What the visitor sees of it until it is sent. */
  fileName?: string | undefined
  /** The `buttonId` of the button that was pressed; `text` is then what it says. */
  buttonId?: string | undefined
  /** A UUID, which becomes the message's id. Sending again with the same key makes no second message. Created if omitted. */
  idempotencyKey?: string | undefined
  /** The number of the visitor who wrote it, by default the present one's: the browser may become somebody else's. */
  by?: number | undefined
}

/** The part of the loader that the window's bundle uses. */
export interface Base extends Session {
  /** Of the service, without a slash at the end. */
  readonly origin: string
  readonly widgetId: string
  readonly state: BaseState
  /** Calls with each new state and the one before, not with the present one. Returns what ends it. */
  subscribe(listener: (state: BaseState, before: BaseState) => void): () => void
  /** Calls with every event once, in each tab, after the state holds it. Returns what ends it. */
  onEvent(listener: (event: VisitEvent) => void): () => void
  /** The view that the visitor opened from the window; null when they closed it. The loader then calls `update`. */
  show(view: WindowView | null): void
  set(changes: Partial<BaseState>): void
  /** The same in every tab. */
  share(changes: Partial<BaseState>): void
  callPage(name: string): void
  token(): string | null
  storage: Storage
  /** Storage that other pages of the site share in the same tab until it is closed. */
  tab: Storage
}

/**
 * The actions of the window. `request` runs an operation with the visitor's token; while the network is away, it waits
 * and tries again, unless `retry` is false.
 */
export interface Core extends Base {
  readonly state: CoreState
  /** Messages that are not in the history; see `actions/discarded-messages.ts`. */
  discarded(): VisitMessage[]
  /** Stores a file, and refuses a folder; `onProgress` gets 0 to 1. Resolves with the id for `send`, rejects with a `RefusedError`. */
  upload(file: File, onProgress: (share: number) => void, isFolder?: boolean): Promise<string>
  /** Writes in the visitor's name. Keeps trying while the network is away. Rejects with a `RefusedError`. */
  send(message: Outgoing): Promise<VisitMessage>
  /** The visitor's details. Rejects with a `RefusedError`. */
  introduce(contacts: Partial<ContactInfo>): Promise<void>
  /** Requests a call. The page is told when it starts and ends. Rejects with a `RefusedError`. */
  startCall(phone: string): Promise<void>
  /** Everything up to this message has been seen; other tabs learn of it. */
  markSeen(chatId: string, seq: number): void
  /** The visitor closed the invitation. They accept one by writing. */
  dismissInvitation(): void
  /** The window changed its size. */
  resized(): void
  /** True in only one of the tabs that ask with the same key within some seconds, for example to play the sound. */
  once(key: string): Promise<boolean>
}

/** The window's module exports it as `mount`. The root is closed and shared with the launcher. */
export type MountWindow = (core: Core, root: ShadowRoot) => WindowHandle

interface WindowHandle {
  /**
   * Shows what `core.state` now says: `view` and `invitation`. Called after each change of `view`, and when an
   * invitation comes while the window is closed, which is to be shown as a bubble beside the launcher.
   */
  update(): void
  /** Removes everything from the root. */
  destroy(): void
}

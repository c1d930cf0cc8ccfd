/**
 * What the loader gives to the chat window. Only types: the two are separate bundles, and the window is loaded when it
 * is first needed.
 */

/** What of the window is open. `chat/call` is the call form that was opened from within the chat. */
export type WindowView = 'chat' | 'call' | 'chat/call'

export interface VisitOperator {
  name: string
  photoUrl: string | null
}

export interface ContactInfo {
  name: string | null
  email: string | null
  phone: string | null
  description: string | null
}

type ContactField = 'NAME' | 'EMAIL' | 'PHONE' | 'DESCRIPTION'

export interface Widget {
  /** What stands above the conversation. */
  name: string
  online: boolean
  color: string
  color2: string | null
  position: 'RIGHT' | 'LEFT'
  theme: 'AUTO' | 'LIGHT' | 'DARK'
  locale: string | null
  greeting: string | null
  offlineText: string | null
  contactsForm: 'NEVER' | 'BEFORE_CHAT' | 'AFTER_FIRST_MESSAGE'
  contactFields: ContactField[]
  requiredFields: ContactField[]
  offlineForm: boolean
  hiddenOffline: boolean
  sound: boolean
  fileMaxBytes: number
  departments: { number: number; name: string }[]
  operators: VisitOperator[]
  callback: { state: 'AVAILABLE' | 'DISABLED' | 'UNAVAILABLE'; countries: string[] }
}

export interface VisitChat {
  id: string
  status: 'BOT' | 'QUEUED' | 'ACTIVE' | 'CLOSED'
  queuePosition: number | null
  operators: VisitOperator[]
  seenSeq: number
  lastReadByOperatorSeq: number
  rating: 'POSITIVE' | 'NEGATIVE' | null
  ratingComment: string | null
}

export interface VisitMessage {
  /** Of one of the visitor's own: the `idempotencyKey` that it was sent with. */
  id: string
  /** The id of its chat. */
  chat: string
  seq: number
  author: 'VISITOR' | 'OPERATOR' | 'BOT'
  operator: VisitOperator | null
  type: string
  text: string | null
  markdown: string | null
  title: string | null
  buttons: { id: string; text: string }[]
  pressedButtonId: string | null
  file: {
    url: string
    name: string
    size: number | null
    width: number | null
    height: number | null
    duration: number | null
    thumbUrl: string | null
  } | null
  location: { latitude: number; longitude: number; title: string | null } | null
  createdAt: string
}

/** What asks the visitor to write: an operator's proactive invitation, a trigger's, or one of the page. */
export interface Invitation {
  text: string
  /** Of an operator's invitation. */
  id: string | null
  departmentNumber: number | null
  operator: VisitOperator | null
}

export type VisitEvent =
  | { __typename: 'VisitMessageCreated'; message: VisitMessage }
  | { __typename: 'VisitChatChanged'; chat: VisitChat }
  | { __typename: 'VisitMessagesRead'; chatId: string; seq: number }
  | { __typename: 'VisitTypingChanged'; typing: boolean; operator: VisitOperator | null }
  | { __typename: 'VisitInvitationReceived'; invitation: { id: string; text: string } }
  | { __typename: 'WidgetStatusChanged'; online: boolean }
  | { __typename: 'VisitContactInfoChanged'; contactInfo: ContactInfo }
  /** What was missed is not known in detail: read again what is shown. */
  | { __typename: 'VisitResyncRequired' }

/** A snapshot: a new object whenever something in it changes. */
export interface CoreState {
  visitorNumber: number
  contactInfo: ContactInfo
  widget: Widget
  online: boolean
  /** The open chat, or the last closed one. */
  chat: VisitChat | null
  /** What invites the visitor now: of an operator, of a trigger, or of the page. */
  invitation: Invitation | null
  unreadCount: number
  /** Whether the visitor has written before. */
  hasHistory: boolean
  /** `polling` where sockets are blocked; `offline` while nothing can be reached. */
  connection: 'live' | 'polling' | 'offline'
  /** A BCP 47 tag: the widget's, or else the page's or the browser's. */
  locale: string
  /** What is open now; null while the window is closed. */
  view: WindowView | null
  /** The trigger that last asked the visitor, until they write. */
  ruleId: string | null
  /** Colours that the page has set, which win over the widget's. */
  colors: { primary: string; secondary: string | null } | null
}

/** What can be sent. Without a key, one is made. */
export interface Outgoing {
  text?: string
  fileId?: string
  buttonId?: string
  /** A UUID: a message that is sent again with the same key is one message. */
  idempotencyKey?: string
}

/** What the script API's functions answer. */
export type Result = { result: 'ok' } | { result: 'fail'; reason: string }

/** Whose refusals are `UserError`s with the path of the field. */
export interface UserError {
  code: string
  message: string
  field: string[] | null
}

/** A refusal of the server that the visitor can do something about. */
export interface RefusedError extends Error {
  userErrors: UserError[]
}

export interface Core {
  /** Of the service, without a slash at the end. */
  readonly origin: string
  readonly state: CoreState
  /** Calls with each new state, not with the present one. Returns what ends it. */
  subscribe(listener: (state: CoreState) => void): () => void
  /** Calls with every event once, in each tab, after the state holds it. Returns what ends it. */
  onEvent(listener: (event: VisitEvent) => void): () => void

  /**
   * Runs an operation with the visitor's token, which is renewed when it has expired. While the network is away, it
   * waits and tries again, unless `retry` is false. Rejects with an `Error` for anything but data.
   */
  request<Data>(document: string, variables?: object, options?: { retry?: boolean }): Promise<Data>
  /** Stores a file; `onProgress` gets 0 to 1. Resolves with the id for `send`. */
  upload(file: File, onProgress: (share: number) => void): Promise<string>

  /** Writes in the visitor's name. Goes on trying while the network is away. Rejects with a `RefusedError`. */
  send(message: Outgoing): Promise<VisitMessage>
  /** What the visitor filled in. Rejects with a `RefusedError`. */
  introduce(contacts: Partial<ContactInfo>): Promise<void>
  /** Orders a call. The page hears of its start and its end. */
  startCall(phone: string): Promise<Result>
  /** Everything up to this message has been seen; so it is in the other tabs, too. */
  markSeen(chatId: string, seq: number): void
  /** The visitor closed what invites them. They accept it by writing. */
  dismissInvitation(): void
  /** Forgets what this browser shows of the past. */
  clearHistory(): Promise<void>

  /** What the visitor went to within the window; null when they closed it. The window is then shown so by the loader. */
  show(view: WindowView | null): void
  /** The window changed its size. */
  resized(): void
  /** True in one tab only of those that ask with the same key within some seconds: who plays the sound. */
  once(key: string): Promise<boolean>
}

/** What the window's module exports as `mount`. The root is closed and shared with the launcher. */
export type MountWindow = (core: Core, root: ShadowRoot) => WindowHandle

export interface WindowHandle {
  /**
   * Shows what `core.state` now says: `view` and `invitation`. Called after each change of `view`, and when an
   * invitation comes while the window is closed, which is to be shown as a bubble beside the launcher.
   */
  update(): void
  /** Removes everything from the root. */
  destroy(): void
}

/** The nouns that `subjectId` of an event can name. */
export type EventSubject =
  | 'BOT'
  | 'CALL'
  | 'CANNED_REPLY'
  | 'CHANNEL'
  | 'CHAT_INVITATION'
  | 'DELIVERY'
  | 'DEPARTMENT'
  | 'MENTION'
  | 'OFFLINE_MESSAGE'
  | 'OPERATOR'
  | 'SESSION'
  // What the audit entry of the change is about.
  | 'SETTING'
  // The department or the operator that a chat was transferred to: `data` says which.
  | 'TRANSFER_TARGET'
  | 'VISITOR'
  | 'WEBHOOK_ENDPOINT'
  // Something that is gone: only its id is shown.
  | 'DELETED'

/** The types of events in the API of visitors that stored events have. */
type VisitEventName =
  | 'VisitChatChanged'
  | 'VisitMessageCreated'
  | 'VisitMessageChanged'
  | 'VisitMessagesRead'
  | 'VisitMessagesSeen'
  | 'VisitInvitationReceived'
  | 'VisitInvitationEnded'
  | 'VisitContactInfoChanged'
  | 'VisitCallChanged'
  // The widget reads everything again.
  | 'VisitResyncRequired'

/** Everything that others must know about a kind of event. What its type in the API contains is in `graphql/event-types/`. */
export interface EventKindEntry {
  /** What happened: the description of its type in the API. */
  description: string
  /**
   * Which operators see it: all of the account, those of the event's channel, or the one whom it names (`userId`).
   * `recordEvents` refuses an event without what its audience needs.
   */
  audience: 'ACCOUNT' | 'CHANNEL' | 'PERSON'
  /** What it is about besides the chat and the message. */
  subject: EventSubject | null
  /** The type as which its visitor gets the event; null when it is for operators only. */
  toVisitor: VisitEventName | null
  /**
   * Whether it can change the queue positions of other chats: a chat left the queue, or came back to its earlier
   * place. A new chat is behind all others.
   */
  movesQueue: boolean
  /** Whether it can change how many chats an operator has, or may have, and so whether all of them are busy in any channel. */
  changesLoad: boolean
  /** Whether `work.audit` records it for the audit entry whose action has its name, which says everything about it. */
  fromAudit: boolean
}

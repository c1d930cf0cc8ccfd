import type { ActorType, MessageAuthor, MessageType } from '../../../generated/prisma/client.ts'

/** Who writes entries: the author in the API for operators. */
export type EntryWriter = MessageAuthor | 'AUTOMATIC'

/** A kind of entry of a chat: who sees it, and where it goes. Each answer is asked for by its name (`is-entry.ts`). */
export interface EntryKind {
  /** Whose they are in the database: `Message.author`. */
  author: MessageAuthor
  /** Who writes them: the author in the API. */
  writer: EntryWriter
  /** The actor of their events. */
  actor: ActorType
  /** As which type the API and exports show them; null is as the type that they have. */
  shownAs: MessageType | null
  /** The visitor reads it: in the widget's history and its live events. */
  forVisitor: boolean
  /**
   * It goes to the visitor as a reply: to a chat channel's client or to a widget, where it counts as unread until it is
   * seen. It has a delivery.
   */
  isReply: boolean
  /** It goes to a visitor of a website by mail when they have left without seeing it. */
  isMailed: boolean
  /** It answers what the visitor has written: they no longer wait. */
  isAnswer: boolean
  /** As which event the chat's bot gets it (contract, part 6.2); null when the bot does not. */
  botEvent: 'CLIENT_MESSAGE' | 'AGENT_MESSAGE' | null
  /** It is in the chat log of webhooks and an event of its own there (contract, part 6.3). */
  inWebhooks: boolean
  /** It is in the chat log that is sent by mail. */
  inMailedLog: boolean
  /** It is found and exported in the archive, and notes can quote it. The function `archive_chats` of the database has the same list. */
  inArchive: boolean
  /** Operators are shown it as what was last written: in the preview of the chat, with the time of its last activity. */
  isActivity: boolean
  /**
   * Whether its author can edit and delete it for a while. What was delivered to a client cannot be taken back: a reply can
   * be changed only where the visitor gets it live.
   */
  editable: 'ALWAYS' | 'WHERE_LIVE' | 'NEVER'
}

const message = {
  shownAs: null,
  forVisitor: true,
  inWebhooks: true,
  inMailedLog: true,
  inArchive: true,
  isActivity: true,
  editable: 'NEVER',
} as const

/** All kinds of entries. */
export const entryKinds = {
  VISITOR: {
    ...message,
    author: 'VISITOR',
    writer: 'VISITOR',
    actor: 'VISITOR',
    isReply: false,
    isMailed: false,
    isAnswer: false,
    botEvent: 'CLIENT_MESSAGE',
  },
  OPERATOR: {
    ...message,
    author: 'OPERATOR',
    writer: 'OPERATOR',
    actor: 'OPERATOR',
    isReply: true,
    isMailed: true,
    isAnswer: true,
    botEvent: 'AGENT_MESSAGE',
    editable: 'WHERE_LIVE',
  },
  BOT: {
    ...message,
    author: 'BOT',
    writer: 'BOT',
    actor: 'BOT',
    isReply: true,
    isMailed: false,
    isAnswer: true,
    botEvent: null,
  },
  /**
   * What a channel's settings say by themselves. It answers nobody, and operators go on seeing what the visitor has asked.
   * Whatever asks only for the author, as a process of an earlier version does, takes it for a bot's text.
   */
  AUTOMATIC: {
    ...message,
    author: 'BOT',
    writer: 'AUTOMATIC',
    actor: 'SYSTEM',
    shownAs: 'TEXT',
    isReply: true,
    isMailed: false,
    isAnswer: false,
    botEvent: null,
    isActivity: false,
  },
  /**
   * What operators write to each other. Whatever asks only for the author, as a process of an earlier version does, takes
   * it for a notice and keeps it from everyone else.
   */
  NOTE: {
    author: 'SYSTEM',
    writer: 'OPERATOR',
    actor: 'OPERATOR',
    shownAs: null,
    forVisitor: false,
    isReply: false,
    isMailed: false,
    isAnswer: false,
    botEvent: null,
    inWebhooks: false,
    inMailedLog: false,
    inArchive: true,
    isActivity: true,
    editable: 'ALWAYS',
  },
  NOTICE: {
    author: 'SYSTEM',
    writer: 'SYSTEM',
    actor: 'SYSTEM',
    shownAs: null,
    forVisitor: false,
    isReply: false,
    isMailed: false,
    isAnswer: false,
    botEvent: null,
    inWebhooks: false,
    inMailedLog: false,
    inArchive: false,
    isActivity: false,
    editable: 'NEVER',
  },
} as const satisfies Record<string, EntryKind>

export type EntryKindName = keyof typeof entryKinds

/** The kind of what an author writes in a type that says nothing else. */
export const kindOfAuthor: Record<MessageAuthor, EntryKindName> = {
  VISITOR: 'VISITOR',
  OPERATOR: 'OPERATOR',
  BOT: 'BOT',
  SYSTEM: 'NOTICE',
}

/** The kinds that a type decides, whoever the author is; null for all others. */
export const kindOfType: Record<MessageType, EntryKindName | null> = {
  TEXT: null,
  VIDEO: null,
  AUDIO: null,
  VOICE: null,
  PHOTO: null,
  STICKER: null,
  DOCUMENT: null,
  LOCATION: null,
  MARKDOWN: null,
  BUTTONS: null,
  NOTICE: 'NOTICE',
  NOTE: 'NOTE',
  AUTOMATIC: 'AUTOMATIC',
}

import type { Chat, Message } from '../../graphql/fragments.ts'
import { t } from '../../messages/index.ts'
import { showInfo } from '../toasts.ts'
import { createComposerModes } from './composer-modes.svelte.ts'
import { createDraftSync } from './draft-sync.ts'
import { createDrafts } from './drafts.svelte.ts'
import { forgetGone, type Unsent } from './forget-gone.ts'
import { createOutbox } from './outbox.svelte.ts'
import { postMessage, postNote } from './post-message.ts'
import { createQuotes } from './quotes.svelte.ts'
import { createUploads } from './uploads.svelte.ts'

interface WritingOptions {
  userId: string
  fileMaxBytes: number
  deliver: (message: Message) => void
  /** Reads a chat that somebody else has taken. */
  readChat: (chatId: string) => Promise<Chat | null>
  openChatId: () => string | null
}

/**
 * Everything that this operator is writing: drafts, quotes, files that are being uploaded, and what is on its way to the
 * server. Messages and notes have stores of their own.
 */
export class Writing {
  readonly outbox
  readonly noteOutbox
  readonly drafts
  readonly noteDrafts
  readonly draftSync
  readonly composerModes
  readonly uploads
  readonly quotes = createQuotes()
  readonly #options: WritingOptions

  constructor(options: WritingOptions) {
    this.#options = options
    const { userId, fileMaxBytes, deliver } = options
    this.outbox = createOutbox({
      name: `outbox.${userId}`,
      post: postMessage,
      deliver,
      giveBack: (chatId, text, reason) => this.#takeBack(chatId, text, reason),
    })
    // A tab of an earlier version, which would send a note to the visitor, does not look here.
    this.noteOutbox = createOutbox({
      name: `note-outbox.${userId}`,
      post: postNote,
      deliver,
      giveBack: (chatId, text) => this.noteDrafts.set(chatId, text),
    })
    this.drafts = createDrafts('drafts', userId)
    this.noteDrafts = createDrafts('note-drafts', userId)
    this.draftSync = createDraftSync({
      userId,
      stores: { REPLY: this.drafts, NOTE: this.noteDrafts },
      isWriting: (chatId, kind) => this.#isWriting(chatId, kind === 'NOTE'),
    })
    this.composerModes = createComposerModes({ replies: this.drafts, notes: this.noteDrafts })
    this.uploads = createUploads({
      maxBytes: fileMaxBytes,
      send: (chatId, content) => this.outbox.send(chatId, content),
    })
  }

  /** Sends what could not be sent before. */
  resume(): void {
    this.outbox.resume()
    this.noteOutbox.resume()
  }

  /** Forgets what was written to those who have been erased; `others` are answers to offline messages, and edits. Throws RequestError. */
  forgetGone(others: readonly Unsent[]): Promise<void> {
    return forgetGone([this.drafts, this.noteDrafts, this.outbox, this.noteOutbox, ...others])
  }

  stop(): void {
    this.outbox.stop()
    this.noteOutbox.stop()
    this.drafts.stop()
    this.noteDrafts.stop()
    this.draftSync.stop()
  }

  /** A text that somebody else's chat refused is in its composer again, before what has been typed since. */
  #takeBack(chatId: string, text: string, reason: string): void {
    const typed = this.drafts.get(chatId)
    this.drafts.set(chatId, typed === '' ? text : `${text}\n${typed}`)
    showInfo(t.composer.kept(reason))
    void this.#options.readChat(chatId).catch(() => {})
  }

  /** Whether the cursor is in the field for a reply, or for a note, of this chat. */
  #isWriting(chatId: string, isNote: boolean): boolean {
    const hasField = this.#options.openChatId() === chatId && this.composerModes.isNote(chatId) === isNote
    return hasField && document.activeElement?.closest('footer textarea') != null
  }
}

export function createWriting(options: WritingOptions): Writing {
  return new Writing(options)
}

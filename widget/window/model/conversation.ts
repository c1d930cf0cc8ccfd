import type { Core, VisitEvent, VisitMessage, VisitOperator } from '../../core.ts'
import { historyQuery } from '../documents.ts'
import { withFreshQuotes } from './with-fresh-quotes.ts'

const PAGE = 30

interface Page {
  messages: VisitMessage[]
  /** The cursor of the previous page. */
  earlier: string | null
  /** The visitor has cleared what was said until then. */
  clearedAt: string | null
  /** What was said and changed while it was read: it may be older. */
  meanwhile: VisitEvent[]
}

/**
 * The messages of all the visitor's chats, as far back as they have looked. Apart from the loader's state because
 * nothing of it is needed before the window is opened.
 */
export class Conversation {
  messages: VisitMessage[] = []
  /** Of the first page. */
  state: 'loading' | 'ready' | 'failed' = 'loading'
  readonly #core: Core
  readonly #changed: () => void
  #before: string | null = null
  #paging = false
  /** Counts the loads of the latest page: an answer to an earlier one is ignored. */
  #generation = 0

  constructor(core: Core, changed: () => void) {
    this.#core = core
    this.#changed = changed
  }

  get hasEarlier(): boolean {
    return this.#before !== null
  }

  /** Reads the latest page. Messages that arrive in the meantime are kept. */
  async load(): Promise<void> {
    const generation = ++this.#generation
    try {
      const page = await this.#read(null)
      if (generation !== this.#generation) return
      const first = page.messages[0]
      // Messages before this page are dropped, because there may be a gap between them and the page.
      this.messages = first ? this.messages.filter((message) => compare(message, first) >= 0) : []
      this.state = 'ready'
      this.#take(page)
      this.add(this.#core.discarded().filter(({ createdAt }) => createdAt > (page.clearedAt ?? '')))
    } catch {
      if (generation !== this.#generation || this.state === 'ready') return
      this.state = 'failed'
      this.#changed()
    }
  }

  /** Reads the page before the first message. One at a time. */
  async loadEarlier(): Promise<void> {
    if (this.#paging || !this.hasEarlier || this.state !== 'ready') return
    this.#paging = true
    const generation = this.#generation
    const before = this.#before
    try {
      const page = await this.#read(before)
      // The latest page may have been read again, and what was before it dropped.
      if (generation === this.#generation && before === this.#before) this.#take(page)
    } catch {
      // It is asked for again as soon as somebody scrolls up again.
    } finally {
      this.#paging = false
    }
  }

  apply(event: VisitEvent): void {
    if (event.__typename === 'VisitMessageCreated') {
      this.#refresh([event.message.operator])
      this.add([event.message])
    }
    if (event.__typename === 'VisitMessageChanged') this.#change(event.message)
    if (event.__typename === 'VisitChatChanged') this.#refresh(event.chat.operators)
    if (event.__typename === 'VisitResyncRequired') void this.load()
  }

  /** What is further back than the visitor has looked is read as it is then; what quotes it may be here. */
  #change(changed: VisitMessage): void {
    this.messages = withFreshQuotes(this.messages, changed)
    this.add(this.messages.some(({ id }) => id === changed.id) ? [changed] : [])
  }

  /** Operators may have another name or picture than when these messages were read. */
  #refresh(operators: (VisitOperator | null)[]): void {
    this.messages = this.messages.map((message) => {
      const operator = operators.filter((each) => each?.id === message.operator?.id)[0]
      return operator ? { ...message, operator } : message
    })
    this.#changed()
  }

  /** Adds messages at their places; one that is there already is replaced. */
  add(added: VisitMessage[]): void {
    const byId = new Map([...this.messages, ...added].map((message) => [message.id, message]))
    this.messages = [...byId.values()].sort(compare)
    this.#changed()
  }

  async #read(before: string | null): Promise<Page> {
    const meanwhile: VisitEvent[] = []
    const end = this.#core.onEvent((event) => 'message' in event && meanwhile.push(event))
    try {
      const { visit } = await this.#core.request(historyQuery, { last: PAGE, before })
      return { messages: [], earlier: null, clearedAt: null, ...visit?.history, meanwhile }
    } finally {
      end()
    }
  }

  #take({ messages, earlier, meanwhile }: Page): void {
    this.#before = earlier
    this.add(messages)
    for (const event of meanwhile) this.apply(event)
  }
}

/** Within a chat by their numbers; a visitor's chats follow each other. */
function compare(a: VisitMessage, b: VisitMessage): number {
  if (a.chatId === b.chatId) return a.seq - b.seq
  return a.createdAt < b.createdAt ? -1 : 1
}

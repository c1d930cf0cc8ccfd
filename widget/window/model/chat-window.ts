import { isOwn } from '../../actions/outbox.ts'
import type { ContactInfo, Core, CoreState, VisitChat, VisitEvent, VisitOperator } from '../../core.ts'
import { toJson } from '../../loader/to-json.ts'
import { en, type Texts } from '../texts/en.ts'
import { loadTexts } from '../texts/load-texts.ts'
import { Conversation } from './conversation.ts'
import { canBeHome } from './is-home.ts'
import { OutgoingMessages } from './outgoing-messages.ts'
import { personOf } from './person-of.ts'
import { canSound, playSound } from './play-sound.ts'
import { problemsOf } from './problems.ts'
import { summaryOf } from './summary-of.ts'
import { Typing } from './typing.ts'

/** The dialog over the conversation. */
export type Sheet = 'contacts' | 'offline' | 'rating' | 'log'

/** While somebody types, it is reported again and again; without a new report it is over after this time. */
const TYPING_MS = 8_000

/** How often it looks whether another day has begun: a timer until midnight would be late after the device has slept. */
const LOOK_MS = 60_000

/** The state and the actions of the window's components. The window is drawn again after each change. */
export class ChatWindow {
  readonly core: Core
  readonly conversation: Conversation
  readonly outbox: OutgoingMessages
  /** Whether the visitor is typing. */
  readonly typed: Typing
  state: CoreState
  texts: Texts = en
  /** Once the texts are there: nothing is shown in one language and then in another. */
  isReady = false
  sheet: Sheet | null = null
  /** Who is typing to the visitor. */
  typing: VisitOperator | null = null
  /** Increases when another person signs in: what this one has typed is not for them. */
  person = 0
  /** What is shown next may take the focus: the visitor opened the window, or is in it. */
  takesFocus = false
  /** The announcement for screen readers. */
  said = ''
  readonly #draw: () => void
  readonly #ends: (() => void)[]
  #isDestroyed = false
  #locale = ''
  #view: CoreState['view'] = null
  #typingEnds: ReturnType<typeof setTimeout> | undefined
  #due: ReturnType<typeof setTimeout> | undefined

  constructor(core: Core, draw: () => void) {
    const changed = () => this.changed()
    this.core = core
    this.state = core.state
    this.#draw = draw
    this.conversation = new Conversation(core, changed)
    this.outbox = new OutgoingMessages(
      core,
      (message) => this.conversation.add([message]),
      changed,
      (error) => Object.values(problemsOf(error, this))[0] ?? '',
    )
    this.typed = new Typing(core)
    this.#ends = [
      core.subscribe(() => this.update()),
      core.onEvent((event) => this.#hear(event)),
      onNextDay(changed),
    ]
    this.update()
    void this.conversation.load()
  }

  /** Of all tabs: what is turned off in one is silent in each. */
  get hasSound(): boolean {
    return this.core.storage.get('sound') !== 'off'
  }

  /** The draft, which is kept on the next page of the site. */
  get draft(): string {
    const { tab } = this.core
    return (this.#isOwn(tab.get('drafter')) && tab.get('draft')) || ''
  }

  set draft(text: string) {
    this.core.tab.set('draft', text || null)
    this.core.tab.set('drafter', `${this.state.visitorNumber}`)
  }

  /**
   * What was typed into a form about the visitor and not sent, by field: one form may take the place of another, also on
   * the next page.
   */
  get entered(): Partial<ContactInfo> {
    const { by, fields } = JSON.parse(this.core.tab.get('entered') ?? '{}')
    return (this.#isOwn(by) && fields) || {}
  }

  set entered(fields: Partial<ContactInfo>) {
    this.core.tab.set('entered', toJson({ by: this.state.visitorNumber, fields }))
  }

  /** The visitor has been asked who they are, and has said as much as they like. */
  get hasAnswered(): boolean {
    const asked = this.core.storage.get('contacts')
    return asked !== null && this.#isOwn(asked)
  }

  /** The visitor has gone on from the first view to the conversation, also on the next page, until they close the window. */
  get isTalking(): boolean {
    return this.core.tab.get('talking') !== null
  }

  /** Shows the conversation, or the first view if there is one now. */
  talk(isTalking: boolean): void {
    this.core.tab.set('talking', isTalking ? '1' : null)
    this.changed()
  }

  /** Takes over what the loader now says. */
  update(): void {
    const { state } = this.core
    if (state.visitorNumber !== this.state.visitorNumber) {
      this.outbox.reset()
      if (!this.#isOwn(this.state.visitorNumber)) {
        // Somebody else has signed in.
        this.person++
        this.said = ''
        this.sheet = null
        this.conversation.messages = []
        this.talk(false)
      }
    }
    // The state of the new chat does not say how the earlier one ended.
    if (state.chat?.id !== this.state.chat?.id) void this.conversation.load()
    if (state.view !== this.#view) {
      this.takesFocus = state.focus === true
      // It was said before, or stood beside the launcher.
      this.said = ''
    }
    this.#view = state.view
    this.state = state
    if (!state.view) {
      this.sheet = null
      this.talk(false)
    } else if (!canBeHome(this)) this.talk(true)
    if (state.locale !== this.#locale) void this.#loadTexts(state.locale)
    this.changed()
  }

  /** Draws once, however much has changed, in a task of its own, so that a slow machine can serve the page in between. */
  changed(): void {
    // An answer may come after the widget was removed.
    if (this.#isDestroyed) return
    this.#due ??= setTimeout(() => {
      this.#due = undefined
      this.#draw()
    })
  }

  destroy(): void {
    this.#isDestroyed = true
    this.typed.forget()
    clearTimeout(this.#typingEnds)
    clearTimeout(this.#due)
    for (const end of this.#ends) end()
  }

  openSheet(sheet: Sheet | null): void {
    this.sheet = sheet
    // From the call form, too.
    if (sheet) this.core.show('chat')
    this.changed()
  }

  /** The visitor has filled in the contacts form, or left it for later. */
  finishContacts(said = ''): void {
    this.said = said
    this.core.storage.set('contacts', `${this.state.visitorNumber}`)
    // By then, the visitor may have gone on to another one.
    if (this.sheet === 'contacts') this.sheet = null
    this.changed()
  }

  toggleSound(): void {
    this.core.storage.set('sound', this.hasSound ? 'off' : 'on')
    this.changed()
  }

  /** Whether it is the visitor's number, or was before they signed in; what has no number is theirs. */
  #isOwn(by: string | number | null): boolean {
    return isOwn(this.core, { by: Number(by) })
  }

  async #loadTexts(locale: string): Promise<void> {
    this.#locale = locale
    const texts = await loadTexts(locale)
    if (this.#locale !== locale) return
    this.texts = texts
    this.isReady = true
    this.changed()
  }

  #hear(event: VisitEvent): void {
    this.conversation.apply(event)
    // Who has left, or was in a chat that is over, types no more, and cannot say so.
    if (event.__typename === 'VisitChatChanged' && !canWrite(event.chat, this.typing)) this.#showTyping(null)
    if (event.__typename === 'VisitTypingChanged') this.#showTyping(event.typing ? event.operator : null)
    if (event.__typename !== 'VisitMessageCreated' || event.message.author === 'VISITOR') return
    const { message } = event
    this.#showTyping(null)
    const said = `${personOf(message, this).name}: ${summaryOf(message, this.texts)}`
    // The same text twice would not be spoken: a zero-width space makes it another one.
    this.said = this.said === said ? `${said}\u200b` : said
    // A tab that cannot sound leaves it to one that can.
    if (!canSound() || !this.hasSound || !this.state.widget.sound) return
    void this.core.once(`sound-${message.id}`).then((isMine) => isMine && playSound())
  }

  #showTyping(operator: VisitOperator | null): void {
    clearTimeout(this.#typingEnds)
    this.typing = operator
    if (operator) this.#typingEnds = setTimeout(() => this.#showTyping(null), TYPING_MS)
    this.changed()
  }
}

/** Calls when another day has begun: what was said today was said yesterday. Returns what ends it. */
function onNextDay(listener: () => void): () => void {
  let day = new Date().toDateString()
  const timer = setInterval(() => {
    const before = day
    day = new Date().toDateString()
    if (day !== before) listener()
  }, LOOK_MS)
  return () => clearInterval(timer)
}

/** Whether an operator can write in a chat: whoever answers first takes one that waits. */
function canWrite({ status, operators }: VisitChat, who: VisitOperator | null): boolean {
  return status === 'ACTIVE' ? operators.some(({ id }) => id === who?.id) : status !== 'CLOSED'
}

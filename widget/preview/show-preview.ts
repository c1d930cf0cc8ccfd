import type { Core, CoreState, VisitMessage, Widget } from '../core.ts'
import { createLauncher } from '../loader/launcher.ts'
import { mount } from '../window/main.tsx'

/** The scene that the preview shows. */
export type Scene = 'welcome' | 'conversation' | 'offline' | 'closed'

/** The settings that determine how a widget looks. */
export type Look = Pick<
  Widget,
  | 'name'
  | 'color'
  | 'color2'
  | 'position'
  | 'theme'
  | 'locale'
  | 'greeting'
  | 'offlineText'
  | 'contactsForm'
  | 'contactFields'
  | 'requiredFields'
  | 'offlineForm'
  | 'hiddenOffline'
  | 'operators'
  | 'offsetX'
  | 'offsetY'
  | 'zIndex'
  | 'launcherShape'
  | 'launcherLabel'
  | 'logoUrl'
  | 'quickQuestions'
>

export interface Preview {
  update(look: Look): void
  destroy(): void
}

interface PreviewOptions {
  look: Look
  scene: Scene
  /** The messages of the scene with a conversation: the visitor's, and an answer. */
  said: [question: string, answer: string]
}

const CHAT = 'preview'

type Listener = Parameters<Core['subscribe']>[0]

/**
 * Shows the launcher and the window of a widget in an element, without a visit: nothing is asked of a server, and
 * nothing can be pressed. The element must be what `position: fixed` refers to, as one with a transform is.
 */
export function showPreview(place: HTMLElement, { look, scene, said }: PreviewOptions): Preview {
  let state = stateOf(look, scene)
  const listeners = new Set<Listener>()
  const launcher = createLauncher({ onPress() {}, onNear() {} })
  const { host } = launcher
  // The window takes the focus when it opens; here it must stay in the form.
  host.inert = true
  place.append(host)
  launcher.update(state)
  const messages = scene === 'conversation' || scene === 'closed' ? sayings(said, look) : []
  const core = createCore({ now: () => state, listeners, messages })
  const window = mount(core, launcher.root)
  return {
    update(next) {
      const before = state
      state = stateOf(next, scene)
      for (const listener of listeners) listener(state, before)
      launcher.update(state)
      host.hidden = isHidden(next, scene)
    },
    destroy() {
      window.destroy()
      host.remove()
    },
  }
}

const isHidden = ({ hiddenOffline }: Look, scene: Scene) => scene === 'offline' && hiddenOffline

function stateOf(look: Look, scene: Scene): CoreState {
  const online = scene !== 'offline'
  return {
    visitorNumber: 1,
    mergedNumbers: [],
    contactInfo: { name: null, email: null, phone: null, description: null },
    widget: {
      ...look,
      online,
      operators: online ? look.operators : [],
      sound: false,
      showsAnswers: true,
      paused: false,
      rules: { rules: [] },
      fileMaxBytes: 0,
      departments: [],
      usualAnswerMinutes: online ? 5 : null,
      opensAt: null,
      callback: { state: 'DISABLED', countries: [] },
    },
    online,
    chat:
      scene === 'conversation'
        ? {
            id: CHAT,
            status: 'ACTIVE',
            queuePosition: null,
            seenSeq: 2,
            lastReadByOperatorSeq: 2,
            rating: null,
            ratingComment: null,
            operators: look.operators.slice(0, 1),
          }
        : null,
    invitation: null,
    // Beside the closed launcher stands what was said last.
    unreadCount: scene === 'closed' ? 1 : 0,
    newest: null,
    connection: 'live',
    locale: look.locale ?? navigator.language,
    view: scene === 'closed' || isHidden(look, scene) ? null : 'chat',
    ruleId: null,
    colors: null,
  }
}

function sayings([question, answer]: PreviewOptions['said'], { operators }: Look): VisitMessage[] {
  const message = {
    chatId: CHAT,
    type: 'TEXT',
    invite: null,
    markdown: null,
    title: null,
    pressedButtonId: null,
    createdAt: new Date().toISOString(),
    file: null,
    location: null,
    quote: null,
    editedAt: null,
    deletedAt: null,
  } as const
  const operator = operators[0] ?? null
  return [
    { ...message, id: 'question', seq: 1, author: 'VISITOR', text: question, operator: null, buttons: [] },
    { ...message, id: 'answer', seq: 2, author: 'OPERATOR', text: answer, operator, buttons: [] },
  ]
}

interface Shown {
  now(): CoreState
  listeners: Set<Listener>
  messages: VisitMessage[]
}

/** Stands in for the loader, and answers every request with the conversation. */
function createCore({ now, listeners, messages }: Shown): Core {
  const nothing = () => {}
  const never = () => new Promise<never>(nothing)
  return {
    origin: location.origin,
    get state() {
      return now()
    },
    widgetId: CHAT,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: nothing,
    share: nothing,
    onEvent: () => nothing,
    request: async <Data>() => ({ visit: { history: { messages, earlier: null, clearedAt: null } } }) as Data,
    mutate: never,
    discarded: () => [],
    upload: never,
    send: never,
    introduce: never,
    startCall: never,
    once: async () => false,
    token: () => null,
    storage: { get: () => null, set: nothing },
    tab: { get: () => null, set: nothing },
    show: nothing,
    callPage: nothing,
    markSeen: nothing,
    dismissInvitation: nothing,
    resized: nothing,
  }
}

import type { Core, CoreState, VisitMessage, VisitOperator } from '../../../../../widget/core.ts'
import { t } from '../../../messages/index.ts'
import type { WidgetInput } from './widget-input.ts'

/** What of the widget is shown. */
export type PreviewView = 'chat' | 'empty' | 'offline'

/** What the widget's window is given for a visit that does not exist. */
export interface PreviewCore extends Core {
  show(): void
  change(state: CoreState): void
}

/** A visit of nobody: the window is drawn with what the form says, and nothing leaves it. */
export function createPreviewCore(state: CoreState, messages: VisitMessage[]): PreviewCore {
  const listeners = new Set<(state: CoreState) => void>()
  const nothing = () => {}
  const never = () => new Promise<never>(() => {})
  const kept = new Map<string, string | null>()
  let current = state
  return {
    origin: location.origin,
    get state() {
      return current
    },
    change(next) {
      current = next
      for (const listener of listeners) listener(next)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onEvent: () => nothing,
    // The window asks for nothing but the history by itself.
    request: async <Data>() => ({ visit: { history: { messages, earlier: null } } }) as Data,
    storage: { get: (name) => kept.get(name) ?? null, set: (name, value) => void kept.set(name, value) },
    once: async () => false,
    token: () => null,
    mutate: never,
    upload: never,
    send: never,
    introduce: never,
    startCall: never,
    show: nothing,
    set: nothing,
    share: nothing,
    callPage: nothing,
    markSeen: nothing,
    dismissInvitation: nothing,
    resized: nothing,
  }
}

/** What the window shows of a form that is not saved yet. */
export function toPreviewState(input: WidgetInput, view: PreviewView, operators: VisitOperator[]): CoreState {
  const { name, title, greeting, offlineText, color2, locale, operatorIds, origins, ...widget } = input
  const isOnline = view !== 'offline'
  const chat: CoreState['chat'] = {
    id: 'preview',
    status: 'ACTIVE',
    queuePosition: null,
    operators: operators.slice(0, 1),
    seenSeq: 2,
    lastReadByOperatorSeq: 2,
    rating: null,
    ratingComment: null,
  }
  return {
    visitorNumber: 1,
    contactInfo: { name: null, email: null, phone: null, description: null },
    widget: {
      ...widget,
      name: title || name || '…',
      online: isOnline,
      color2: color2 || null,
      greeting: greeting || null,
      offlineText: offlineText || null,
      locale: locale || null,
      rules: null,
      fileMaxBytes: 0,
      departments: [],
      callback: { state: 'DISABLED', countries: [] },
      operators,
    },
    online: isOnline,
    chat: view === 'chat' ? chat : null,
    invitation: null,
    unreadCount: 0,
    newest: null,
    connection: 'live',
    locale: locale || navigator.language,
    view: 'chat',
    ruleId: null,
    colors: null,
  }
}

/** A short conversation. */
export function sampleMessages(operators: VisitOperator[]): VisitMessage[] {
  const { sampleVisitor, sampleOperator } = t.settings.widget
  const said = (seq: number, text: string, operator: VisitOperator | null): VisitMessage => ({
    id: String(seq),
    chatId: 'preview',
    seq,
    author: operator ? 'OPERATOR' : 'VISITOR',
    operator,
    type: 'TEXT',
    text,
    markdown: null,
    title: null,
    buttons: [],
    pressedButtonId: null,
    file: null,
    location: null,
    createdAt: new Date().toISOString(),
  })
  const [first = { name: '…', photoUrl: null }] = operators
  return [said(1, sampleVisitor, null), said(2, sampleOperator, first)]
}

/**
 * Types of the widget's script API. Copy this file into your project, or fetch it from `<origin>/widget/svc-api.d.ts`.
 * The functions are described in docs/widget.md.
 */

export type SvcResult = { result: 'ok' } | { result: 'fail'; reason: string }

export interface SvcContactInfo {
  /** The same as `name`. */
  client_name: string | null
  name: string | null
  email: string | null
  phone: string | null
  description: string | null
}

export interface SvcContacts {
  name?: string
  email?: string
  phone?: string
  description?: string
}

export interface SvcCustomField {
  content: string
  title?: string
  link?: string
  key?: string
}

/** Operators can only see and count rules of the widget's settings; these replace them on this page. */
export interface SvcRules {
  rules: SvcRule[]
}

export interface SvcRule {
  /** Identifies the rule when counting how often a visitor met it. */
  id: string
  name?: string
  enabled?: boolean
  /** All of them must hold. */
  conditions: SvcCondition[]
  actions: SvcAction[]
  /** How often it runs for one visitor; `once` by default. */
  repeat?: 'once' | 'once_per_visit' | 'always'
}

type SvcTextMatch = {
  operator: 'is' | 'contains' | 'begins' | 'ends' | 'is_not' | 'contains_not'
  value: string
}

export type SvcCondition =
  | { type: 'time_on_page' | 'time_on_site'; seconds: number }
  | { type: 'pages_seen'; count: number }
  | ({ type: 'page_url' | 'page_title' | 'referrer' } & SvcTextMatch)
  | { type: 'returning_visitor' | 'operators_online'; value: boolean }
  | { type: 'scroll_depth'; percent: number }
  | { type: 'exit_intent' }
  /** In the visitor's own time. If `from` is later than `to`, the range spans midnight. Days: 1 is Monday. */
  | { type: 'time_of_day'; from: string; to: string; days?: number[] }

export type SvcAction =
  | { type: 'invite'; text: string; department_id?: number }
  | { type: 'open_chat' }
  /** A function of the page; use dots for functions of objects. */
  | { type: 'call_function'; name: string }

export type SvcState = 'chat' | 'call' | 'chat/call' | 'label' | 'chat/min'

export interface SvcUtm {
  source?: string
  campaign?: string
  content?: string
  medium?: string
  term?: string
}

export interface SvcApi {
  open(options?: { start?: 'chat' | 'call' | 'menu' }): SvcResult
  close(): SvcResult
  chatMode(): 'online' | 'offline'
  getContactInfo(): SvcContactInfo
  getVisitorNumber(callback: (error: string | null, number: number | null) => void): void
  getVisitorNumber(): Promise<number>
  setContactInfo(contacts: SvcContacts): SvcResult
  setCustomData(fields: SvcCustomField[]): SvcResult
  setRules(rules: SvcRules): SvcResult
  setUserToken(token: string): SvcResult
  showProactiveInvitation(text: string, departmentId?: number): SvcResult
  startCall(phone: string): SvcResult
  isCallbackEnabled(callback?: (result: SvcResult) => void): Promise<SvcResult>
  sendOfflineMessage(
    message: SvcContacts & { message: string },
  ): { result: 'ok' } | { result: 'fail'; error: string }
  getUnreadMessagesCount(): number
  getUtm(): SvcUtm
  sendPageTitle(title: string, fromApi?: boolean, url?: string): SvcResult
  clearHistory(): SvcResult
  setWidgetColor(color: string, color2?: string): SvcResult
  setClientAttributes(attributes: Record<string, string | number | boolean | null>): SvcResult
  sendMessage(text: string): SvcResult
}

/** Set before the script, which then adds `chat_mode`, and `widget_color` where the page has none. */
export interface SvcConfig {
  widget_id?: string
  active_message?: string
  department_id?: number
  widget_color?: string
  chat_mode?: 'online' | 'offline'
}

declare global {
  interface Window {
    svc_api?: SvcApi
    svc_init?: () => void
    svc_destroy?: () => void
    svc_config?: SvcConfig
    svc_onLoad?: () => void
    svc_onLoadCallback?: () => void
    svc_onOpen?: () => void
    svc_onClose?: () => void
    svc_onMessageSent?: () => void
    svc_onMessageReceived?: () => void
    svc_onClientStartChat?: () => void
    svc_onAccept?: () => void
    svc_onIntroduction?: () => void
    svc_onResize?: () => void
    svc_onResizeCallback?: () => void
    svc_onCallStart?: () => void
    svc_onCallEnd?: (call: { result?: 'ok' | 'fail'; reason?: string }) => void
    svc_onChangeState?: (state: SvcState) => void
    svc_onWidgetDestroy?: () => void
  }
}

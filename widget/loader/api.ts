import type { SvcApi, SvcResult, SvcUtm } from '../svc-api.d.ts'
import { MESSAGE_PARTS, OFFLINE_LENGTH } from '../window/lengths.ts'
import { callPage, callSafely } from './call-page.ts'
import { findContactProblem } from './check-contacts.ts'
import { findCallProblem } from './find-call-problem.ts'
import { createQueue } from './queue.ts'
import { readColor } from './read-color.ts'
import type { Widget } from './start-widget.ts'

const NOBODY = { name: null, email: null, phone: null, description: null }
const OK: SvcResult = { result: 'ok' }
const NOT_READY = 'Not ready.'
const NO_OBJECT = 'A valid object is needed.'
const NO_TEXT = 'A text is needed.'
const TOO_LONG = `At most ${OFFLINE_LENGTH} characters.`
const CONTACTS = Object.keys(NOBODY)
const CUSTOM = ['content', 'title', 'link', 'key']
const UTM = ['source', 'campaign', 'content', 'medium', 'term'] as const
const CUSTOM_FIELDS = 10

const fail = (reason: string): SvcResult => ({ result: 'fail', reason })
/** Ok, unless something is in the way. */
const okUnless = (problem: string | null): SvcResult => (problem ? fail(problem) : OK)
const textOf = (value: unknown): string => `${value ?? ''}`.trim()
const isPlain = (value: unknown): boolean =>
  value == null || /^(str|boo)/.test(typeof value) || Number.isFinite(value)
const isRule = (rule: unknown): boolean =>
  isObject(rule) && isListOf(isObject, rule.conditions) && isListOf(isObject, rule.actions)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isListOf = (isItem: (item: unknown) => boolean, value: unknown): boolean =>
  Array.isArray(value) && value.every(isItem)

/** These of an object's fields as text, without blank ones. */
function pick(given: Record<string, unknown>, names: string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const text = textOf(given[name])
    if (text) picked[name] = text
  }
  return picked
}

/**
 * The functions of the page (contract, part 4.4). All are own properties: integrators ask `hasOwnProperty`. Calls
 * that do not depend on the present state are accepted immediately and done when the widget has started. `widget` is
 * null before that and after it was removed; `ready` rejects when there will be none.
 */
export function createApi(widget: () => Widget | null, ready: () => Promise<Widget>): SvcApi {
  const inOrder = createQueue()
  /** Ends when the visitor is whom the page named. */
  let named: Promise<unknown> = Promise.resolve()
  /** The contact details that the page has given and the server has not answered yet. */
  let told: Record<string, string>[] = []

  /**
   * What the page says takes effect in its order: each call waits for the answer to the one before. What was said
   * before the widget was removed is still done.
   */
  function perform(act: (widget: Widget) => unknown): Promise<unknown> {
    const started = ready()
    return inOrder(() => started.then(act)).catch(console.warn)
  }

  /** Does it when its turn comes. The page has its answer already. */
  function later(act: (widget: Widget) => unknown): SvcResult {
    void perform(act)
    return OK
  }

  /** What stays on the page need not wait for the network. */
  function local(act: (widget: Widget) => unknown): SvcResult {
    void ready().then(act).catch(console.warn)
    return OK
  }

  /** Does it at once, unless there is no widget; `act` returns why it cannot be done, as a text. */
  function now(act: (widget: Widget) => unknown): SvcResult {
    const found = widget()
    return okUnless(found ? (act(found) as string | null) : NOT_READY)
  }

  return guard({
    open: (options) =>
      now(({ base }) => {
        const isCall = options?.start === 'call'
        const problem = isCall ? findCallProblem(base.state) : null
        if (!problem) base.show(isCall ? 'call' : 'chat')
        return problem
      }),
    close: () => now(({ base }) => base.show(null)),
    chatMode: () => (widget()?.base.state.online ? 'online' : 'offline'),
    getContactInfo() {
      const contacts = Object.assign({}, widget()?.base.state.contactInfo ?? NOBODY, ...told)
      return { client_name: contacts.name, ...contacts }
    },
    getVisitorNumber: ((callback?: (error: string | null, number: number | null) => void) => {
      const number = named.then(ready).then(({ base }) => base.state.visitorNumber)
      if (typeof callback !== 'function') return number
      number.then(
        (value) => callSafely(callback, null, value),
        (error: Error) => callSafely(callback, error.message, null),
      )
    }) as SvcApi['getVisitorNumber'],
    setContactInfo(contacts) {
      if (!isObject(contacts)) return fail(NO_OBJECT)
      const input = pick(contacts, CONTACTS)
      const problem = findContactProblem(input)
      if (problem) return fail(problem)
      // The page may ask at once what it has just said.
      told = [...told, input]
      return later(async ({ base }) => {
        try {
          await base.mutate('setContactInfo', input)
          base.share({ contactInfo: { ...base.state.contactInfo, ...input } })
        } finally {
          told = told.filter((each) => each !== input)
        }
      })
    },
    setCustomData(given) {
      if (!Array.isArray(given)) return fail('Custom data must be array.')
      const items: unknown[] = given.slice(0, CUSTOM_FIELDS)
      const fields = items.filter(isObject).map((item) => pick(item, CUSTOM))
      return later(({ base }) => base.mutate('setCustomData', { fields }))
    },
    setRules(rules) {
      if (!isObject(rules) || !isListOf(isRule, rules.rules)) return fail(NO_OBJECT)
      return local(({ setRules }) => setRules(rules))
    },
    setUserToken(token) {
      if (typeof token !== 'string' || !token.trim()) return fail(NO_TEXT)
      named = perform(({ identify }) => identify(token))
      return OK
    },
    showProactiveInvitation(given, department) {
      const text = textOf(given)
      if (!text) return fail(NO_TEXT)
      return now(({ invite }) => invite(text, Number(department) || null, true))
    },
    startCall: (given) =>
      now(({ base, core }) => {
        const phone = textOf(given)
        const problem = findCallProblem(base.state) ?? findContactProblem({ phone }, true)
        if (!problem) {
          base.set({ isCalling: true })
          later(async () => {
            try {
              await (await core()).startCall(phone)
            } catch (error) {
              base.set({ isCalling: false })
              // Whether a widget that was removed meanwhile has requested it is not known.
              if (widget()?.base === base) callPage('svc_onCallEnd', fail((error as Error).message))
            }
          })
        }
        return problem
      }),
    isCallbackEnabled(callback) {
      const answer = ready().then(
        async ({ base, reload }) => {
          // It depends on the time of day, too.
          await reload()
          return okUnless(findCallProblem(base.state))
        },
        () => fail(NOT_READY),
      )
      if (typeof callback === 'function') void answer.then((result) => callSafely(callback, result))
      return answer
    },
    sendOfflineMessage(given) {
      const input = isObject(given) ? pick(given, [...CONTACTS, 'message']) : {}
      const { message } = input
      const error = !message
        ? NO_TEXT
        : [...message].length > OFFLINE_LENGTH
          ? TOO_LONG
          : findContactProblem(input, true)
      if (error) return { result: 'fail', error }
      return later(({ base }) => base.mutate('sendOfflineMessage', input as { message: string })) as {
        result: 'ok'
      }
    },
    getUnreadMessagesCount: () => widget()?.base.state.unreadCount ?? 0,
    getUtm() {
      const parameters = new URLSearchParams(location.search)
      const utm: SvcUtm = {}
      for (const name of UTM) {
        const value = parameters.get(`utm_${name}`)
        if (value) utm[name] = value
      }
      return utm
    },
    sendPageTitle(title, _fromApi, url) {
      const page = {
        title: textOf(title),
        url: new URL(textOf(url) || location.href, location.href).href,
      }
      return later(({ viewPage }) => viewPage(page))
    },
    clearHistory: () => later(({ clearHistory }) => clearHistory()),
    setWidgetColor(color, color2) {
      const [primary, secondary] = [readColor(color), readColor(color2)]
      if (!primary || (color2 && !secondary)) return fail('A color such as #1a2b3c is needed.')
      return local(({ base }) => base.set({ colors: { primary, secondary } }))
    },
    setClientAttributes(attributes) {
      if (!isObject(attributes) || !Object.values(attributes).every(isPlain)) return fail(NO_OBJECT)
      return later(({ base }) => base.mutate('setVisitorAttributes', { attributes }))
    },
    sendMessage(given) {
      const text = textOf(given)
      if (!text) return fail(NO_TEXT)
      // A longer text would be cut.
      for (const part of text.match(MESSAGE_PARTS) ?? [])
        later(async ({ core }) => (await core()).send({ text: part }))
      return OK
    },
  })
}

/** The same functions, which tell the page why they fail instead of throwing: it may give a symbol where text is needed. */
function guard(api: SvcApi): SvcApi {
  type Functions = Record<string, (...values: unknown[]) => unknown>
  const functions = api as unknown as Functions
  const guarded: Functions = {}
  for (const name of Object.keys(functions))
    guarded[name] = (...values) => {
      try {
        return functions[name]?.(...values)
      } catch {
        return { result: 'fail', [name === 'sendOfflineMessage' ? 'error' : 'reason']: NO_TEXT }
      }
    }
  return guarded as unknown as SvcApi
}

import type { SvcApi, SvcResult, SvcUtm } from '../svc-api.d.ts'
import { callPage } from './call-page.ts'
import { findContactProblem } from './check-contacts.ts'
import { findCallProblem } from './find-call-problem.ts'
import { readColor } from './read-color.ts'
import type { Widget } from './start-widget.ts'

const NOBODY = { name: null, email: null, phone: null, description: null }
const OK: SvcResult = { result: 'ok' }
const NOT_READY = 'Not ready.'
const NO_OBJECT = 'An object is needed.'
const NO_TEXT = 'A text is needed.'
const CONTACTS = ['name', 'email', 'phone', 'description']
const CUSTOM = ['content', 'title', 'link', 'key']
const UTM = ['source', 'campaign', 'content', 'medium', 'term'] as const
const CUSTOM_FIELDS = 10

const fail = (reason: string): SvcResult => ({ result: 'fail', reason })
/** Ok, unless something is in the way. */
const okUnless = (problem: string | null): SvcResult => (problem ? fail(problem) : OK)
const textOf = (value: unknown): string => `${value ?? ''}`.trim()
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  /** Ends when the visitor is whom the page named: nothing that it says of them may reach the visitor before. */
  let named: Promise<unknown> = Promise.resolve()
  const perform = (act: (widget: Widget) => unknown) => named.then(ready).then(act).catch(console.warn)

  /** Does it now or later. The page has its answer already. */
  function later(act: (widget: Widget) => unknown): SvcResult {
    void perform(act)
    return OK
  }

  /** Does it at once, unless there is no widget; `act` returns why it cannot be done, as a text. */
  function now(act: (widget: Widget) => unknown): SvcResult {
    const found = widget()
    return okUnless(found ? (act(found) as string | null) : NOT_READY)
  }

  return {
    open: (options) =>
      now(({ base }) => {
        const isCall = options?.start === 'call'
        const problem = isCall && findCallProblem(base.state)
        if (!problem) base.show(isCall ? 'call' : 'chat')
        return problem
      }),
    close: () => now(({ base }) => base.show(null)),
    chatMode: () => (widget()?.base.state.online ? 'online' : 'offline'),
    getContactInfo() {
      const contacts = widget()?.base.state.contactInfo ?? NOBODY
      return { client_name: contacts.name, ...contacts }
    },
    getVisitorNumber: ((callback?: (error: string | null, number: number | null) => void) => {
      const number = named.then(ready).then(({ base }) => base.state.visitorNumber)
      if (typeof callback !== 'function') return number
      number.then(
        (value) => callback(null, value),
        (error: Error) => callback(error.message, null),
      )
    }) as SvcApi['getVisitorNumber'],
    setContactInfo(contacts) {
      if (!isObject(contacts)) return fail(NO_OBJECT)
      const input = pick(contacts, CONTACTS)
      const problem = findContactProblem(input)
      return problem ? fail(problem) : later(({ base }) => base.mutate('setContactInfo', input))
    },
    setCustomData(given) {
      if (!Array.isArray(given)) return fail('Custom data must be array.')
      const items: unknown[] = given.slice(0, CUSTOM_FIELDS)
      const fields = items.filter(isObject).map((item) => pick(item, CUSTOM))
      return later(({ base }) => base.mutate('setCustomData', { fields }))
    },
    setRules(rules) {
      if (!isObject(rules) || !Array.isArray(rules.rules)) return fail(NO_OBJECT)
      return later(({ setRules }) => setRules(rules))
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
          later(async () =>
            (await core()).startCall(phone).catch(({ message }) => callPage('svc_onCallEnd', fail(message))),
          )
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
      // What is no function is not called.
      void answer.then(callback)
      return answer
    },
    sendOfflineMessage(given) {
      const input = isObject(given) ? pick(given, [...CONTACTS, 'message']) : {}
      const error = input.message ? findContactProblem(input, true) : NO_TEXT
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
    sendPageTitle: (title, _fromApi, url) =>
      later(({ viewPage }) => viewPage({ title: textOf(title), url: textOf(url) || location.href })),
    clearHistory: () => later(({ clearHistory }) => clearHistory()),
    setWidgetColor(color, color2) {
      const [primary, secondary] = [readColor(color), readColor(color2)]
      if (!primary || (color2 && !secondary)) return fail('A color looks like #1a2b3c.')
      return later(({ base }) => base.set({ colors: { primary, secondary } }))
    },
    setClientAttributes(attributes) {
      if (!isObject(attributes)) return fail(NO_OBJECT)
      return later(({ base }) => base.mutate('setVisitorAttributes', { attributes }))
    },
    sendMessage(given) {
      const text = textOf(given)
      return text ? later(async ({ core }) => (await core()).send({ text })) : fail(NO_TEXT)
    },
  }
}

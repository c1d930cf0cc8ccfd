import type { SvcApi, SvcResult, SvcUtm } from '../svc-api.d.ts'
import { callPage } from './call-page.ts'
import { findContactProblem, isPhone } from './check-contacts.ts'
import { findCallProblem } from './find-call-problem.ts'
import { readColor } from './read-color.ts'
import type { Widget } from './start-widget.ts'

const OK: SvcResult = { result: 'ok' }
const NOT_READY = 'The widget is not ready yet.'
const CONTACTS = ['name', 'email', 'phone', 'description']
const CUSTOM = ['content', 'title', 'link', 'key']
const UTM = ['source', 'campaign', 'content', 'medium', 'term'] as const
const CUSTOM_FIELDS = 10

const fail = (reason: string): SvcResult => ({ result: 'fail', reason })
const textOf = (value: unknown): string => (value === undefined || value === null ? '' : `${value}`.trim())
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

interface ApiOptions {
  /** The widget on the page; null before it has started and after it was removed. */
  widget(): Widget | null
  /** Resolves with the widget; rejects when there will be none. */
  ready(): Promise<Widget>
}

/**
 * The functions of the page (contract, part 4.4). All are own properties: integrators ask `hasOwnProperty`. What needs
 * no look at the present state is accepted at once and done when the widget has started.
 */
export function createApi({ widget, ready }: ApiOptions): SvcApi {
  /** Does it now or later. The page has its answer already. */
  function later(act: (widget: Widget) => unknown): SvcResult {
    ready()
      .then(act)
      .catch((error: Error) => console.warn(error.message))
    return OK
  }

  return {
    open(options) {
      const { base } = widget() ?? {}
      if (!base) return fail(NOT_READY)
      const isCall = options?.start === 'call'
      const problem = isCall && findCallProblem(base.state)
      if (problem) return fail(problem)
      base.show(isCall ? 'call' : 'chat')
      return OK
    },
    close() {
      const { base } = widget() ?? {}
      if (!base) return fail(NOT_READY)
      base.show(null)
      return OK
    },
    chatMode: () => (widget()?.base.state.online ? 'online' : 'offline'),
    getContactInfo() {
      const {
        name = null,
        email = null,
        phone = null,
        description = null,
      } = widget()?.base.state.contactInfo ?? {}
      return { client_name: name, name, email, phone, description }
    },
    getVisitorNumber: ((callback?: (error: string | null, number: number | null) => void) => {
      const number = ready().then(({ base }) => base.state.visitorNumber)
      if (typeof callback !== 'function') return number
      number.then(
        (value) => callback(null, value),
        (error: Error) => callback(error.message, null),
      )
    }) as SvcApi['getVisitorNumber'],
    setContactInfo(contacts) {
      if (!isObject(contacts)) return fail('Contact info must be an object.')
      const input = pick(contacts, CONTACTS)
      const problem = findContactProblem(input)
      return problem ? fail(problem) : later(({ base }) => base.mutate('setContactInfo', input))
    },
    setCustomData(given) {
      if (!Array.isArray(given)) return fail('Custom data must be array.')
      const fields: Record<string, string>[] = []
      for (let index = 0; index < given.length && index < CUSTOM_FIELDS; index++) {
        const item: unknown = given[index]
        if (isObject(item)) fields.push(pick(item, CUSTOM))
      }
      return later(({ base }) => base.mutate('setCustomData', { fields }))
    },
    setRules(rules) {
      if (!isObject(rules) || !Array.isArray(rules.rules))
        return fail('Rules must be an object with "rules".')
      return later(({ setRules }) => setRules(rules))
    },
    setUserToken(token) {
      if (typeof token !== 'string' || !token.trim()) return fail('The token must be a text.')
      return later(({ identify }) => identify(token))
    },
    showProactiveInvitation(given, department) {
      const text = textOf(given)
      if (!text) return fail('The invitation has no text.')
      const found = widget()
      if (!found) return fail(NOT_READY)
      found.invite(text, Number(department) || null, true)
      return OK
    },
    startCall(given) {
      const found = widget()
      if (!found) return fail(NOT_READY)
      const problem = findCallProblem(found.base.state)
      if (problem) return fail(problem)
      const phone = textOf(given)
      if (!isPhone(phone)) return fail('This is not a telephone number.')
      return later(async () => {
        const answer = await (await found.core()).startCall(phone)
        if (answer.result === 'fail') callPage('svc_onCallEnd', answer)
      })
    },
    isCallbackEnabled(callback) {
      const answer = ready().then(
        async ({ base, reload }) => {
          // It depends on the time of day, too.
          await reload()
          const problem = findCallProblem(base.state)
          return problem ? fail(problem) : OK
        },
        () => fail(NOT_READY),
      )
      if (typeof callback === 'function') void answer.then(callback)
      return answer
    },
    sendOfflineMessage(given) {
      const input = isObject(given) ? pick(given, [...CONTACTS, 'message']) : {}
      const error = !input.message
        ? 'Write a message.'
        : !input.email && !input.phone
          ? 'Enter an e-mail address or a telephone number.'
          : findContactProblem(input)
      if (error) return { result: 'fail', error }
      return later(({ base }) => base.mutate('sendOfflineMessage', input as { message: string })) as {
        result: 'ok'
      }
    },
    getUnreadMessagesCount: () => widget()?.base.state.unreadCount ?? 0,
    getUtm() {
      const { searchParams } = new URL(location.href)
      const utm: SvcUtm = {}
      for (const name of UTM) {
        const value = searchParams.get(`utm_${name}`)
        if (value) utm[name] = value
      }
      return utm
    },
    sendPageTitle: (title, _fromApi, url) =>
      later(({ viewPage }) => viewPage({ title: textOf(title), ...(url && { url: textOf(url) }) })),
    clearHistory: () => later(({ clearHistory }) => clearHistory()),
    setWidgetColor(color, color2) {
      const [primary, secondary] = [readColor(color), readColor(color2)]
      if (!primary || (color2 && !secondary)) return fail('A color is written as #1a2b3c.')
      return later(({ base }) => base.set({ colors: { primary, secondary } }))
    },
    setClientAttributes(attributes) {
      if (!isObject(attributes)) return fail('Attributes must be an object.')
      return later(({ base }) => base.mutate('setVisitorAttributes', { attributes }))
    },
    sendMessage(given) {
      const text = textOf(given)
      return text
        ? later(async ({ core }) => (await core()).send({ text }))
        : fail('The message has no text.')
    },
  }
}

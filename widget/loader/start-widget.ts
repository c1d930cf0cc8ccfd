import type { Base, BaseState, Core } from '../core.ts'
import type { SvcRules } from '../svc-api.d.ts'
import { callByName } from './call-by-name.ts'
import { callPage } from './call-page.ts'
import type { Config } from './config.ts'
import { clearHistoryDocument, identifyVisitorDocument } from './documents.ts'
import { goLive } from './live.ts'
import { expectAccepted } from './session.ts'
import { createStorage } from './storage.ts'
import { tellPage } from './tell-page.ts'
import { createTriggers } from './triggers.ts'
import { createView } from './view.ts'
import { pageNow, startVisit } from './visit.ts'

/** How often it looks whether the page has changed its address, and at the triggers. */
const TICK_MS = 1_000

/** A widget that is on the page. */
export interface Widget {
  base: Base
  /** With what comes with the window. */
  core(): Promise<Core>
  setRules(rules: SvcRules): void
  /** Reads everything again. */
  reload(): Promise<unknown>
  /** Says who the visitor is; the server may know them from another device. */
  identify(token: string): Promise<void>
  /** Forgets what this browser shows of the past. */
  clearHistory(): Promise<void>
  /** Asks the visitor to write: in the open chat, or in a bubble beside the launcher. */
  invite(text: string, department: number | null, inChat?: boolean): void
  viewPage(page?: { title?: string; url?: string }): Promise<void>
}

/** Starts the visit and puts the launcher on the page. The signal removes everything again. */
export async function startWidget(config: Config, signal: AbortSignal): Promise<Widget> {
  const { widgetId } = config
  const lasting = createStorage(widgetId, 'localStorage')
  const passing = createStorage(widgetId, 'sessionStorage')
  // Asked before this visit leaves its own trace.
  const isReturning = passing.get('returning') ?? (lasting.get('token') ? '1' : '')
  passing.set('returning', isReturning)

  const visit = await startVisit(config, signal, lasting)
  if (signal.aborted) throw new Error('Removed.')
  const { store, mutate, request } = visit
  const { set } = store
  const live = goLive(config, signal, visit)
  const base: Base = {
    ...visit,
    ...config,
    get state() {
      return store.state
    },
    set,
    subscribe: store.subscribe,
    share(state) {
      set(state)
      live.post({ state })
    },
    show: (next) => view.show(next, true),
    storage: lasting,
    tab: passing,
    callPage,
  }
  const view = createView(base, passing, signal)
  const load = () => void view.load().catch(console.warn)
  const quietly = (request: Promise<unknown>) => void request.catch(() => {})
  store.subscribe((state, before) => {
    // What a visitor who signs in already had is not new.
    if (state.visitorNumber === before.visitorNumber) return tellPage(state, before)
    live.post({})
    live.restart()
  })
  const triggers = createTriggers(base, passing, isReturning !== '', signal, ({ id: ruleId, actions }) => {
    quietly(mutate('countTrigger', { ruleId, event: 'SHOWN' }))
    set({ ruleId })
    for (const action of actions) {
      if (action.type === 'call_function') callByName(action.name)
      else if (action.type === 'open_chat') view.show('chat')
      else invite(action.text, action.department_id ?? null)
    }
  })

  visit.onEvent((event) => {
    const type = event.__typename
    // The window shows an invitation and makes the sound of an answer.
    if (type === 'VisitInvitationReceived' || type === 'VisitMessageCreated') load()
    if (event.__typename !== 'VisitCallChanged') return
    const { state, reason } = event
    void visit.reload()
    if (state === 'END') callPage('svc_onCallEnd', { result: 'ok' })
    if (state === 'ERROR') callPage('svc_onCallEnd', { result: 'fail', reason })
  })

  function invite(text: string, department: number | null, inChat?: boolean): void {
    set({ invitation: { id: null, operator: null, text, department } })
    if (inChat) view.show('chat')
    else load()
  }

  const viewPage: Widget['viewPage'] = (page) => mutate('viewPage', { page: { ...pageNow(), ...page } })

  let href = location.href
  const timer = setInterval(() => {
    const isNew = href !== location.href
    if (isNew) {
      href = location.href
      quietly(viewPage())
      view.attach()
    }
    triggers.look(isNew)
  }, TICK_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  addEventListener('online', live.wake, { signal })
  document.addEventListener('visibilitychange', live.wake, { signal })

  triggers.setRules(store.state.widget.rules as SvcRules)
  const open = passing.get('view')
  if (open) view.show(open as BaseState['view'])
  else if (store.state.invitation || store.state.unreadCount || lasting.get('outbox')) load()

  return {
    base,
    core: view.load,
    invite,
    viewPage,
    setRules: triggers.setRules,
    reload: visit.reload,
    async identify(token) {
      const { identifyVisitor } = await request(identifyVisitorDocument, { input: { token } })
      expectAccepted(identifyVisitor)
      lasting.set('token', identifyVisitor?.token ?? null)
      await visit.reload()
    },
    async clearHistory() {
      await request(clearHistoryDocument, {})
      await visit.reload()
    },
  }
}

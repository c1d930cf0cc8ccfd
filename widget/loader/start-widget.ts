import type { Base, Core, CoreState, VisitEvent } from '../core.ts'
import type { SvcRules } from '../svc-api.d.ts'
import { callByName } from './call-by-name.ts'
import { callPage } from './call-page.ts'
import { type Config, readPageConfig } from './config.ts'
import { clearHistoryDocument, identifyVisitorDocument, visitEventsDocument } from './documents.ts'
import { goLive } from './live.ts'
import { readColor } from './read-color.ts'
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
  const { origin, widgetId } = config
  const lasting = createStorage(widgetId, 'localStorage')
  const passing = createStorage(widgetId, 'sessionStorage')
  // Asked before this visit leaves its own trace.
  const isReturning = passing.get('returning') ?? (lasting.get('token') ? '1' : '')
  passing.set('returning', isReturning)

  const visit = await startVisit(config, signal, lasting)
  await bodyIsThere()
  if (signal.aborted) throw new Error('The widget was removed.')
  const { session, store } = visit
  const { set } = store
  const live = goLive({
    origin,
    name: `svc:${widgetId}`,
    signal,
    query: visitEventsDocument,
    token: () => lasting.get('token'),
    cursor: visit.cursor,
    onEvent(event) {
      live.post({ event })
      receive(event)
    },
    onMessage({ event, state, reload }) {
      if (event) receive(event)
      if (state) set(state)
      if (reload) void visit.reload().then(live.restart)
    },
    onConnection: (connection) => set({ connection }),
    poll: visit.reload,
  })
  const base: Base = {
    ...session,
    origin,
    get state() {
      return store.state
    },
    set,
    subscribe: store.subscribe,
    onEvent: visit.onEvent,
    share(state) {
      set(state)
      live.post({ state })
    },
    show: (next) => view.show(next),
    once: live.once,
    token: () => lasting.get('token'),
    storage: lasting,
    callPage,
    expectAccepted,
  }
  const view = createView({ base, storage: passing, signal })
  const load = () => view.load().catch(console.warn)
  const quietly = (request: Promise<unknown>) => void request.catch(() => {})
  store.subscribe(tellPage)
  const triggers = createTriggers({
    state: () => store.state,
    signal,
    lasting,
    passing,
    isReturning: isReturning !== '',
    meet({ id: ruleId, actions }) {
      quietly(session.mutate('countTrigger', { ruleId, event: 'SHOWN' }))
      set({ ruleId })
      for (const action of actions) {
        if (action.type === 'call_function') callByName(action.name)
        else if (action.type === 'open_chat') view.show('chat')
        else invite(action.text, action.department_id ?? null)
      }
    },
  })

  function receive(event: VisitEvent): void {
    visit.receive(event)
    const type = event.__typename
    // The window shows an invitation and makes the sound of an answer.
    if (type === 'VisitInvitationReceived' || type === 'VisitMessageCreated') void load()
    if (event.__typename !== 'VisitCallChanged') return
    void visit.reload()
    if (event.state === 'END') callPage('svc_onCallEnd', { result: 'ok' })
    if (event.state === 'ERROR') callPage('svc_onCallEnd', { result: 'fail', reason: event.reason })
  }

  function invite(text: string, department: number | null, inChat?: boolean): void {
    set({ invitation: { id: null, operator: null, text, department } })
    if (inChat) view.show('chat')
    else void load()
  }

  const viewPage: Widget['viewPage'] = (page) =>
    session.mutate('viewPage', { page: { ...pageNow(), ...page } })

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

  const { widget_color, active_message } = readPageConfig()
  const primary = readColor(widget_color)
  if (primary) set({ colors: { primary, secondary: null } })
  triggers.setRules(store.state.widget.rules as SvcRules)
  const open = passing.get('view')
  if (open) view.show(open as CoreState['view'])
  else if (active_message && !store.state.newest) invite(`${active_message}`, null)
  else if (store.state.invitation || lasting.get('outbox')) void load()

  return {
    base,
    core: view.load,
    invite,
    viewPage,
    setRules: triggers.setRules,
    reload: visit.reload,
    async identify(token) {
      const { identifyVisitor } = await session.request(identifyVisitorDocument, { input: { token } })
      expectAccepted(identifyVisitor)
      lasting.set('token', identifyVisitor?.token ?? null)
      await change()
    },
    async clearHistory() {
      await session.request(clearHistoryDocument, {})
      await change()
    },
  }

  /** Something changed for which there is no event. */
  async function change(): Promise<void> {
    live.post({ reload: 1 })
    await visit.reload()
    live.restart()
  }
}

/** A script in the head may run before there is a body. */
function bodyIsThere(): Promise<void> {
  return new Promise((resolve) => {
    if (document.body) resolve()
    else addEventListener('DOMContentLoaded', () => resolve(), { once: true })
  })
}

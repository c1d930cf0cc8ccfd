import type { BaseState, Invitation, VisitEvent } from '../core.ts'
import type { ResultOf } from '../graphql.ts'
import { alone } from './alone.ts'
import { applyEvent } from './apply-event.ts'
import { createBackoff } from './backoff.ts'
import type { Config } from './config.ts'
import { pollDocument, startVisitDocument, visitDocument } from './documents.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { createQueue } from './queue.ts'
import { createSession, expectAccepted, type Session } from './session.ts'
import type { Storage } from './storage.ts'
import { createStore, type Store } from './store.ts'

/** How many received events it remembers: a tab that begins to lead repeats some. */
const REMEMBERED = 500

/** Within this time, other tabs see what one has stored. */
const SEEN_MS = 300

type VisitData = NonNullable<ResultOf<typeof visitDocument>['visit']>

/** The visitor's visit, as this tab knows it. */
export interface Visit extends Session {
  store: Store
  token(): string | null
  /** Up to where the event log has been seen. */
  cursor(): string
  onEvent: Listeners<[event: VisitEvent]>['add']
  /** Takes an event in, once. */
  receive(event: VisitEvent): void
  /** Asks for the events since the last one; null when the service cannot be reached. */
  read(): Promise<VisitEvent[] | null>
  /**
   * Reads the present state, as soon as the service can be reached and no event overtakes the answer. Never rejects.
   * Events until then still come, unless `skips` says that they were missed anyway.
   */
  reload(skips?: boolean): Promise<void>
}

/** Where the visitor is. */
export const pageNow = () => ({ url: location.href, title: document.title, referrer: document.referrer })

/** Starts or continues the visit. Waits while the service cannot be reached; rejects when it refuses. */
export async function startVisit(
  { origin, widgetId }: Config,
  signal: AbortSignal,
  lasting: Storage,
): Promise<Visit> {
  const events = createListeners<[event: VisitEvent]>()
  const seen = new Set<string>()

  const token = () => lasting.get('token')
  const session = createSession(origin, signal, token, async () => take(await begin()))

  async function begin(): Promise<VisitData> {
    const known = token()
    const input = { widgetId, token: known, page: pageNow() }
    const { startVisit } = await session.request(startVisitDocument, { input }, { start: true })
    expectAccepted(startVisit)
    // The visitor has signed in meanwhile, here or in another tab: the answer is about whom they were before.
    if ((token() ?? known) !== known) return begin()
    lasting.set('token', startVisit?.token ?? null)
    return startVisit?.visit as VisitData
  }

  // Two tabs that are opened at once must not become two visitors: the first makes the others wait until they can see
  // what it has stored, even from other processes.
  const first = await new Promise<VisitData>((resolve, reject) => {
    const beginAlone = async () => {
      const isKnown = token()
      await begin().then(resolve, reject)
      if (!isKnown) await new Promise((done) => setTimeout(done, SEEN_MS))
    }
    alone(`svc:${widgetId}:start`, signal, beginAlone).catch(reject)
  })
  const store = createStore(
    { connection: 'live', view: null, ruleId: null, colors: null, ...stateOf(first) },
    signal,
  )
  let cursor = first.eventCursor
  /** Counts the events and states, so that an answer that is older than one of them is noticed. */
  let received = 0

  const inOrder = createQueue()
  const reload = (skips?: boolean) => inOrder(() => readState(skips)).catch(() => {})

  async function readState(skips?: boolean): Promise<void> {
    for (const backoff = createBackoff(); ; await backoff.wait()) {
      const before = received
      const { visit } = await session.request(visitDocument, {})
      if (!visit) return
      // What arrived in the meantime may be newer than the answer, or of somebody else who has signed in.
      if (received === before) return take(visit, skips)
    }
  }

  function take(visit: VisitData, skips?: boolean): void {
    received++
    // For the same visitor, the cursor stays: the page may not have been told of the events in between.
    if (skips || visit.visitorNumber !== store.state.visitorNumber) cursor = visit.eventCursor
    store.set(stateOf(visit, store.state.invitation))
    events.call({ __typename: 'VisitResyncRequired', key: '', cursor })
  }

  return {
    ...session,
    token,
    store,
    cursor: () => cursor,
    onEvent: events.add,
    receive(event) {
      if (seen.has(event.key)) return
      if (seen.size > REMEMBERED) seen.clear()
      seen.add(event.key)
      received++
      cursor = event.cursor ?? cursor
      if (event.__typename === 'VisitResyncRequired') return void reload()
      store.set(applyEvent(store.state, event))
      events.call(event)
    },
    read: () =>
      session
        .request(pollDocument, { after: cursor }, { once: true })
        .then(({ visitEvents }) => visitEvents)
        .catch(() => null),
    reload,
  }
}

/** The part of the state that comes from the server, which does not know the page's own invitations. */
function stateOf(
  { visitorNumber, mergedNumbers, contactInfo, widget, chat, invitation, unreadCount, history }: VisitData,
  shown: Invitation | null = null,
) {
  return {
    visitorNumber,
    mergedNumbers,
    contactInfo,
    widget,
    online: widget.online,
    chat,
    invitation: invitation ? { ...invitation, department: null } : shown?.id ? null : shown,
    unreadCount,
    newest: history.messages[0] ?? null,
    locale: widget.locale || document.documentElement.lang || navigator.language,
  } satisfies Partial<BaseState>
}

import type { BaseState, VisitEvent } from '../core.ts'
import { createBackoff } from './backoff.ts'
import type { Config } from './config.ts'
import { visitEventsDocument } from './documents.ts'
import { openSocket, type Socket } from './socket.ts'
import { joinTabs, type Post } from './tabs.ts'
import type { Visit } from './visit.ts'

const POLL_MS = 4_000
/** How often it polls before it tries a socket again. */
const POLLS = 15

export interface Live {
  /** Tells the other tabs. */
  post: Post
  /** The network may be back, or somebody looks at the page: the tab that leads checks its connection. */
  wake(): void
  /** Connects again: the token is another one. */
  restart(): void
}

/**
 * Keeps one connection for all tabs of a site: the tab that leads holds the socket, or polls where sockets are
 * blocked. When it goes away another one leads, from the cursor that it has reached itself.
 */
export function goLive({ origin, widgetId }: Config, signal: AbortSignal, visit: Visit): Live {
  const backoff = createBackoff()
  /** Sockets in a row that were never open. */
  let misses = 0
  /** What another tab has told before this one could hear it is read again. */
  let isNew = true
  let post: Post
  let socket: Socket | null = null

  function tell(connection: BaseState['connection']): void {
    if (visit.store.state.connection !== connection) visit.store.set({ connection })
    post({ state: { connection } })
  }

  /** In each tab. */
  function take(event: VisitEvent): void {
    post({ event })
    visit.receive(event)
  }

  function check(): void {
    socket?.check()
    backoff.wake()
  }

  function restart(): void {
    socket?.close()
  }

  /** Resolves when the connection has ended, with whether the token was refused. */
  function connect(): Promise<boolean> {
    misses++
    return new Promise((resolve) => {
      socket = openSocket(
        origin,
        visit.token(),
        { query: visitEventsDocument, variables: { after: visit.cursor() } },
        () => {
          misses = 0
          backoff.reset()
          tell('live')
        },
        take,
        (isRefused) => {
          socket = null
          resolve(isRefused)
        },
      )
    })
  }

  async function lead(period: AbortSignal): Promise<void> {
    while (!period.aborted) {
      // A request renews the token.
      if (await connect()) await visit.reload(true)
      if (misses > 1 && (await poll(period))) continue
      if (period.aborted) return
      if (misses || !navigator.onLine) tell('offline')
      await backoff.wait()
    }
  }

  /** Resolves with whether the service could be reached. */
  async function poll(period: AbortSignal): Promise<boolean> {
    for (let left = POLLS; left-- && !period.aborted; ) {
      const events = await visit.read()
      if (!events) return false
      events.forEach(take)
      backoff.reset()
      tell('polling')
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    return true
  }

  /** Until the page is hidden: one that holds a place among the tabs could not be kept in the back/forward cache. */
  function begin(): void {
    const period = new AbortController()
    const end = () => {
      period.abort()
      restart()
      backoff.wake()
    }
    signal.addEventListener('abort', end)
    addEventListener('pagehide', end, { once: true, signal })
    const send = joinTabs(
      `svc:${widgetId}`,
      period.signal,
      ({ event, state, wake, by }) => {
        const isOther = by !== visit.store.state.visitorNumber
        if (isOther || isNew) void visit.reload()
        isNew = false
        if (event && !isOther) visit.receive(event)
        if (state && !isOther) visit.store.set(state)
        if (!wake || !socket) return
        check()
        tell(visit.store.state.connection)
      },
      () => void lead(period.signal),
    )
    post = (message) => send({ by: visit.store.state.visitorNumber, ...message })
    post({ wake: 1 })
  }

  begin()
  // A socket says so only when nothing has come for a while.
  addEventListener('offline', restart, { signal })
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return
      begin()
      void visit.reload(true)
    },
    { signal },
  )
  return {
    post: (message) => post(message),
    restart,
    wake() {
      check()
      post({ wake: 1 })
    },
  }
}

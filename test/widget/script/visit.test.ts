import { expect, onTestFinished, test, vi } from 'vitest'
import type { VisitEvent } from '../../../widget/core.ts'
import { visitDocument } from '../../../widget/loader/documents.ts'
import type { Storage } from '../../../widget/loader/storage.ts'
import { startVisit } from '../../../widget/loader/visit.ts'

/** What follows from an answer has been done. */
const settle = () => new Promise(setImmediate)

const stateOf = (unreadCount: number) => ({
  eventCursor: '0',
  visitorNumber: 1,
  unreadCount,
  history: { messages: [] },
  widget: { online: true },
})

/** A visit whose requests are answered by the test. */
async function start() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('location', { href: 'https://shop.example.com/' })
  vi.stubGlobal('document', { title: 'Shop', referrer: '', documentElement: { lang: 'en' } })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  const end = new AbortController()
  const asked: ((data: object, status?: number) => Promise<void>)[] = []
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) =>
        asked.push(async (data, status = 200) => {
          resolve(Response.json({ data }, { status }))
          await settle()
        }),
      ),
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const storage: Storage = { get: () => 'token', set: () => {} }
  const starting = startVisit({ origin: 'https://chat.example.com', widgetId: 'widget' }, end.signal, storage)
  await settle()
  await asked.shift()?.({ startVisit: { token: 'token', visit: stateOf(0), userErrors: [] } })
  return { visit: await starting, asked, end }
}

test('a state that events overtake is read again after a pause, until one is as new as they are', async () => {
  const { visit, asked } = await start()
  const reloaded = visit.reload()
  await settle()
  for (const key of ['1', '2', '3']) {
    visit.receive({
      __typename: 'VisitCallChanged',
      key,
      cursor: key,
      state: 'START',
      reason: null,
    } as VisitEvent)
    await asked.shift()?.({ visit: stateOf(1) })
    expect(asked).toHaveLength(0)
    await vi.runOnlyPendingTimersAsync()
    expect(asked).toHaveLength(1)
  }
  expect(visit.store.state.unreadCount).toBe(0)
  await asked.shift()?.({ visit: stateOf(2) })
  await reloaded
  expect(visit.store.state.unreadCount).toBe(2)
})

test('of several who have the state read, none has it read again by the others', async () => {
  const { visit, asked } = await start()
  const reloaded = Promise.all([visit.reload(), visit.reload(), visit.reload()])
  let reads = 0
  await settle()
  while (asked[0]) {
    reads++
    await asked.shift()?.({ visit: stateOf(reads) })
  }
  await reloaded
  expect(reads).toBe(3)
  expect(visit.store.state.unreadCount).toBe(3)
})

test('what waits to be sent again is not sent once the widget was removed', async () => {
  const { visit, asked, end } = await start()
  const sent = visit.request(visitDocument, {}).catch((error: Error) => error.message)
  await asked.shift()?.({}, 503)
  end.abort()
  await vi.runOnlyPendingTimersAsync()
  expect(asked).toHaveLength(0)
  expect(await sent).toBe('Removed.')
})

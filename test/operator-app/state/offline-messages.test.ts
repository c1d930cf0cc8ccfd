import { expect, onTestFinished, test, vi } from 'vitest'
import type { OfflineMessage } from '../../../operator-app/src/graphql/offline-messages.ts'
import { createOfflineMessages } from '../../../operator-app/src/state/archive/offline-messages.svelte.ts'
import { holdRequests } from '../hold-requests.ts'
import { makeChat } from '../samples.ts'

function makeMessage(id: string, state: OfflineMessage['state'] = 'NEW'): OfflineMessage {
  return {
    id,
    state,
    name: null,
    email: null,
    phone: null,
    text: 'Hello',
    pageUrl: null,
    answer: null,
    answeredAt: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    channel: { id: 'channel', name: 'A channel' },
    department: null,
    visitor: null,
    answeredBy: null,
    delivery: null,
  }
}

function page(...messages: OfflineMessage[]) {
  return { offlineMessages: { nodes: messages, pageInfo: { hasNextPage: false, endCursor: null } } }
}

/** The store, and the requests for its list and for single messages. */
function open() {
  vi.stubGlobal('addEventListener', () => {})
  const answers = holdRequests('OfflineMessages', 'OfflineMessage')
  const store = createOfflineMessages('me')
  onTestFinished(() => store.stop())
  return { answers, store }
}

test('a message that a colleague answers while the list is being read is not new in it', async () => {
  const { answers, store } = open()
  const load = store.results.load()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.(page(makeMessage('known')))
  await load
  const again = store.results.load()
  await expect.poll(() => answers.length).toBe(2)
  store.apply('known')
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.({ offlineMessage: makeMessage('known', 'ANSWERED') })
  await expect.poll(() => store.get('known')?.state).toBe('ANSWERED')
  answers[1]?.(page(makeMessage('known')))
  await expect.poll(() => answers.length).toBe(4)
  answers[3]?.({ offlineMessage: makeMessage('known', 'ANSWERED') })
  await again
  expect(store.get('known')?.state).toBe('ANSWERED')
})

test('a message that comes while the list is being read stays in it, also when that cannot be read', async () => {
  const { answers, store } = open()
  const load = store.results.load()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.(page(makeMessage('known')))
  await load
  const again = store.results.load()
  await expect.poll(() => answers.length).toBe(2)
  store.apply('new')
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.(page(makeMessage('new'), makeMessage('known')))
  await expect.poll(() => store.ids).toEqual(['new', 'known'])
  answers[1]?.(page(makeMessage('known')))
  await again
  expect(store.ids).toEqual(['new', 'known'])
  vi.stubGlobal('fetch', () => Promise.reject(new Error('The network is away.')))
  await store.results.load()
  expect(store.ids).toEqual(['new', 'known'])
})

test('a visitor who is renamed while their message is being read has the new name there', async () => {
  const { answers, store } = open()
  const { visitor } = makeChat()
  const message = { ...makeMessage('theirs'), visitor }
  const [list, one] = [store.results.load(), store.load(message.id)]
  await expect.poll(() => answers.length).toBe(2)
  store.applyVisitor({ ...visitor, name: 'Dora Delay' })
  answers[1]?.({ offlineMessage: message })
  await one
  expect(store.get(message.id)?.visitor?.name).toBe('Dora Delay')
  answers[0]?.(page(message))
  await list
  expect(store.get(message.id)?.visitor?.name).toBe('Dora Delay')
})

test('what a merge fills in of a visitor is shown at their own messages as well as at those that they take over', () => {
  const { store } = open()
  const { visitor } = makeChat()
  const merged = { ...visitor, id: 'merged', name: 'Dora' }
  store.keep({ ...makeMessage('own'), visitor })
  store.keep({ ...makeMessage('theirs'), visitor: merged })
  store.applyVisitor({ ...visitor, name: 'Dora' }, merged.id)
  const visitors = ['own', 'theirs'].map((id) => store.get(id)?.visitor)
  expect(visitors.map((each) => [each?.id, each?.name])).toEqual([
    [visitor.id, 'Dora'],
    [visitor.id, 'Dora'],
  ])
})

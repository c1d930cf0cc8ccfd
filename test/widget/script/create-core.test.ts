import { expect, onTestFinished, test, vi } from 'vitest'
import { createCore } from '../../../widget/actions/create-core.ts'
import type { Base, BaseState, Core, VisitEvent, VisitMessage, Widget } from '../../../widget/core.ts'
import { createListeners } from '../../../widget/loader/listeners.ts'
import { createStore } from '../../../widget/loader/store.ts'

type Variables = { input?: { idempotencyKey: string; department?: number; invite?: string } }

/** What follows from an answer has been done. */
const settle = () => new Promise(setImmediate)

/** A widget whose requests are answered by the test. */
function open(initial: Partial<BaseState> = {}) {
  vi.stubGlobal('window', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  const kept = new Map<string, string>()
  const events = createListeners<[event: VisitEvent]>()
  const store = createStore(
    {
      visitorNumber: 1,
      mergedNumbers: [],
      chat: null,
      invitation: null,
      newest: null,
      ruleId: null,
      online: true,
      locale: 'en',
      widget: {},
      ...initial,
    } as unknown as BaseState,
    new AbortController().signal,
  )
  const asked: { variables: Variables; answer(data: object): Promise<void> }[] = []
  const base = {
    get state() {
      return store.state
    },
    subscribe: store.subscribe,
    set: store.set,
    share: store.set,
    onEvent: events.add,
    callPage: () => {},
    mutate: () => Promise.resolve(),
    request: (_document: unknown, variables: Variables) =>
      new Promise((resolve) =>
        asked.push({
          variables,
          async answer(data) {
            resolve(data)
            await settle()
          },
        }),
      ),
    storage: {
      get: (name: string) => kept.get(name) ?? null,
      set: (name: string, value: string | null) =>
        value === null ? kept.delete(name) : kept.set(name, value),
    },
  } as unknown as Base
  const hear = (event: object) => events.call(event as VisitEvent)
  return { base, store, asked, hear }
}

const visitOf = (visit: { operators?: string[]; call?: object | null; paused?: boolean } = {}) => ({
  visit: {
    call: visit.call ?? null,
    countryCode: null,
    widget: {
      operators: (visit.operators ?? []).map((name) => ({ id: name, name, photoUrl: null })),
      paused: visit.paused ?? false,
    },
  },
})

const namesOf = ({ state }: Core) => (state.widget as Widget).operators.map(({ name }) => name)

/** The same with everything that is read at the start. */
async function start(initial?: Partial<BaseState>) {
  const opened = open(initial)
  const creating = createCore(opened.base)
  await settle()
  await opened.asked.shift()?.answer(visitOf())
  return { ...opened, core: await creating }
}

test('who comes while the window is being loaded is shown', async () => {
  const { base, store, asked } = open({ online: false })
  const creating = createCore(base)
  store.set({ online: true })
  await settle()
  await asked.shift()?.answer(visitOf())
  const core = await creating
  await asked.shift()?.answer(visitOf({ operators: ['Anna'] }))
  expect(namesOf(core)).toEqual(['Anna'])
})

test('of those who come and go at once, the window shows who is there at the end', async () => {
  const { core, store, asked } = await start({ online: false })
  store.set({ online: true })
  await settle()
  const [first] = asked
  store.set({ online: false })
  await settle()
  // The last is answered first.
  while (asked[0]) {
    const last = asked.pop()
    await last?.answer(visitOf({ operators: last === first ? ['Anna'] : [] }))
  }
  expect(namesOf(core)).toEqual([])
})

test('whether messages are taken is what was told or read last', async () => {
  const { core, store, asked, hear } = await start()
  const isPaused = () => core.state.widget.paused
  hear({ __typename: 'WidgetStatusChanged', online: false, paused: true })
  expect(isPaused()).toBe(true)
  // The page was in the back/forward cache when it went on, and has read its state again since.
  store.set({ online: false })
  store.set({ online: true })
  await settle()
  await asked.shift()?.answer(visitOf())
  await asked.shift()?.answer(visitOf())
  expect(isPaused()).toBe(false)
  store.set({ online: false })
  await settle()
  hear({ __typename: 'WidgetStatusChanged', online: false, paused: true })
  await asked.shift()?.answer(visitOf())
  expect(isPaused()).toBe(true)
})

test('a call is shown to nobody who signs in while it is read', async () => {
  const { core, store, asked } = await start()
  store.set({ visitorNumber: 2 })
  await settle()
  store.set({ visitorNumber: 3 })
  await asked.shift()?.answer(visitOf({ call: { phone: '+44 20 7946 0018', state: 'START' } }))
  expect(core.state.call).toBeNull()
})

test('what an event tells of a call while its request is being answered is not undone by the answer', async () => {
  const { base, core, asked, hear } = await start({ call: null })
  let answer = () => {}
  base.mutate = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const started = core.startCall('+44 20 7946 0018')
  hear({ __typename: 'VisitCallChanged', state: 'START' })
  await settle()
  await asked.shift()?.answer(visitOf({ call: { phone: '+44 20 7946 0018', state: 'START' } }))
  hear({ __typename: 'VisitCallChanged', state: 'OPERATOR_CONNECTED' })
  answer()
  await started
  expect(core.state.call).toEqual({ phone: '+44 20 7946 0018', state: 'OPERATOR_CONNECTED' })
})

test('a call that was requested is shown to nobody who signs in before the answer', async () => {
  const { core, store } = await start({ call: null })
  const started = core.startCall('+44 20 7946 0018')
  store.set({ visitorNumber: 2 })
  await started
  expect(core.state.call).toBeNull()
})

const message = (id: string, chatId: string) => ({ id, chatId, seq: 1 }) as VisitMessage

test('what a blacklisted visitor wrote is not shown to whoever signs in while it is on its way', async () => {
  const { core, store, asked } = await start()
  const sent = core.send({ text: 'Mine' })
  await settle()
  const sending = asked.shift()
  const id = sending?.variables.input?.idempotencyKey ?? ''
  store.set({ visitorNumber: 2 })
  await sending?.answer({ sendVisitorMessage: { message: message(id, id), userErrors: [] } })
  await sent
  expect(core.discarded()).toEqual([])
  expect(core.state.chat).toBeNull()
})

test('an invitation that comes while a message is on its way stays; one that it answers goes', async () => {
  const { core, store, asked } = await start()
  const invite = (text: string, ruleId: string) =>
    store.set({ invitation: { id: null, operator: null, text, department: null }, ruleId })
  const answer = async () => {
    await settle()
    const sending = asked.shift()
    const id = sending?.variables.input?.idempotencyKey ?? ''
    await sending?.answer({ sendVisitorMessage: { message: message(id, 'chat'), userErrors: [] } })
  }
  const first = core.send({ text: 'Hello' })
  await settle()
  invite('Can we help?', 'rule')
  await answer()
  await first
  expect(core.state).toMatchObject({ invitation: { text: 'Can we help?' }, ruleId: 'rule' })
  const second = core.send({ text: 'Yes' })
  await settle()
  await answer()
  await second
  expect(core.state).toMatchObject({ invitation: null, ruleId: null })
})

test('a message for a department that does not exist is sent without one', async () => {
  const invitation = { id: null, operator: null, text: 'Can we help?', department: 99 }
  const { core, asked } = await start({ invitation })
  const sent = core.send({ text: 'Yes' })
  await settle()
  const named = asked.shift()
  const userErrors = [{ code: 'NOT_FOUND', message: 'Unknown.', field: ['input', 'department'] }]
  await named?.answer({ sendVisitorMessage: { message: null, userErrors } })
  const unnamed = asked.shift()
  expect(unnamed?.variables.input).toEqual({ ...named?.variables.input, department: undefined })
  const id = unnamed?.variables.input?.idempotencyKey ?? ''
  await unnamed?.answer({ sendVisitorMessage: { message: message(id, 'chat'), userErrors: [] } })
  await expect(sent).resolves.toMatchObject({ id })
})

test.each([
  ['2', undefined, 2],
  [null, '7', 7],
  ['sales', 7, 7],
  [null, 2.5, 2],
  [undefined, 'sales', undefined],
])(
  'of an invitation for %j on a page for %j, the department is %j',
  async (invited, configured, expected) => {
    const invitation = { id: null, operator: null, text: 'Can we help?', department: invited as null }
    const { core, asked } = await start({ invitation })
    window.svc_config = { department_id: configured as number }
    void core.send({ text: 'Yes' })
    await settle()
    expect(asked.shift()?.variables.input?.department).toBe(expected)
  },
)

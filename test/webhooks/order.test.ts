import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxKinds } from '../../server/outbox/kinds.ts'
import { sweepOutbox } from '../../server/outbox/sweep-outbox.ts'
import { Waker } from '../../server/outbox/waker.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import type { Received } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { ALL, acceptedChat, type Crm, closeChat, openWebhookStage, type WebhookStage } from './support.ts'
import { webhooksWaiting } from './webhooks-waiting.ts'

const HOUR = 3_600_000

let stage: WebhookStage
/** Between attempts. */
let waitMs = HOUR
beforeAll(async () => {
  stage = await openWebhookStage(webhooksWaiting(() => waitMs))
})
afterAll(() => stage.close())

const nameOf = ({ json }: Received): string => (json as Data).event_name
const namesOf = (crm: Crm) => crm.receiver.requests.map(nameOf)

/** Answers 500 to these events. */
function failing(crm: Crm, ...events: string[]): void {
  crm.receiver.answer((request) => ({ status: events.includes(nameOf(request)) ? 500 : 200 }))
}

/** A chat that nobody has taken, about whose visitor one `chat_updated` was sent. */
async function updatedChat({ desk, waitFor }: Crm): Promise<{ id: string; number: number }> {
  await desk.say('visitor', 'Hello')
  await desk.post({ sender: { id: 'visitor', name: 'Anna' }, message: { type: 'text', text: 'x' } })
  await waitFor('chat_updated')
  return desk.chatOf('visitor')
}

async function attemptsOf(crm: Crm, event: string): Promise<number | undefined> {
  return (await crm.items()).find((item) => item.event === event)?.attempts
}

/** Makes what waits for its next attempt due, and wakes it. */
async function hurry(crm: Crm): Promise<void> {
  const where = { accountId: crm.desk.account.id, state: 'PENDING' } as const
  const items = await stage.services.db.outboxItem.updateManyAndReturn({
    where,
    data: { nextAttemptAt: new Date() },
  })
  await stage.services.waker.wake([...new Set(items.map(({ lane }) => lane))])
}

/** Adds so many events of calls to the lane of a chat's standard events. */
async function addCallEvents(crm: Crm, chat: { id: string }, count: number): Promise<void> {
  const [item] = await crm.items()
  if (!item) throw new Error('Nothing was sent yet.')
  const { accountId, kind, receiverId } = item
  const about = { accountId, kind, receiverId, chatId: chat.id, event: 'call_event' }
  const call = { type: 'INCOMING', state: 'START', reason: null, recordUrl: null }
  await stage.services.db.outboxItem.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      ...about,
      lane: `WEBHOOK:${receiverId}:${chat.id}`,
      data: { call: { ...call, phone: `+${n}` } },
    })),
  })
}

const phoneOf = ({ json }: Received): string => (json as Data).call.phone

test('events that fail do not add up: once one was overtaken, each holds the next ones for one attempt', async () => {
  const crm = await stage.openCrm()
  waitMs = 100
  const chat = await acceptedChat(crm)
  await crm.waitFor('chat_accepted')
  // From the third on, the next attempt is far away.
  crm.receiver.answer((request) => {
    if (nameOf(request) !== 'call_event') return { status: 200 }
    if (crm.receiver.requests.filter((one) => nameOf(one) === 'call_event').length >= 3) waitMs = HOUR
    return { status: 500 }
  })
  await addCallEvents(crm, chat, 4)
  await closeChat(crm, chat)
  await crm.waitFor('chat_finished')
  const phones = crm.receiver.requests.filter((one) => nameOf(one) === 'call_event').map(phoneOf)
  expect(phones).toEqual(['+0', '+0', '+0', '+1', '+2', '+3'])
  const note = 'Later events of the chat no longer wait for it.'
  expect((await crm.items()).map((item) => item.note)).toEqual([null, note, note, note, note, null])
})

test('once an endpoint takes an event of the chat again, the next one that fails holds for three attempts', async () => {
  const crm = await stage.openCrm()
  waitMs = 100
  failing(crm, 'chat_accepted')
  const chat = await acceptedChat(crm)
  await until(async () => expect((await crm.items())[0]?.yieldedAt).not.toBeNull())
  crm.receiver.clear()
  let failed = 0
  crm.receiver.answer((request) => ({
    status: nameOf(request) === 'call_event' && phoneOf(request) === '+1' && ++failed <= 3 ? 500 : 200,
  }))
  await addCallEvents(crm, chat, 2)
  await closeChat(crm, chat)
  await crm.waitFor('chat_finished')
  const before = crm.receiver.requests.filter((one) => nameOf(one) === 'call_event').map(phoneOf)
  expect(before.slice(0, 4)).toEqual(['+0', '+1', '+1', '+1'])
})

test('chat_accepted overtakes an event that is being retried, and what comes after both waits', async () => {
  const crm = await stage.openCrm()
  waitMs = HOUR
  failing(crm, 'chat_updated')
  const chat = await updatedChat(crm)
  await until(async () => expect(await attemptsOf(crm, 'chat_updated')).toBe(1))
  await acceptedChat(crm)
  await crm.waitFor('chat_accepted')
  await closeChat(crm, chat)
  await acceptedChat(crm, 'another')
  await crm.waitFor('chat_accepted', 2)
  expect(namesOf(crm)).not.toContain('chat_finished')
  crm.receiver.answer({ status: 200 })
  await hurry(crm)
  await crm.waitFor('chat_finished')
  expect(crm.bodies().filter(({ chat_id }) => chat_id === chat.number)).toMatchObject([
    { event_name: 'chat_updated' },
    { event_name: 'chat_accepted' },
    { event_name: 'chat_updated' },
    { event_name: 'chat_finished' },
  ])
})

test('chat_accepted waits for the first attempt of an earlier event, and meanwhile no screen says that it is asked', async () => {
  const crm = await stage.openCrm()
  const [operator] = crm.desk.operators
  let answer = (_answer: { status: number }) => {}
  const answered = new Promise<{ status: number }>((resolve) => {
    answer = resolve
  })
  const other = await stage.openCrm({ desk: crm.desk })
  crm.receiver.answer((request) => (nameOf(request) === 'chat_updated' ? answered : { status: 200 }))
  const chat = await updatedChat(crm)
  await acceptedChat(crm)
  await other.waitFor('chat_accepted')
  const query = 'query ($id: ID!) { node(id: $id) { ... on Chat { crm { endpointId state } } } }'
  const { data } = await operator.execute(query, { id: globalId('Chat', chat.id) })
  const shown = data.node.crm.filter(({ endpointId }: Data) => endpointId === crm.endpointId)
  expect(shown.map(({ state }: Data) => state)).not.toContain('ASKING')
  expect(namesOf(crm)).toEqual(['chat_updated'])
  answer({ status: 500 })
  await crm.waitFor('chat_accepted')
})

test('a chat_accepted that fails holds later events, but no other chat_accepted', async () => {
  const crm = await stage.openCrm()
  waitMs = HOUR
  failing(crm, 'chat_accepted')
  const chat = await acceptedChat(crm)
  const [operator] = crm.desk.operators
  await until(async () => expect(await attemptsOf(crm, 'chat_accepted')).toBe(1))
  await mutate(operator.execute, 'leaveChat', { chatId: globalId('Chat', chat.id) })
  const again = await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', chat.id) })
  expect(again.userErrors).toEqual([])
  await crm.waitFor('chat_accepted', 2)
  await closeChat(crm, chat)
  crm.receiver.answer({ status: 200 })
  expect(namesOf(crm)).toEqual(['chat_accepted', 'chat_accepted'])
  await hurry(crm)
  await crm.waitFor('chat_finished')
  expect(namesOf(crm)).toEqual([...Array(4).fill('chat_accepted'), 'chat_finished'])
})

test('extras wait for earlier standard events, but never hold one, not even while they are on their way', async () => {
  const crm = await stage.openCrm({ events: [...ALL, 'MESSAGE_CREATED'] })
  waitMs = HOUR
  crm.receiver.answer((request) => (nameOf(request) === 'message_created' ? { hang: true } : { status: 200 }))
  const chat = await acceptedChat(crm)
  await crm.waitFor('chat_accepted')
  await closeChat(crm, chat)
  await crm.waitFor('chat_finished')
  const failed = await stage.openCrm({ events: [...ALL, 'MESSAGE_CREATED'] })
  failing(failed, 'chat_accepted')
  await acceptedChat(failed)
  await failed.waitFor('message_created')
  await until(async () => expect(await attemptsOf(failed, 'chat_accepted')).toBe(1))
  await failed.desk.say('visitor', 'Are you there?')
  const { id } = await failed.desk.chatOf('visitor')
  await acceptedChat(failed, 'another')
  await failed.waitFor('chat_accepted', 2)
  expect(failed.bodies('message_created').map(({ message }) => message.message)).not.toContain(
    'Are you there?',
  )
  const woken: string[] = []
  const db = stage.services.db
  await db.outboxItem.updateMany({
    where: { chatId: id, event: 'message_created', state: 'PENDING' },
    data: { nextAttemptAt: new Date(0) },
  })
  await sweepOutbox(
    { db, waker: new Waker(async (lanes) => void woken.push(...lanes)) },
    { kinds: outboxKinds },
  )
  expect(woken.filter((lane) => lane.includes(id))).toEqual([])
  failed.receiver.answer({ status: 200 })
  await hurry(failed)
  await until(() => {
    const told = failed.bodies().filter(({ message }) => message?.message === 'Are you there?')
    expect(told).toHaveLength(1)
  })
})

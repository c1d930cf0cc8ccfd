import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { webhookPayload } from '../../server/domain/webhooks/payloads/webhook-payload.ts'
import { webhookSchedule } from '../../server/domain/webhooks/sending/webhook-schedule.ts'
import type { OutboxItem } from '../../server/generated/prisma/client.ts'
import { startWorker } from '../../server/worker.ts'
import { type Data, mutate } from '../support/graphql-client.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { until } from '../support/until.ts'
import {
  ALL,
  acceptedChat,
  type Crm,
  closeChat,
  failSometimes,
  openWebhookStage,
  type WebhookStage,
} from './support.ts'
import { webhooksWaiting } from './webhooks-waiting.ts'

let stage: WebhookStage
/** Between attempts. */
let waitMs = 100
const kinds = webhooksWaiting(() => waitMs)
beforeAll(async () => {
  stage = await openWebhookStage(kinds)
})
afterAll(() => stage.close())

const statesOf = async (crm: Crm) => (await crm.items()).map(({ event, state }) => `${event} ${state}`)
const LOG = 'id event state body note errorMessage log { status errorCode detail }'

async function logOf({ desk, endpointId }: Crm, filter = ''): Promise<Data[]> {
  const query = `query ($id: ID!) { webhookEndpoint(id: $id) { deliveries${filter} { edges { node { ${LOG} } } } } }`
  const { data } = await desk.admin.execute(query, { id: endpointId })
  return data.webhookEndpoint.deliveries.edges.map(({ node }: Data) => node)
}

async function change(crm: Crm, input: object) {
  const { userErrors } = await mutate(crm.desk.admin.execute, 'updateWebhookEndpoint', {
    id: crm.endpointId,
    ...input,
  })
  expect(userErrors).toEqual([])
}

/** A chat whose first event has failed once and waits for an hour. */
async function untilOneWaits(crm: Crm): Promise<{ id: string; number: number }> {
  crm.receiver.answer({ status: 500 })
  waitMs = 3_600_000
  const chat = await acceptedChat(crm)
  await until(async () => expect((await crm.items()).map(({ attempts }) => attempts)).not.toContain(0))
  waitMs = 100
  return chat
}

/** Answers with an error until it was asked so many times. */
function failing(crm: Crm, times: number): void {
  let asked = 0
  crm.receiver.answer(() => ({ status: ++asked <= times ? 500 : 200 }))
}

test('every attempt has the same id and bytes, a fresh timestamp, and a line in the log', async () => {
  const crm = await stage.openCrm()
  failing(crm, 2)
  await acceptedChat(crm)
  await until(async () => expect(await statesOf(crm)).toEqual(['chat_accepted SENT']))
  const requests = crm.receiver.requests
  expect(new Set(requests.map(({ text }) => text)).size).toBe(1)
  expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  for (const { text, headers } of requests)
    expect(new Webhook(crm.secrets[0] ?? '').verify(text, headers as Record<string, string>)).toBeTruthy()
  const [entry] = await logOf(crm)
  expect(entry.log.map(({ status }: Data) => status)).toEqual([500, 500, 200])
  expect(entry.body).toBe(requests[0]?.text)
})

test('events of one chat arrive in their order while one is retried, and another chat does not wait', async () => {
  const crm = await stage.openCrm({ events: ['CHAT_ACCEPTED', 'CHAT_FINISHED'] })
  let failed = 0
  const slow = await crm.desk.say('slow', 'x').then(() => crm.desk.chatOf('slow'))
  crm.receiver.answer(({ json }) => {
    const { chat_id: chatId, event_name: event } = json as Data
    return chatId === slow.number && event === 'chat_accepted' && ++failed < 3
      ? { status: 503 }
      : { status: 200 }
  })
  const chat = await acceptedChat(crm, 'slow')
  await closeChat(crm, chat)
  await acceptedChat(crm, 'other')
  await until(async () => expect((await statesOf(crm)).filter((s) => s.endsWith('SENT'))).toHaveLength(3))
  const ofSlow = crm.bodies().filter(({ chat_id }) => chat_id === slow.number)
  expect(ofSlow.map(({ event_name }) => event_name)).toEqual([
    'chat_accepted',
    'chat_accepted',
    'chat_accepted',
    'chat_finished',
  ])
})

test('after its third failure an event is overtaken by later ones of its chat, and the log says so', async () => {
  const crm = await stage.openCrm()
  crm.receiver.answer(({ json }) => ({ status: (json as Data).event_name === 'chat_accepted' ? 500 : 200 }))
  const chat = await acceptedChat(crm)
  await closeChat(crm, chat)
  await crm.waitFor('chat_finished')
  // A fourth attempt may be quicker than the one that has been released.
  const overtaken = crm.bodies().findIndex(({ event_name }) => event_name === 'chat_finished')
  expect(overtaken).toBeGreaterThanOrEqual(3)
  const [, accepted] = await logOf(crm)
  expect(accepted.note).toBe('Later events of the chat no longer wait for it.')
})

test('an endpoint that hangs holds up no other endpoint', async () => {
  const hanging = await stage.openCrm()
  let isGivenUp = false
  hanging.receiver.answer((_request, response) => {
    response.once('close', () => {
      isGivenUp = true
    })
    return { hang: true }
  })
  const crm = await stage.openCrm({ desk: hanging.desk })
  await acceptedChat(crm)
  await Promise.all([hanging.waitFor('chat_accepted'), crm.waitFor('chat_accepted')])
  expect(isGivenUp).toBe(false)
})

test('410 switches the endpoint off, drops what waits and tells the admins', async () => {
  const crm = await stage.openCrm()
  await untilOneWaits(crm)
  crm.receiver.answer({ status: 410 })
  const chat = await acceptedChat(crm, 'other')
  await until(async () =>
    expect(await statesOf(crm)).toEqual(['chat_accepted SKIPPED', 'chat_accepted FAILED']),
  )
  const query = 'query ($id: ID!) { webhookEndpoint(id: $id) { enabled disabledReason } }'
  const { data } = await crm.desk.admin.execute(query, { id: crm.endpointId })
  expect(data.webhookEndpoint).toEqual({ enabled: false, disabledReason: 'GONE' })
  const where = { accountId: crm.desk.account.id, kind: 'WEBHOOK_ENDPOINT_DISABLED' } as const
  expect(await stage.services.db.event.findMany({ where })).toMatchObject([{ data: { reason: 'GONE' } }])
  const mails = await stage.services.db.mail.findMany({ where: { accountId: crm.desk.account.id } })
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['ADMIN_NOTICE', crm.desk.admin.user.email],
  ])
  expect(mails[0]?.text).toContain('answered 410 Gone')
  await closeChat(crm, chat)
  expect(await statesOf(crm)).toHaveLength(2)
})

test('five days without a success switch the endpoint off; a success forgets earlier failures', async () => {
  const crm = await stage.openCrm({ events: ['CHAT_ACCEPTED'] })
  const where = { accountId: crm.desk.account.id }
  const endpoint = () => stage.services.db.webhookEndpoint.findFirstOrThrow({ where })
  failing(crm, 1)
  await acceptedChat(crm, 'one')
  await until(async () => expect(await statesOf(crm)).toEqual(['chat_accepted SENT']))
  expect(await endpoint()).toMatchObject({ enabled: true, failingSince: null })
  const failingSince = new Date(Date.now() - 5 * 24 * 3_600_000 - 1_000)
  await stage.services.db.webhookEndpoint.updateMany({ where, data: { failingSince } })
  await stage.services.db.outboxItem.updateMany({
    where,
    data: {
      createdAt: new Date(failingSince.getTime() - 1_000),
      finishedAt: new Date(failingSince.getTime() - 1),
    },
  })
  crm.receiver.answer({ status: 500 })
  await acceptedChat(crm, 'two')
  await until(async () =>
    expect(await endpoint()).toMatchObject({ enabled: false, disabledReason: 'FAILING' }),
  )
  await until(async () =>
    expect(await statesOf(crm)).toEqual(['chat_accepted SENT', 'chat_accepted SKIPPED']),
  )
})

test('an endpoint whose success comes while another attempt fails is not switched off', async () => {
  const crm = await stage.openCrm({ events: ['CHAT_ACCEPTED'] })
  const where = { accountId: crm.desk.account.id }
  const { webhookEndpoint } = stage.services.db
  const failingSince = new Date(Date.now() - 5 * 24 * 3_600_000 - 1_000)
  await webhookEndpoint.updateMany({ where, data: { failingSince } })
  let asked = 0
  crm.receiver.answer(async () => {
    if (++asked > 1) return { status: 200 }
    // An attempt for another chat is recorded.
    await webhookEndpoint.updateMany({ where, data: { failingSince: null } })
    return { status: 500 }
  })
  await acceptedChat(crm)
  await until(async () => expect(await statesOf(crm)).not.toEqual(['chat_accepted PENDING']))
  expect(await statesOf(crm)).toEqual(['chat_accepted SENT'])
  expect(await webhookEndpoint.findFirst({ where })).toMatchObject({ enabled: true, disabledReason: null })
})

test('the success of an attempt that was under way when the first one failed keeps an endpoint from being switched off', async () => {
  const crm = await stage.openCrm({ events: ['CHAT_ACCEPTED'] })
  const where = { accountId: crm.desk.account.id }
  const { webhookEndpoint, outboxItem } = stage.services.db
  const failingSince = () => webhookEndpoint.findFirst({ where }).then((endpoint) => endpoint?.failingSince)
  let asked = 0
  crm.receiver.answer(async () => {
    if (++asked > 1) return { status: asked === 2 ? 500 : 200 }
    await until(async () => expect(await failingSince()).not.toBeNull())
    return { status: 200 }
  })
  waitMs = PATIENCE_MS
  await acceptedChat(crm, 'one')
  await until(() => expect(asked).toBe(1))
  await acceptedChat(crm, 'two')
  await until(async () =>
    expect(await statesOf(crm)).toEqual(['chat_accepted SENT', 'chat_accepted PENDING']),
  )
  waitMs = 100
  // Five days without any event later.
  const ago = new Date(Date.now() - 5 * 24 * 3_600_000 - 1_000)
  await webhookEndpoint.updateMany({ where, data: { failingSince: ago } })
  await outboxItem.updateMany({
    where: { ...where, state: 'SENT' },
    data: { createdAt: new Date(ago.getTime() - 1_000), finishedAt: new Date(ago.getTime() + 10) },
  })
  crm.receiver.answer({ status: 500 })
  const { id: three } = await acceptedChat(crm, 'three')
  await until(async () =>
    expect((await outboxItem.findFirst({ where: { chatId: three } }))?.attempts).toBe(1),
  )
  expect(await webhookEndpoint.findFirst({ where })).toMatchObject({ enabled: true })
  expect(Number(await failingSince())).toBeGreaterThan(Date.now() - PATIENCE_MS)
})

test('an endpoint that is switched off gets nothing, and what was pending is dropped with a note', async () => {
  const crm = await stage.openCrm()
  const chat = await untilOneWaits(crm)
  await change(crm, { enabled: false })
  await closeChat(crm, chat)
  const log = await logOf(crm)
  expect(log).toMatchObject([
    { state: 'SKIPPED', note: 'Not sent: the endpoint is switched off.', log: [{ status: 500 }] },
  ])
  const since = new Date(0).toISOString()
  const { execute } = crm.desk.admin
  const one = await mutate(execute, 'resendWebhook', { id: log[0]?.id })
  expect(one.userErrors).toMatchObject([{ code: 'INVALID' }])
  const all = await mutate(execute, 'resendFailedWebhooks', { endpointId: crm.endpointId, since })
  expect(all.userErrors).toMatchObject([{ code: 'INVALID' }])
})

test('what another endpoint has still to get is not dropped with what waits for one that is switched off or deleted', async () => {
  const crm = await stage.openCrm()
  const other = await stage.openCrm({ desk: crm.desk })
  other.receiver.answer({ status: 500 })
  await untilOneWaits(crm)
  const where = { accountId: crm.desk.account.id }
  const { crmAnswer } = stage.services.db
  await crmAnswer.updateMany({ where, data: { assignState: 'PENDING' } })
  await change(crm, { enabled: false })
  expect([await logOf(crm), await logOf(other)]).toMatchObject([
    [{ state: 'SKIPPED' }],
    [{ state: 'PENDING' }],
  ])
  const states = async () => (await crmAnswer.findMany({ where })).map(({ assignState }) => assignState)
  expect((await states()).toSorted()).toEqual(['FAILED', 'PENDING'])
  await mutate(crm.desk.admin.execute, 'deleteWebhookEndpoint', { id: other.endpointId })
  expect(await statesOf(crm)).toEqual(['chat_accepted SKIPPED', 'chat_accepted SKIPPED'])
  expect(await states()).toEqual(['FAILED'])
})

test('a connection that is reset in mid-answer is tried again', async () => {
  const crm = await stage.openCrm()
  let asked = 0
  crm.receiver.answer((_request, response) => {
    if (++asked > 1) return { body: { result: 'ok' } }
    response.writeHead(200, { 'content-length': '100' }).write('{"result":')
    setTimeout(() => response.destroy(), 20)
  })
  await acceptedChat(crm)
  await until(async () => expect(await statesOf(crm)).toEqual(['chat_accepted SENT']))
  const [entry] = await logOf(crm)
  expect(entry.log).toMatchObject([
    { status: null, errorCode: 'network' },
    { status: 200, errorCode: null },
  ])
})

test('the log keeps 16 KiB of an answer and can be filtered', async () => {
  const crm = await stage.openCrm()
  crm.receiver.answer({ body: 'x'.repeat(20_000) })
  const chat = await acceptedChat(crm)
  await closeChat(crm, chat)
  await until(async () => expect(await statesOf(crm)).toHaveLength(2))
  await until(async () => expect(await logOf(crm, '(state: SENT)')).toHaveLength(2))
  expect(await logOf(crm, '(event: CHAT_FINISHED)')).toMatchObject([{ event: 'CHAT_FINISHED' }])
  expect(await logOf(crm, '(state: FAILED)')).toEqual([])
  const [entry] = await logOf(crm)
  expect(entry.log[0].detail).toHaveLength(16 * 1024)
})

test('16 KiB of an answer are bytes, and end with a whole character', async () => {
  const crm = await stage.openCrm()
  crm.receiver.answer({ body: `x${'é'.repeat(20_000)}` })
  await acceptedChat(crm)
  await until(async () => expect(await statesOf(crm)).toEqual(['chat_accepted SENT']))
  const [entry] = await logOf(crm)
  expect(entry.log[0].detail).toBe(`x${'é'.repeat(8 * 1024 - 1)}`)
})

test('an event is sent again on request: one attempt, the same bytes', async () => {
  const crm = await stage.openCrm()
  await acceptedChat(crm)
  await until(async () => expect(await statesOf(crm)).toEqual(['chat_accepted SENT']))
  crm.receiver.answer({ status: 500 })
  const [entry] = await logOf(crm)
  const { userErrors } = await mutate(crm.desk.admin.execute, 'resendWebhook', { id: entry.id })
  expect(userErrors).toEqual([])
  await until(async () => expect(await statesOf(crm)).toEqual(['chat_accepted FAILED']))
  expect(crm.receiver.requests.map(({ text }) => text)).toEqual([entry.body, entry.body])
  const stranger = await stage.openCrm()
  const refused = await mutate(stranger.desk.admin.execute, 'resendWebhook', { id: entry.id })
  expect(refused.userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
})

test('everything that failed since a time is sent again, in the order of each chat', async () => {
  const crm = await stage.openCrm()
  crm.receiver.answer({ status: 500 })
  const since = new Date()
  const chat = await acceptedChat(crm)
  await closeChat(crm, chat)
  await until(async () =>
    expect(await statesOf(crm)).toEqual(['chat_accepted FAILED', 'chat_finished FAILED']),
  )
  crm.receiver.answer({ status: 200 })
  crm.receiver.clear()
  const input = { endpointId: crm.endpointId, since: since.toISOString() }
  const { count } = await mutate(crm.desk.admin.execute, 'resendFailedWebhooks', input, 'count')
  expect(count).toBe(2)
  await until(async () => expect(await statesOf(crm)).toEqual(['chat_accepted SENT', 'chat_finished SENT']))
  expect(crm.bodies().map(({ event_name }) => event_name)).toEqual(['chat_accepted', 'chat_finished'])
})

test('what failed before that time, or at another endpoint, is not sent again', async () => {
  const crm = await stage.openCrm()
  const other = await stage.openCrm({ desk: crm.desk })
  other.receiver.answer({ status: 500 })
  const early = await untilOneWaits(crm)
  const hourAgo = new Date(Date.now() - 3_600_000)
  await stage.services.db.outboxItem.updateMany({
    where: { chatId: early.id },
    data: { createdAt: hourAgo, nextAttemptAt: new Date(Date.now() + 3_600_000) },
  })
  waitMs = 3_600_000
  await acceptedChat(crm, 'late')
  await until(async () => expect((await crm.items()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]))
  waitMs = 100
  for (const { receiver } of [crm, other]) receiver.answer({ status: 200 })
  const input = { endpointId: crm.endpointId, since: new Date(hourAgo.getTime() + 1).toISOString() }
  const { count } = await mutate(crm.desk.admin.execute, 'resendFailedWebhooks', input, 'count')
  expect(count).toBe(1)
  await until(async () => expect((await logOf(crm)).map(({ state }) => state)).toEqual(['SENT', 'PENDING']))
  expect((await logOf(other)).map(({ state }) => state)).toEqual(['PENDING', 'PENDING'])
})

test('an account tests its endpoints thirty times a minute', async () => {
  const { desk, endpointId } = await stage.openCrm()
  const send = () => mutate(desk.admin.execute, 'sendTestWebhook', { endpointId, event: 'CHAT_FINISHED' })
  const limit = { name: 'webhook-test', points: 30, seconds: 60 }
  await stage.services.limits.consume(limit, desk.account.id, 29)
  expect((await send()).userErrors).toEqual([])
  expect((await send()).userErrors).toMatchObject([{ code: 'RATE_LIMITED' }])
})

test.for([...ALL, 'CLIENT_UPDATED', 'MESSAGE_CREATED', 'CHAT_RATED'])(
  'a test of %s shows request and answer in place, and is in the log',
  async (event) => {
    const crm = await stage.openCrm({ events: ['CHAT_FINISHED'] })
    crm.receiver.answer({ body: { result: 'ok' } })
    const fields = `test { url verdict headers { name value } delivery { ${LOG} } }`
    const input = { endpointId: crm.endpointId, event }
    const { test: result } = await mutate(crm.desk.admin.execute, 'sendTestWebhook', input, fields)
    const [request] = crm.receiver.requests
    expect(result.delivery).toMatchObject({ event, state: 'SENT', body: request?.text, note: 'Test' })
    expect(result.delivery.log).toMatchObject([{ status: 200, detail: '{"result":"ok"}' }])
    expect(result.verdict).toMatch(/^Delivered/)
    const headers = Object.fromEntries(result.headers.map(({ name, value }: Data) => [name, value]))
    expect(new Webhook(crm.secrets[0] ?? '').verify(request?.text ?? '', headers)).toEqual(request?.json)
    expect(request?.json).toMatchObject({ event_name: event.toLowerCase(), visitor: { number: '0' } })
    expect(await logOf(crm)).toHaveLength(1)
  },
)

test('Retry-After lengthens a wait and never shortens it, up to a day', () => {
  const endedAt = new Date()
  const waitOf = (attempts: number, header?: string) => {
    const headers = header === undefined ? {} : { 'retry-after': header }
    const answer = {
      kind: 'answered',
      status: 503,
      headers,
      body: '',
      truncated: false,
      durationMs: 1,
    } as const
    return (
      (webhookSchedule.next({ attempts, startedAt: endedAt, endedAt, answer }).getTime() -
        endedAt.getTime()) /
      1000
    )
  }
  const plan = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  for (const [index, seconds] of plan.entries()) {
    expect(waitOf(index + 1)).toBeGreaterThanOrEqual(seconds)
    expect(waitOf(index + 1)).toBeLessThanOrEqual(seconds * 1.2)
  }
  expect(waitOf(1, '60')).toBe(60)
  expect(waitOf(2, '60')).toBeGreaterThanOrEqual(300)
  expect(waitOf(1, '999999999')).toBe(86_400)
  expect(waitOf(1, 'soon')).toBeLessThan(7)
  expect(waitOf(1, new Date(endedAt.getTime() + 120_000).toUTCString())).toBeGreaterThan(118)
})

test('call_event has the fields of the contract', async () => {
  const { desk } = await stage.openCrm()
  const item = { id: randomUUID(), accountId: desk.account.id, chatId: null, messageId: null }
  const of = (event: string, data: object) =>
    webhookPayload(stage.services, { ...item, event, data } as never, null) as Promise<Data>
  const call = {
    type: 'CALLBACK',
    phone: '+1',
    state: 'ERROR',
    reason: 'busy',
    recordUrl: 'https://x.example/r.mp3',
  }
  const operatorId = desk.operators[0].user.id
  const told = await of('call_event', { channelId: desk.channel.id, operatorId, call })
  expect(told.call).toStrictEqual({
    type: 'callback',
    phone: '+1',
    status: 'error',
    reason: 'busy',
    record_url: 'https://x.example/r.mp3',
  })
  expect(Object.keys(told)).toEqual(['event_name', 'widget_id', 'agent', 'call'])
})

test('what a process of the earlier version has stored is sent as ever', async () => {
  const crm = await stage.openCrm()
  const chat = await acceptedChat(crm)
  await until(async () => expect(await statesOf(crm)).toEqual(['chat_accepted SENT']))
  const [sent] = crm.bodies('chat_accepted')
  const [{ accountId, kind, lane, receiverId, chatId }] = (await crm.items()) as [OutboxItem]
  const agentId = crm.desk.operators[0].user.id
  const call = { phone: '+1', reason: 'busy', recordUrl: null }
  const earlier = [
    { event: 'chat_accepted', data: { agentId } },
    { event: 'chat_assigned', data: { agentId, assignTo: 'https://crm.example/1' } },
    { event: 'call_event', data: { agentId: null, call: { ...call, type: 'incoming', status: 'start' } } },
    { event: 'call_event', data: { agentId, call: { ...call, type: 'callback', status: 'error' } } },
  ]
  await stage.services.db.outboxItem.createMany({
    data: earlier.map((item) => ({ ...item, accountId, kind, lane, receiverId, chatId })),
  })
  await closeChat(crm, chat)
  await crm.waitFor('chat_finished')
  const { agent, ...scene } = sent ?? {}
  expect(agent).toMatchObject({ email: crm.desk.operators[0].user.email })
  expect(crm.bodies().slice(1, -1)).toEqual([
    sent,
    { ...sent, event_name: 'chat_assigned', assign_to: 'https://crm.example/1' },
    { ...scene, event_name: 'call_event', call: { type: 'incoming', phone: '+1', status: 'start' } },
    {
      ...sent,
      event_name: 'call_event',
      call: { type: 'callback', phone: '+1', status: 'error', reason: 'busy' },
    },
  ])
})

test('a receiver that fails 30 % of the time gets everything, in the order of each chat, although a worker stops', async () => {
  const crm = await stage.openCrm({ events: ['MESSAGE_CREATED'] })
  const [chats, each] = [20, 10]
  const second = await startWorker(stage.services, kinds)
  const fails = failSometimes()
  crm.receiver.answer((request) => ({ status: fails(request) ? 500 : 200 }))
  const write = async (visitor: string, from: number, to: number) => {
    for (let i = from; i < to; i++) await crm.desk.say(visitor, String(i))
  }
  const visitors = Array.from({ length: chats }, () => randomUUID())
  await Promise.all(visitors.map((visitor) => write(visitor, 0, each / 2)))
  await second.stop()
  await Promise.all(visitors.map((visitor) => write(visitor, each / 2, each)))
  await vi.waitFor(
    async () => {
      const items = await crm.items()
      expect([items.length, items.filter(({ state }) => state === 'SENT').length]).toEqual([
        chats * each,
        chats * each,
      ])
    },
    { timeout: PATIENCE_MS, interval: 250 },
  )
  const attempts = await stage.services.db.outboxAttempt.count({
    where: { item: { accountId: crm.desk.account.id } },
  })
  expect(attempts).toBeGreaterThanOrEqual(crm.receiver.requests.length)
  const overtaken = new Set((await crm.items()).filter(({ note }) => note !== null).map(({ id }) => id))
  const seen = new Map<number, number>()
  for (const { json, headers } of crm.receiver.requests) {
    const { chat_id: chatId, message } = json as Data
    if (overtaken.has(String(headers['webhook-id']))) continue
    const last = seen.get(chatId) ?? -1
    expect(Number(message.message)).toBeGreaterThanOrEqual(last)
    seen.set(chatId, Number(message.message))
  }
})

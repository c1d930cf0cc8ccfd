import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { failStaleCalls } from '../../server/domain/calls/fail-stale-calls.ts'
import type { Call } from '../../server/generated/prisma/client.ts'
import { type RunningWorker, startWorker } from '../../server/worker.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeChannel } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { hurriedKinds } from '../support/hurried-kinds.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { takeReport, whileUsedUp } from '../support/while-used-up.ts'
import { type CallDesk, NUMBER, openCallDesk } from './support.ts'

let app: TestApp
let worker: RunningWorker
let gateway: Receiver
let desk: CallDesk
let secret: string
let reports: string
beforeAll(async () => {
  gateway = await startReceiver()
  app = await startTestApp()
  worker = await startWorker(app.services, hurriedKinds)
  desk = await openCallDesk(app, { settings: { gateway: 'HTTP', gatewayUrl: `${gateway.url}/orders?key=1` } })
  secret = (await mutate(desk.admin.execute, 'rotateCallSecret', undefined, 'secret')).secret
  reports = await reportUrl(desk)
})
afterEach(() => {
  gateway.clear()
  gateway.answer({ body: { result: 'ok' } })
})
afterAll(async () => {
  await worker.stop()
  await app.close()
  await gateway.stop()
})

async function reportUrl({ admin }: CallDesk): Promise<string> {
  const { reportUrl } = await mutate(admin.execute, 'rotateCallToken', undefined, 'reportUrl')
  // Its origin is PUBLIC_URL.
  return app.url + new URL(reportUrl).pathname
}

async function report(
  body: unknown,
  url = reports,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url, { method: 'POST', body: text })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}

/** A call whose order the telephone system has accepted. */
async function orderedCall(): Promise<Call> {
  const call = await desk.call()
  await expect.poll(async () => (await desk.find(call.id)).orderedAt).not.toBeNull()
  return call
}

describe('an order', () => {
  test('is posted, signed, with what is known of the visitor, and the call waits for reports', async () => {
    const { id, chatId } = await orderedCall()
    const [request] = await gateway.waitFor(1)
    expect([request?.method, request?.path]).toEqual(['POST', '/orders?key=1'])
    const headers = request?.headers as Record<string, string>
    const body = new Webhook(secret).verify(request?.text ?? '', headers)
    const chat = await app.services.db.chat.findUniqueOrThrow({
      where: { id: String(chatId) },
      include: { visitor: true },
    })
    expect(body).toEqual({
      event_name: 'call_order',
      call_id: id,
      widget_id: desk.channel.publicId,
      chat_id: chat.number,
      call: { type: 'callback', phone: NUMBER, status: 'start' },
      visitor: { number: String(chat.visitor.number), description: '' },
      timestamp: expect.any(Number),
    })
    expect(() => new Webhook(secret).verify(`${request?.text} `, headers)).toThrow()
    expect(await desk.find(id)).toMatchObject({ state: 'START', gateway: 'HTTP' })
    expect(await app.services.db.call.count({ where: { id, operatorId: null } })).toBe(1)
    const take = await mutate(desk.admin.execute, 'takeCall', { id: globalId('Call', id) })
    expect(take.userErrors).toMatchObject([
      { code: 'INVALID', message: 'The telephone system makes this call.' },
    ])
  })

  test('is signed with both secrets during a rotation, and the stored ones are encrypted', async () => {
    const old = secret
    secret = (await mutate(desk.admin.execute, 'rotateCallSecret', undefined, 'secret')).secret
    await orderedCall()
    const [request] = await gateway.waitFor(1)
    for (const key of [old, secret]) {
      new Webhook(key).verify(request?.text ?? '', request?.headers as Record<string, string>)
    }
    const { db } = app.services
    const row = await db.callSettings.findUniqueOrThrow({ where: { accountId: desk.account.id } })
    const stored = JSON.stringify(row, (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    for (const text of [old, secret, reports.split('/').at(-1) as string]) expect(stored).not.toContain(text)
  })

  const refusals: [what: string, answer: object, reason: string][] = [
    [
      '403 with a reason',
      { status: 403, body: { error: { code: 'x', message: 'No such trunk' } } },
      'No such trunk',
    ],
    ['404 without one', { status: 404, body: 'nope' }, 'The telephone system answered with HTTP 404.'],
    [
      '200 with a failure',
      { status: 200, body: { result: 'fail', reason: 'All lines are busy' } },
      'All lines are busy',
    ],
    ['200 with FAILURE', { status: 200, body: '{"result":"FAILURE"}' }, 'FAILURE'],
    ['200 with an error', { status: 200, body: { error: 'Out of credit' } }, 'Out of credit'],
    [
      '200 with an error without words',
      { status: 200, body: { error: { code: 7 } } },
      'The telephone system refused the call.',
    ],
    ['a reason that cannot be stored', { status: 400, body: { reason: 'a\u0000b' } }, 'ab'],
  ]
  test.each(refusals)('that is refused with %s ends the call at once', async (_what, answer, reason) => {
    gateway.answer(answer)
    const { id } = await desk.call()
    await expect.poll(async () => (await desk.find(id)).state).toBe('ERROR')
    expect(await desk.find(id)).toMatchObject({ reason })
    expect(gateway.requests).toHaveLength(1)
  })

  const acceptances = [
    { status: 200, body: '' },
    { status: 202, body: '<html>OK</html>' },
    { status: 204 },
    { status: 200, body: '{"error":null}' },
    { status: 200, body: '{"result":true}' },
    { status: 200, body: '{"result":"OK","call":7}' },
  ]
  test.each(acceptances)('is accepted with %j', async (answer) => {
    gateway.answer(answer)
    const { id } = await orderedCall()
    expect((await desk.find(id)).state).toBe('START')
  })

  test('that fails for a moment is sent again with the same id and bytes', async () => {
    const statuses = [429, 408, 200]
    gateway.answer(() => ({ status: statuses.shift() ?? 500 }))
    await orderedCall()
    expect(gateway.requests).toHaveLength(3)
    const sent = gateway.requests.map(({ text, headers }) => [text, headers['webhook-id']])
    expect(sent).toEqual([sent[0], sent[0], sent[0]])
  })

  test('that was tried three times ends the call with the reason of the last one, here that nobody answered', async () => {
    let count = 0
    gateway.answer(() => (++count < 3 ? { status: 500 } : { hang: true }))
    const { id } = await desk.call()
    await expect.poll(async () => (await desk.find(id)).state).toBe('ERROR')
    expect((await desk.find(id)).reason).toMatch(/did not answer within 8000 ms/)
    expect(gateway.requests).toHaveLength(3)
  })

  test('whose answer is lost does not fail a call of which a report has come', async () => {
    gateway.answer(async ({ json }) => {
      await report({ call_id: (json as { call_id: string }).call_id, status: 'agent_connected' })
      return { close: true }
    })
    const { id } = await desk.call()
    const item = () => app.services.db.outboxItem.findFirst({ where: { lane: `CALL_ORDER:${id}` } })
    await expect.poll(async () => (await item())?.state).toBe('SKIPPED')
    expect(await desk.states(id)).toEqual(['START', 'OPERATOR_CONNECTED'])
    expect(gateway.requests).toHaveLength(1)
  })

  test('is in the log of the admins alone, with what was sent and answered', async () => {
    const accepted = await orderedCall()
    gateway.answer({ status: 403, body: { reason: 'No such trunk' } })
    const refused = await desk.call()
    await expect.poll(async () => (await desk.find(refused.id)).state).toBe('ERROR')
    const query = `query ($state: CallOrderState) { callSettings { orders(state: $state, first: 2) {
      nodes { id webhookId state body errorMessage call { id } log { status detail } } } } }`
    const orders = async (state: string | null = null) => {
      const { data } = await desk.admin.execute(query, { state })
      return data?.callSettings.orders.nodes
    }
    const [last, first] = await orders()
    expect(last).toMatchObject({
      state: 'FAILED',
      errorMessage: 'No such trunk',
      call: { id: globalId('Call', refused.id) },
      log: [{ status: 403, detail: '{"reason":"No such trunk"}' }],
    })
    expect(first).toMatchObject({
      state: 'SENT',
      errorMessage: null,
      call: { id: globalId('Call', accepted.id) },
      log: [{ status: 200 }],
    })
    const [request] = gateway.requests
    expect([first.webhookId, first.body]).toEqual([request?.headers['webhook-id'], request?.text])
    expect((await orders('FAILED'))[0]).toEqual(last)
    expect((await orders('SENT'))[0]).toEqual(first)

    const node = `query ($id: ID!) { node(id: $id) { ... on CallOrder { state } } }`
    expect((await desk.admin.execute(node, { id: last.id })).data?.node).toEqual({ state: 'FAILED' })
    const stranger = await openCallDesk(app)
    expect((await stranger.admin.execute(node, { id: last.id })).data?.node).toBeNull()
    const { data } = await stranger.admin.execute(query)
    expect(data?.callSettings.orders.nodes).toEqual([])
    const [operator] = desk.operators
    expect((await operator.execute(query)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    expect((await operator.execute(node, { id: last.id })).data?.node).toBeNull()
  })

  test('that no worker sent in time ends its call, and so does one without a report', async () => {
    const { services } = app
    const data = { orderedAt: null }
    const { id: unsent } = await orderedCall()
    await services.db.call.update({ where: { id: unsent }, data })
    const { id: silent } = await orderedCall()
    await failStaleCalls(services, new Date(Date.now() + 40_000))
    expect(await desk.find(unsent)).toMatchObject({
      state: 'ERROR',
      reason: 'The telephone system could not be reached in time.',
    })
    expect((await desk.find(silent)).state).toBe('START')
    await failStaleCalls(services, new Date(Date.now() + 11 * 60_000))
    expect(await desk.find(silent)).toMatchObject({
      state: 'ERROR',
      reason: 'The telephone system accepted the call but did not report on it.',
    })
  })
})

describe('a report', () => {
  test('brings an ordered call forward, with the operator and the recording', async () => {
    const { id } = await orderedCall()
    const [operator] = desk.operators
    const agent = operator.user.email.toUpperCase()
    for (const body of [
      { status: 'agent_connected', agent },
      { status: 'CLIENT_CONNECTED' },
      { status: 'end', record_url: 'https://pbx.example.com/1.mp3' },
    ]) {
      expect(await report({ call_id: id, ...body })).toEqual({
        status: 200,
        json: { result: 'ok', call_id: id },
      })
    }
    expect(await desk.states(id)).toEqual(['START', 'OPERATOR_CONNECTED', 'CLIENT_CONNECTED', 'END'])
    expect(await desk.find(id)).toMatchObject({
      operatorId: operator.user.id,
      recordUrl: 'https://pbx.example.com/1.mp3',
      reason: null,
    })
  })

  test('that is repeated, late or after the end is answered 200 and changes nothing', async () => {
    const { id } = await orderedCall()
    await report({ call_id: id, status: 'client_connected' })
    for (const status of ['client_connected', 'agent_connected', 'start']) {
      expect((await report({ call_id: id, status })).status).toBe(200)
    }
    await report({ call_id: id, status: 'error', reason: 'Hung up' })
    const before = await desk.find(id)
    for (const status of ['end', 'error', 'start', 'agent_connected']) {
      const answer = await report({
        call_id: id,
        status,
        reason: 'Other',
        record_url: 'https://x.example/1.mp3',
      })
      expect(answer.status).toBe(200)
    }
    expect(await desk.find(id)).toEqual(before)
    expect(await desk.states(id)).toEqual(['START', 'CLIENT_CONNECTED', 'ERROR'])
  })

  test('that comes many times at once is one', async () => {
    const { id } = await orderedCall()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => report({ call_id: id, status: 'agent_connected' })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await desk.states(id)).toEqual(['START', 'OPERATOR_CONNECTED'])
    const events = { accountId: desk.account.id, subjectId: id, kind: 'CALL_OPERATOR_CONNECTED' } as const
    expect(await app.services.db.event.count({ where: events })).toBe(1)
  })

  test.each(['incoming', 'outgoing'])(
    'starts an %s call of the telephone system’s own, once',
    async (type) => {
      const own = { id: randomUUID(), type, phone: '+49 30 654321' }
      const answers = await Promise.all(Array.from({ length: 5 }, () => report({ ...own, status: 'start' })))
      expect(new Set(answers.map(({ status, json }) => `${status} ${json.call_id}`)).size).toBe(1)
      const call = await desk.find(String(answers[0]?.json.call_id))
      expect(call).toMatchObject({
        type: type.toUpperCase(),
        phone: '+4930654321',
        channelId: desk.channel.id,
      })
      await report({ id: own.id, status: 'end' })
      expect(await desk.states(call.id)).toEqual(['START', 'END'])
      expect(gateway.requests).toEqual([])
      expect(await app.services.db.outboxItem.count({ where: { lane: `CALL_ORDER:${call.id}` } })).toBe(0)
    },
  )

  test('of a call that is over already tells all of it', async () => {
    const { json } = await report({ id: 7, type: 'INCOMING', phone: '', status: 'error', reason: 'Missed' })
    const call = await desk.find(String(json.call_id))
    expect(call).toMatchObject({ externalId: '7', phone: '', state: 'ERROR', reason: 'Missed' })
    expect(await desk.states(call.id)).toEqual(['START', 'ERROR'])
  })

  test('finds the visitor by number or telephone, with their open chat and channel', async () => {
    const { services } = app
    const phone = `+4930${String(Date.now()).slice(-7)}`
    // Of several, the newest; and never one whose number only begins so.
    const [first, visitorId, longer] = [await desk.visitor(), await desk.visitor(), await desk.visitor()]
    await services.db.visitor.update({ where: { id: first }, data: { phone } })
    await services.db.visitor.update({ where: { id: longer }, data: { phone: `${phone}1` } })
    const { number } = await services.db.visitor.update({ where: { id: visitorId }, data: { phone } })
    const channel = await makeChannel(services, { accountId: desk.account.id })
    for (const hint of [{ phone }, { visitor_number: String(number) }]) {
      const { json } = await report({ id: randomUUID(), type: 'incoming', status: 'start', ...hint })
      const call = await desk.find(String(json.call_id))
      expect(call).toMatchObject({ visitorId, channelId: desk.channel.id })
      expect(call.chatId).not.toBeNull()
    }
    const other = await services.db.visitor.findUniqueOrThrow({ where: { id: await desk.visitor() } })
    await services.db.visitor.update({ where: { id: other.id }, data: { mergedIntoId: visitorId } })
    const former = {
      id: randomUUID(),
      type: 'incoming',
      status: 'start',
      visitor_number: String(other.number),
    }
    const ofFormer = await report(former)
    expect(await desk.find(String(ofFormer.json.call_id))).toMatchObject({ visitorId })
    const elsewhere = { id: randomUUID(), type: 'incoming', status: 'start', widget_id: channel.publicId }
    const { json } = await report(elsewhere)
    expect(await desk.find(String(json.call_id))).toMatchObject({ visitorId: null, channelId: channel.id })
  })

  test('with a wrong token is 401, and an earlier token ends with the next', async () => {
    const fresh = await openCallDesk(app, { settings: { gateway: 'HTTP', gatewayUrl: gateway.url } })
    const first = await reportUrl(fresh)
    const own = { id: '1', type: 'incoming', status: 'start' }
    expect((await report(own, first)).status).toBe(200)
    const second = await reportUrl(fresh)
    for (const url of [first, `${app.url}/calls/nothing`, `${second}x`]) {
      expect(await report(own, url)).toMatchObject({
        status: 401,
        json: { error: { code: 'unauthenticated' } },
      })
    }
  })

  test('reaches no call of another account, and none that an operator dials', async () => {
    const { id } = await orderedCall()
    const other = await openCallDesk(app)
    const url = await reportUrl(other)
    expect((await report({ call_id: id, status: 'end' }, url)).status).toBe(404)
    const dialled = await other.call()
    expect((await report({ call_id: dialled.id, status: 'end' }, url)).status).toBe(404)
    const own = { id: randomUUID(), type: 'incoming', status: 'start' }
    await report(own)
    expect((await report({ id: own.id, status: 'end' }, url)).status).toBe(404)
    const { json } = await report(own, url)
    expect(await other.find(String(json.call_id))).toMatchObject({ accountId: other.account.id })
    expect((await desk.find(id)).state).toBe('START')
  })

  test('gives a call to no channel, operator or visitor of another account, nor to somebody who is deactivated', async () => {
    const other = await openCallDesk(app)
    const url = await reportUrl(other)
    const [operator] = other.operators
    await app.services.db.user.update({
      where: { id: operator.user.id },
      data: { deactivatedAt: new Date() },
    })
    const phone = '+493055501234'
    const [theirs, visitorId] = [await desk.visitor(), await other.visitor()]
    // Of several with this telephone number, the one with the highest number is taken.
    await app.services.db.visitor.update({ where: { id: theirs }, data: { phone, number: 1_000_000 } })
    await app.services.db.visitor.update({ where: { id: visitorId }, data: { phone } })
    const own = { type: 'incoming', status: 'agent_connected', widget_id: desk.channel.publicId, phone }
    for (const { user } of [desk.operators[0], operator]) {
      const { json } = await report({ ...own, id: randomUUID(), agent: user.email }, url)
      const call = await other.find(String(json.call_id))
      expect(call).toMatchObject({ channelId: other.channel.id, operatorId: null, visitorId })
    }
  })

  const wrong: [what: string, body: unknown, status: number, field?: string][] = [
    ['an unknown call', { call_id: randomUUID(), status: 'end' }, 404, 'call_id'],
    ['a call id that is none', { call_id: "1' OR 1=1", status: 'end' }, 404, 'call_id'],
    ['an unknown call of its own', { id: 'x', status: 'end' }, 404, 'id'],
    ['a callback of its own', { id: 'x', type: 'callback', status: 'start' }, 404, 'id'],
    ['no call', { status: 'end' }, 400, 'call_id'],
    ['no status', { call_id: randomUUID() }, 400, 'status'],
    ['an unknown status', { call_id: randomUUID(), status: 'ringing' }, 400, 'status'],
    ['an id that is too long', { id: 'x'.repeat(300), type: 'incoming', status: 'start' }, 400, 'id'],
    ['a list', [], 400],
    ['no JSON', 'status=end', 400],
    ['too much', JSON.stringify({ reason: 'x'.repeat(300_000) }), 413],
  ]
  test.each(wrong)('about %s is refused', async (_what, body, status, field) => {
    const answer = await report(body)
    expect(answer.status).toBe(status)
    if (field) expect(answer.json).toMatchObject({ error: { field } })
  })

  const strange: [record_url: unknown, kept: string | null][] = [
    ['javascript:alert(1)', null],
    ['data:audio/mp3;base64,AAAA', null],
    ['/relative.mp3', null],
    [42, null],
    [`https://pbx.example.com/${'x'.repeat(3_000)}`, null],
    ['http://pbx.example.com/a b.mp3', 'http://pbx.example.com/a%20b.mp3'],
  ]
  test.each(strange)('with the recording %j keeps %j', async (record_url, kept) => {
    const own = {
      id: randomUUID(),
      type: 'incoming',
      phone: { no: 'text' },
      unknown: [1],
      reason: 'a\u0000b',
    }
    const { status, json } = await report({ ...own, status: 'end', record_url })
    expect(status).toBe(200)
    expect(await desk.find(String(json.call_id))).toMatchObject({ recordUrl: kept, phone: '', reason: null })
  })

  test('comes too often and gets 429 with Retry-After', async () => {
    const fresh = await openCallDesk(app)
    const url = await reportUrl(fresh)
    const refused = await whileUsedUp(takeReport(app.services, fresh.admin.viewer.accountId), () =>
      until(async () => {
        const answer = await fetch(url, { method: 'POST', body: '{}' })
        expect(answer.status).toBe(429)
        return answer
      }),
    )
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]/)
    expect((await report({ id: randomUUID(), type: 'incoming', status: 'start' })).status).toBe(200)
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { globalId, mutate } from '../support/graphql-client.ts'
import { type Crm, openWebhookStage, type WebhookStage } from '../webhooks/support.ts'
import { type CallDesk, NUMBER, openCallDesk } from './support.ts'

let stage: WebhookStage
beforeAll(async () => {
  stage = await openWebhookStage()
})
afterAll(() => stage.close())

async function open(settings: Record<string, unknown> = {}): Promise<{ desk: CallDesk; crm: Crm }> {
  const desk = await openCallDesk(stage, { operators: 2, settings })
  return { desk, crm: await stage.openCrm({ desk }) }
}

async function mark({ operators }: CallDesk, verb: string, id: string, more = {}): Promise<void> {
  const { userErrors } = await mutate(operators[0].execute, verb, { id: globalId('Call', id), ...more })
  expect(userErrors).toEqual([])
}

async function agentOf({ operators }: CallDesk): Promise<object> {
  const { number, name, email } = await stage.services.db.user.findUniqueOrThrow({
    where: { id: operators[0].user.id },
  })
  return { id: String(number), name, email, phone: '' }
}

/** What a telephone system of the account reports. */
async function reporter({ admin }: CallDesk): Promise<(report: object) => Promise<void>> {
  const { reportUrl } = await mutate(admin.execute, 'rotateCallToken', undefined, 'reportUrl')
  const url = stage.url + new URL(reportUrl).pathname
  return async (report) => {
    const { status } = await fetch(url, { method: 'POST', body: JSON.stringify(report) })
    expect(status).toBe(200)
  }
}

test('every change of a call that operators dial is a call_event, with the exact JSON types', async () => {
  const { desk, crm } = await open()
  const { id, chatId } = await desk.call()
  await mark(desk, 'takeCall', id)
  await mark(desk, 'markCallConnected', id)
  await mark(desk, 'failCall', id, { reason: 'The line was cut.' })
  await crm.waitFor('call_event', 4)
  const chat = await stage.services.db.chat.findUniqueOrThrow({
    where: { id: String(chatId) },
    include: { visitor: true },
  })
  const agent = await agentOf(desk)
  const scene = {
    event_name: 'call_event',
    chat_id: chat.number,
    widget_id: desk.channel.publicId,
    visitor: {
      name: '',
      email: '',
      phone: '',
      number: String(chat.visitor.number),
      description: '',
      chats_count: 1,
    },
  }
  const call = { type: 'callback', phone: NUMBER }
  expect(crm.bodies('call_event')).toStrictEqual([
    { ...scene, call: { ...call, status: 'start' } },
    { ...scene, agent, call: { ...call, status: 'agent_connected' } },
    { ...scene, agent, call: { ...call, status: 'client_connected' } },
    { ...scene, agent, call: { ...call, status: 'error', reason: 'The line was cut.' } },
  ])
})

test('a call of nobody known is told without chat_id and visitor, in its order, with the recording at its end', async () => {
  const { desk, crm } = await open()
  const report = await reporter(desk)
  const own = { id: randomUUID(), type: 'incoming', phone: '+49 30 999' }
  await report({ ...own, status: 'start' })
  await report({ ...own, status: 'agent_connected', agent: desk.operators[0].user.email })
  await report({ ...own, status: 'end', record_url: 'https://pbx.example.com/1.mp3' })
  await crm.waitFor('call_event', 3)
  const agent = await agentOf(desk)
  const scene = { event_name: 'call_event', widget_id: desk.channel.publicId }
  const call = { type: 'incoming', phone: '+4930999' }
  expect(crm.bodies('call_event')).toStrictEqual([
    { ...scene, call: { ...call, status: 'start' } },
    { ...scene, agent, call: { ...call, status: 'agent_connected' } },
    { ...scene, agent, call: { ...call, status: 'end', record_url: 'https://pbx.example.com/1.mp3' } },
  ])
})

test('a call says what it was when it changed, however late it is told', async () => {
  const { desk, crm } = await open()
  crm.receiver.answer({ status: 500 })
  const { id } = await desk.call()
  await crm.waitFor('call_event')
  await mark(desk, 'takeCall', id)
  await mark(desk, 'endCall', id)
  const waiting = await crm.items()
  expect(waiting.map(({ data }) => (data as { call: { state: string } }).call.state)).toEqual([
    'START',
    'OPERATOR_CONNECTED',
    'END',
  ])
})

test('an endpoint of other channels, or of other events, hears of no call', async () => {
  const { desk, crm } = await open()
  const others = await stage.openCrm({ desk, events: ['CHAT_FINISHED'] })
  await mutate(desk.admin.execute, 'updateWebhookEndpoint', { id: crm.endpointId, channelIds: [] })
  const heard = await stage.openCrm({ desk })
  await desk.call()
  await heard.waitFor('call_event')
  expect([crm.bodies('call_event'), others.bodies()]).toEqual([[], []])
})

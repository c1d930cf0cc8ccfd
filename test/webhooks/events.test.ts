import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateChat } from '../../server/domain/chats/rate-chat.ts'
import { leaveOfflineMessage } from '../../server/domain/offline-messages/leave-offline-message.ts'
import { readChatLog } from '../../server/domain/webhooks/payloads/chat-log.ts'
import { openDesk, reply } from '../support/desk.ts'
import { makeChannel } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { acceptedChat, closeChat, openWebhookStage, type WebhookStage } from './support.ts'

let stage: WebhookStage
beforeAll(async () => {
  stage = await openWebhookStage()
})
afterAll(() => stage.close())

test('chat_accepted tells who took the chat, with the exact JSON types', async () => {
  const crm = await stage.openCrm()
  const { desk } = crm
  const sender = {
    id: 7,
    name: 'Anna',
    email: 'anna@example.com',
    phone: '+1 2',
    url: 'https://shop.example/a',
  }
  await desk.post({ sender, message: { type: 'text', text: 'Hello' } })
  const chat = await acceptedChat(crm, '7')
  await crm.waitFor('chat_accepted')
  const agent = await stage.services.db.user.findUniqueOrThrow({ where: { id: desk.operators[0].user.id } })
  const visitor = await stage.services.db.visitor.findFirstOrThrow({ where: { channelId: desk.channel.id } })
  expect(crm.bodies('chat_accepted')).toStrictEqual([
    {
      event_name: 'chat_accepted',
      chat_id: chat.number,
      widget_id: desk.channel.publicId,
      visitor: {
        name: 'Anna',
        email: 'anna@example.com',
        phone: '+1 2',
        number: String(visitor.number),
        description: '',
        chats_count: 1,
      },
      page: { url: 'https://shop.example/a', title: '' },
      agent: { id: String(agent.number), name: agent.name, email: agent.email, phone: '' },
    },
  ])
})

test('what is unknown of a visitor is an empty string, and structures that are unknown are left out', async () => {
  const crm = await stage.openCrm()
  await acceptedChat(crm)
  await crm.waitFor('chat_accepted')
  const [body] = crm.bodies('chat_accepted')
  expect(body.visitor).toMatchObject({ name: '', email: '', phone: '', description: '' })
  expect(Object.keys(body)).toEqual(['event_name', 'chat_id', 'widget_id', 'visitor', 'agent'])
  expect(JSON.stringify(body)).not.toContain('null')
})

test('a first answer accepts the chat as Reply does', async () => {
  const crm = await stage.openCrm()
  const { desk } = crm
  await desk.say('visitor', 'Hello')
  const chat = await desk.chatOf('visitor')
  await reply(desk.operators[0], chat.id, 'Hi')
  await crm.waitFor('chat_accepted')
  expect(crm.bodies()).toHaveLength(1)
})

test('chat_finished tells the whole chat, as messages, text and HTML in which nothing is markup', async () => {
  const crm = await stage.openCrm()
  const { desk } = crm
  await desk.post({ sender: { id: 'v', name: 'Eve <b>' }, message: { type: 'text', text: '<script>' } })
  const photo = { type: 'photo', file: 'https://shop.example/p.png', text: 'look' }
  await desk.post({ sender: { id: 'v' }, message: photo })
  const chat = await acceptedChat(crm, 'v')
  await reply(desk.operators[0], chat.id, 'Hi & bye')
  await closeChat(crm, chat)
  await crm.waitFor('chat_finished')
  const [body] = crm.bodies('chat_finished')
  const agent = await stage.services.db.user.findUniqueOrThrow({ where: { id: desk.operators[0].user.id } })
  const timestamp = expect.any(Number)
  expect(body.chat).toStrictEqual({
    messages: [
      { timestamp, type: 'visitor', message: '<script>' },
      { timestamp, type: 'visitor', message: 'look\nhttps://shop.example/p.png' },
      { timestamp, type: 'visitor', message: 'Hello' },
      { timestamp, type: 'agent', agent_id: agent.number, message: 'Hi & bye' },
    ],
    rate: null,
    blacklisted: false,
  })
  expect(Math.abs(body.chat.messages[0].timestamp - Date.now() / 1000)).toBeLessThan(60)
  expect(body.agents).toEqual([{ id: String(agent.number), name: agent.name, email: agent.email, phone: '' }])
  expect(body.plain_messages).toContain('Eve <b>: <script>\n')
  expect(body.html_messages).toContain('<b>Eve &lt;b&gt;:</b> &lt;script&gt;</p>')
  expect(body).not.toHaveProperty('agent')
})

test('of a long chat, chat_finished tells the end, without what was deleted', async () => {
  const desk = await openDesk(stage)
  const { db } = stage.services
  await desk.say('v', 'The beginning')
  const { id: chatId, accountId } = await desk.chatOf('v')
  const messages = Array.from({ length: 1_001 }, (_, n) => ({
    ...{
      accountId,
      chatId,
      seq: n + 100,
      author: 'VISITOR' as const,
      type: 'TEXT' as const,
      text: `Line ${n}`,
    },
    ...(n === 1_000 && { deletedAt: new Date() }),
  }))
  await db.message.createMany({ data: messages })
  const said = async () => (await readChatLog(db, chatId)).map(({ text }) => text)
  const lines = await said()
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([1_000, 'Line 0', 'Line 999'])
  await db.message.updateMany({ where: { chatId, seq: { gte: 100 } }, data: { text: 'x'.repeat(1_000) } })
  expect(await said()).toHaveLength(500)
})

test('a chat that nobody accepted is finished with no agents', async () => {
  const crm = await stage.openCrm()
  await crm.desk.say('visitor', 'Hello')
  await closeChat(crm, await crm.desk.chatOf('visitor'))
  await crm.waitFor('chat_finished')
  expect(crm.bodies('chat_finished')[0].agents).toEqual([])
})

test('several changes of a visitor within a second are one chat_updated, which comes before chat_finished', async () => {
  // Where three changes take longer, once more.
  await until(async () => {
    const crm = await stage.openCrm()
    const { desk } = crm
    await desk.say('visitor', 'Hello')
    for (const name of ['A', 'An', 'Anna'])
      await desk.post({ sender: { id: 'visitor', name }, message: { type: 'text', text: name } })
    await closeChat(crm, await desk.chatOf('visitor'))
    await crm.waitFor('chat_finished')
    expect(crm.bodies().map(({ event_name, visitor }) => [event_name, visitor.name])).toEqual([
      ['chat_updated', 'Anna'],
      ['chat_finished', 'Anna'],
    ])
    expect(crm.bodies()[0]).not.toHaveProperty('agent')
  })
})

test('a change of a visitor after the event went out is told again', async () => {
  const crm = await stage.openCrm()
  const { desk } = crm
  const chat = await acceptedChat(crm)
  for (const [count, name] of ['Anna', 'Berta'].entries()) {
    await desk.post({ sender: { id: 'visitor', name }, message: { type: 'text', text: 'x' } })
    await crm.waitFor('chat_updated', count + 1)
  }
  expect(crm.bodies('chat_updated').map(({ visitor }) => visitor.name)).toEqual(['Anna', 'Berta'])
  expect(crm.bodies('chat_updated')[0]).toMatchObject({
    chat_id: chat.number,
    agent: { id: expect.any(String) },
  })
})

test('chat_updated names who was in the chat when the visitor changed, not who is in it a second later', async () => {
  const crm = await stage.openCrm()
  const { desk } = crm
  const [operator] = desk.operators
  const chat = await acceptedChat(crm)
  await desk.post({ sender: { id: 'visitor', name: 'Anna' }, message: { type: 'text', text: 'x' } })
  await closeChat(crm, chat)
  const { number } = await stage.services.db.user.findUniqueOrThrow({ where: { id: operator.user.id } })
  await crm.waitFor('chat_finished')
  expect(crm.bodies('chat_updated')).toMatchObject([{ agent: { id: String(number) } }])

  await desk.say('waiting', 'Hello')
  await desk.post({ sender: { id: 'waiting', name: 'Berta' }, message: { type: 'text', text: 'x' } })
  await acceptedChat(crm, 'waiting')
  await desk.post({ sender: { id: 'waiting', name: 'Bertha' }, message: { type: 'text', text: 'x' } })
  await crm.waitFor('chat_updated', 3)
  const [, before, after] = crm.bodies('chat_updated')
  expect(before).not.toHaveProperty('agent')
  expect(after).toMatchObject({ agent: { id: String(number) }, visitor: { name: 'Bertha' } })
})

test('a change that no event contains is not sent: the blacklist and a photo', async () => {
  const crm = await stage.openCrm()
  const { desk } = crm
  const chat = await acceptedChat(crm)
  const { visitorId } = await desk.chatOf('visitor')
  const photo = 'https://shop.example/anna.png'
  await desk.post({ sender: { id: 'visitor', photo }, message: { type: 'text', text: 'x' } })
  const id = globalId('Visitor', visitorId)
  for (const [verb, input] of [
    ['blacklistVisitor', { id, reason: 'Spam' }],
    ['unblacklistVisitor', { id }],
  ] as const)
    expect((await mutate(desk.admin.execute, verb, input)).userErrors).toEqual([])
  await closeChat(crm, chat)
  await crm.waitFor('chat_finished')
  expect((await crm.items()).map(({ event }) => event)).toEqual(['chat_accepted', 'chat_finished'])
})

test('offline_message tells what a visitor left, with neither chat nor agent', async () => {
  const crm = await stage.openCrm()
  const { channel } = crm.desk
  await leaveOfflineMessage(stage.services, {
    channel,
    name: 'Anna',
    email: 'anna@example.com',
    text: 'Call me',
    pageUrl: 'https://shop.example/b',
  })
  await crm.waitFor('offline_message')
  const { id } = await stage.services.db.offlineMessage.findFirstOrThrow({ where: { channelId: channel.id } })
  expect(crm.bodies()).toStrictEqual([
    {
      event_name: 'offline_message',
      widget_id: channel.publicId,
      visitor: {
        name: 'Anna',
        email: 'anna@example.com',
        phone: '',
        number: '',
        description: '',
        chats_count: 0,
      },
      page: { url: 'https://shop.example/b', title: '' },
      offline_message_id: id,
      message: 'Call me',
    },
  ])
})

test('an offline message of a known visitor has their number, and waits for no other that fails', async () => {
  const crm = await stage.openCrm()
  const { desk, receiver } = crm
  await desk.say('v', 'Hello')
  const { visitorId } = await desk.chatOf('v')
  receiver.answer({ status: 500 })
  const leave = (text: string) =>
    leaveOfflineMessage(stage.services, { channel: desk.channel, visitorId, phone: '+1 23', text })
  await leave('First')
  await crm.waitFor('offline_message')
  await leave('Second')
  await crm.waitFor('offline_message', 2)
  const visitor = await stage.services.db.visitor.findUniqueOrThrow({ where: { id: visitorId } })
  expect(crm.bodies('offline_message')).toMatchObject([
    { message: 'First', visitor: { number: String(visitor.number), phone: '+1 23', chats_count: 1 } },
    { message: 'Second' },
  ])
})

test('a visitor of a website is told with their token, their session and the title of their page', async () => {
  const crm = await stage.openCrm()
  const { desk } = crm
  await desk.post({
    sender: { id: 'v', url: 'https://shop.example/' },
    message: { type: 'text', text: 'Hello' },
  })
  const { visitorId } = await desk.chatOf('v')
  await stage.services.db.visitor.update({ where: { id: visitorId }, data: { userToken: 'customer-7' } })
  await stage.services.db.visit.create({
    data: {
      visitorId,
      accountId: desk.account.id,
      channelId: desk.channel.id,
      title: 'Shop',
      address: '192.0.2.7',
      userAgent: 'Firefox',
      utm: { source: 'news', term: 'kettle' },
    },
  })
  await acceptedChat(crm, 'v')
  const email = 'a@example.org'
  await leaveOfflineMessage(stage.services, { channel: desk.channel, visitorId, email, text: 'Hi' })
  await crm.waitFor('chat_accepted')
  await crm.waitFor('offline_message')
  for (const event of ['chat_accepted', 'offline_message'])
    expect(crm.bodies(event)[0]).toMatchObject({
      user_token: 'customer-7',
      session: {
        ip_addr: '192.0.2.7',
        user_agent: 'Firefox',
        utm: 'source=news|term=kettle',
        utm_json: { source: 'news', campaign: '', content: '', medium: '', term: 'kettle' },
      },
      page: { url: 'https://shop.example/', title: 'Shop' },
    })
  expect(crm.bodies('chat_accepted')[0].session).not.toHaveProperty('geoip')
})

test('once the account has an identity secret, only an id that was signed with it is told', async () => {
  const crm = await stage.openCrm()
  const { desk } = crm
  const { db } = stage.services
  const tokenIn = async (event: string) => {
    await crm.waitFor(event)
    return crm.bodies(event)[0].user_token
  }
  await desk.say('v', 'Hello')
  const { visitorId: id } = await desk.chatOf('v')
  await db.visitor.update({ where: { id }, data: { userToken: 'admin' } })
  await mutate(desk.admin.execute, 'updateDeveloperSettings', { identitySecret: 'sixteen characters' })
  const chat = await acceptedChat(crm, 'v')
  expect(await tokenIn('chat_accepted')).toBeUndefined()
  await db.visitor.update({ where: { id }, data: { identity: 'customer-7' } })
  await closeChat(crm, chat)
  expect(await tokenIn('chat_finished')).toBe('customer-7')
})

test('chat_finished tells the rating and whether the visitor is on the blacklist', async () => {
  const crm = await stage.openCrm()
  const { desk } = crm
  const chat = await acceptedChat(crm)
  const { visitorId } = await desk.chatOf('visitor')
  const { accountId } = desk.channel
  await rateChat(stage.services, { accountId, visitorId, chatId: chat.id, rating: 'NEGATIVE' })
  const input = { id: globalId('Visitor', visitorId), reason: 'Spam' }
  expect((await mutate(desk.admin.execute, 'blacklistVisitor', input)).userErrors).toEqual([])
  await closeChat(crm, chat)
  await crm.waitFor('chat_finished')
  expect(crm.bodies('chat_finished')[0].chat).toMatchObject({ rate: 'negative', blacklisted: true })
  expect(crm.bodies('chat_rated')).toEqual([])
})

test('chat_rated is told to who opted in, each rating as it was given', async () => {
  const crm = await stage.openCrm({ events: ['CHAT_RATED'] })
  const { desk } = crm
  const chat = await acceptedChat(crm)
  await closeChat(crm, chat)
  const { visitorId } = await stage.services.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
  const rate = (rating: 'POSITIVE' | 'NEGATIVE', comment: string | null) =>
    rateChat(stage.services, { accountId: desk.account.id, visitorId, chatId: chat.id, rating, comment })
  await rate('NEGATIVE', 'Slow')
  await rate('NEGATIVE', 'Slow')
  await rate('POSITIVE', null)
  await crm.waitFor('chat_rated', 2)
  expect(crm.bodies()).toMatchObject([
    { chat_id: chat.number, chat: { rate: 'negative', blacklisted: false }, comment: 'Slow' },
    { chat_id: chat.number, chat: { rate: 'positive' }, comment: '', agents: [{ id: expect.any(String) }] },
  ])
  expect(crm.bodies()).toHaveLength(2)
})

test('client_updated is told to who opted in, together with chat_updated', async () => {
  const crm = await stage.openCrm({ events: ['CLIENT_UPDATED', 'CHAT_UPDATED'] })
  const { desk } = crm
  await desk.say('visitor', 'Hello')
  for (const name of ['A', 'Anna'])
    await desk.post({ sender: { id: 'visitor', name }, message: { type: 'text', text: name } })
  await crm.waitFor('client_updated')
  await crm.waitFor('chat_updated')
  expect(crm.bodies('client_updated')).toMatchObject([{ visitor: { name: 'Anna' } }])
  expect(crm.bodies()).toHaveLength(2)
})

test('requests are signed with both secrets during a rotation, as the public verifier wants it', async () => {
  const crm = await stage.openCrm()
  const { admin } = crm.desk
  const rotate = (name: string) => mutate(admin.execute, name, { id: crm.endpointId }, 'endpoint { secrets }')
  const { endpoint } = await rotate('rotateWebhookSecret')
  expect(endpoint.secrets).toEqual([expect.stringMatching(/^whsec_/), crm.secrets[0]])
  await acceptedChat(crm)
  const [request] = await crm.waitFor('chat_accepted')
  const { text = '', headers = {} } = request ?? {}
  for (const secret of endpoint.secrets)
    expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(request?.json)
  const { endpoint: after } = await rotate('endOldWebhookSecret')
  expect(after.secrets).toEqual([endpoint.secrets[0]])
})

test('an endpoint is told only what it asked for, of the channels that it asked for', async () => {
  const crm = await stage.openCrm({ events: ['CHAT_FINISHED'] })
  const { desk } = crm
  const chat = await acceptedChat(crm)
  await closeChat(crm, chat)
  await crm.waitFor('chat_finished')
  expect(crm.bodies()).toHaveLength(1)
  const input = { id: crm.endpointId, channelIds: [] }
  const { userErrors } = await mutate(desk.admin.execute, 'updateWebhookEndpoint', input)
  expect(userErrors).toEqual([])
  const again = await acceptedChat(crm)
  await closeChat(crm, again)
  await until(async () => expect(await crm.items()).toHaveLength(1))
})

test('message_created is told to who opted in', async () => {
  const crm = await stage.openCrm({ events: ['MESSAGE_CREATED'] })
  await acceptedChat(crm)
  await crm.waitFor('message_created')
  expect(crm.bodies()).toMatchObject([
    { message: { type: 'visitor', message: 'Hello', timestamp: expect.any(Number) } },
  ])
})

test('only admins see and change endpoints, and only those of their account', async () => {
  const crm = await stage.openCrm()
  const stranger = await stage.openCrm()
  const { execute } = crm.desk.operators[0]
  const input = { id: crm.endpointId }
  for (const name of [
    'rotateWebhookSecret',
    'endOldWebhookSecret',
    'deleteWebhookEndpoint',
    'updateWebhookEndpoint',
  ]) {
    expect((await mutate(execute, name, input)).userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
    expect((await mutate(stranger.desk.admin.execute, name, input)).userErrors).toMatchObject([
      { code: 'NOT_FOUND' },
    ])
  }
  const seen = await execute('{ webhookEndpoints { edges { node { id } } } }')
  expect(seen.errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  const foreign = await stranger.desk.admin.execute('query ($id: ID!) { node(id: $id) { id } }', input)
  expect(foreign.data.node).toBeNull()
})

test('an address inside the network, no event and a foreign channel are refused', async () => {
  const crm = await stage.openCrm()
  const other = await stage.openCrm()
  const channelId = globalId('Channel', other.desk.channel.id)
  const input = { name: ' ', url: 'http://10.0.0.1/', events: [], channelIds: [channelId] }
  const { userErrors } = await mutate(crm.desk.admin.execute, 'createWebhookEndpoint', input)
  expect(userErrors.map(({ code, field }: never) => [code, field])).toEqual([
    ['BLANK', ['input', 'name']],
    ['INVALID', ['input', 'events']],
    ['PRIVATE_TARGET', ['input', 'url']],
    ['NOT_FOUND', ['input', 'channelIds', '0']],
  ])
})

test('for all channels, the channels that are named do not count; for some, they have to be named', async () => {
  const { desk, endpointId: id } = await stage.openCrm()
  const channels = 'endpoint { allChannels channels { id } }'
  const update = (input: object) =>
    mutate(desk.admin.execute, 'updateWebhookEndpoint', { id, ...input }, channels)
  const gone = await makeChannel(stage.services, { accountId: desk.account.id })
  const goneId = globalId('Channel', gone.id)
  await mutate(desk.admin.execute, 'deleteChannel', { id: goneId })
  const all = { allChannels: true, channels: [] }
  expect(await update({ allChannels: true, channelIds: [goneId] })).toEqual({ endpoint: all, userErrors: [] })
  const refused = await update({ allChannels: false })
  expect(refused).toMatchObject({
    endpoint: null,
    userErrors: [{ code: 'INVALID', field: ['input', 'allChannels'] }],
  })
  const channelId = globalId('Channel', desk.channel.id)
  const some = { allChannels: false, channels: [{ id: channelId }] }
  const named = await update({ allChannels: false, channelIds: [channelId] })
  expect(named).toEqual({ endpoint: some, userErrors: [] })
  expect(await update({ allChannels: false })).toEqual({ endpoint: some, userErrors: [] })
})

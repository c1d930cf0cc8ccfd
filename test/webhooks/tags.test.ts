import { afterAll, beforeAll, expect, test } from 'vitest'
import { globalId, mutate } from '../support/graphql-client.ts'
import { makeTag, tag } from '../tags/support.ts'
import { ALL, acceptedChat, closeChat, openWebhookStage, type WebhookStage } from './support.ts'

let stage: WebhookStage
beforeAll(async () => {
  stage = await openWebhookStage()
})
afterAll(() => stage.close())

const order = { id: expect.any(String), name: 'Order', color: 'blue' }

test('chat_tagged tells who tagged the chat, and its tags, to the endpoints that selected it', async () => {
  const { desk, ...silent } = await stage.openCrm()
  const crm = await stage.openCrm({ desk, events: ['CHAT_TAGGED'] })
  const chat = await acceptedChat(crm)
  const id = await makeTag(desk.admin, 'Order', { color: 'BLUE' })
  await tag(desk.operators[0], [globalId('Chat', chat.id)], { add: [id] })
  await tag(desk.operators[0], [globalId('Chat', chat.id)], { remove: [id] })
  await crm.waitFor('chat_tagged', 2)
  const agent = expect.objectContaining({ name: desk.operators[0].user.name })
  expect(crm.bodies()).toMatchObject([
    { chat_id: chat.number, agent, tags: [order] },
    { chat_id: chat.number, agent, tags: [] },
  ])
  expect(Object.keys(crm.bodies()[0])).toEqual([
    ...['event_name', 'chat_id', 'widget_id', 'visitor', 'agent', 'tags'],
  ])
  await closeChat(crm, chat)
  await silent.waitFor('chat_finished')
  expect(silent.bodies('chat_tagged')).toEqual([])
})

test('other events have tags only for endpoints that asked for them, and are what they were for all others', async () => {
  const plain = await stage.openCrm()
  const extra = await stage.openCrm({ desk: plain.desk, events: [...ALL, 'MESSAGE_CREATED'] })
  const { admin, operators } = plain.desk
  const input = { id: extra.endpointId, extraFields: true }
  const { userErrors } = await mutate(admin.execute, 'updateWebhookEndpoint', input)
  expect(userErrors).toEqual([])
  const chat = await acceptedChat(plain)
  await tag(operators[0], [globalId('Chat', chat.id)], {
    add: [await makeTag(admin, 'Order', { color: 'BLUE' })],
  })
  await closeChat(plain, chat)
  await Promise.all([plain.waitFor('chat_finished'), extra.waitFor('chat_finished')])
  expect(extra.bodies('chat_finished')).toMatchObject([{ tags: [order] }])
  expect(extra.bodies('message_created')[0]).toHaveProperty('tags')
  for (const body of plain.bodies()) expect(body).not.toHaveProperty('tags')
})

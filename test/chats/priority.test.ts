import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, type Person, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const setPriority = async ({ execute }: Person, chatId: string, priority: string) => {
  const input = { chatId: globalId('Chat', chatId), priority }
  const { userErrors } = await mutate(execute, 'setChatPriority', input, 'chat { priority }')
  return userErrors.map(({ code }: { code: string }) => code)
}

test('an operator gives a waiting chat another place in the queue, which a notice tells', async () => {
  const desk = await openDesk(app)
  const [dora] = desk.operators
  const ids: string[] = []
  for (const visitor of ['Anna', 'Boris', 'Clara']) {
    await desk.say(visitor, 'Hello')
    ids.push((await desk.chatOf(visitor)).id)
  }
  const [first, second, third] = ids as [string, string, string]
  expect(await setPriority(dora, third, 'HIGH')).toEqual([])
  expect(await setPriority(dora, first, 'LOW')).toEqual([])
  // It has this priority already.
  expect(await setPriority(dora, first, 'LOW')).toEqual([])
  const { data } = await dora.execute('{ chats(view: WAITING, first: 5) { nodes { id priority } } }')
  expect(data.chats.nodes).toEqual([
    { id: globalId('Chat', third), priority: 'HIGH' },
    { id: globalId('Chat', second), priority: 'NORMAL' },
    { id: globalId('Chat', first), priority: 'LOW' },
  ])
  const notices = await app.services.db.message.findMany({ where: { chatId: first, type: 'NOTICE' } })
  expect(notices.map(({ notice }) => notice)).toEqual([
    { kind: 'PRIORITY_SET', actorId: dora.user.id, priority: 'LOW' },
  ])
})

test('whoever is not in a chat that is answered leaves its priority to those who are', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [dora, max] = desk.operators as [Person, Person]
  const visitor = randomUUID()
  await desk.say(visitor, 'Hello')
  const { id } = await desk.chatOf(visitor)
  await reply(dora, id, 'Hi')
  expect(await setPriority(max, id, 'URGENT')).toEqual(['NOT_IN_CHAT'])
  expect(await setPriority(dora, id, 'URGENT')).toEqual([])
  expect(await setPriority(desk.admin, id, 'LOW')).toEqual([])
  await mutate(dora.execute, 'closeChat', { chatId: globalId('Chat', id) })
  expect(await setPriority(dora, id, 'HIGH')).toEqual(['CHAT_CLOSED'])
})

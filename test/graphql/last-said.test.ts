import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, type Person, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const QUERY = `query ($id: ID!) { chat(by: { id: $id }) {
  lastAuthor lastOperator { name } unansweredSince outcome answeredBy { id } } }`

async function read({ execute }: Person, chatId: string) {
  const { data, errors } = await execute(QUERY, { id: globalId('Chat', chatId) })
  expect(errors).toBeUndefined()
  return data.chat
}

test('a chat tells who wrote last, and since when its visitor has no answer', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Where is my order?')
  const { id } = await desk.chatOf('v')
  // While it waits, its place in the queue tells since when.
  expect(await read(operator, id)).toMatchObject({ lastAuthor: 'VISITOR', unansweredSince: null })
  const first = await app.services.db.message.findFirstOrThrow({ where: { chatId: id } })
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  const waiting = {
    lastAuthor: 'VISITOR',
    lastOperator: null,
    unansweredSince: first.createdAt.toISOString(),
  }
  expect(await read(operator, id)).toMatchObject(waiting)
  await desk.say('v', 'Are you there?')
  expect(await read(operator, id)).toMatchObject(waiting)
  await reply(operator, id, 'On its way')
  const { name } = operator.user
  expect(await read(operator, id)).toMatchObject({
    lastAuthor: 'OPERATOR',
    lastOperator: { name },
    unansweredSince: null,
  })
  await desk.say('v', 'Thank you')
  const { createdAt } = await app.services.db.message.findFirstOrThrow({
    where: { text: 'Thank you', chatId: id },
  })
  expect(await read(operator, id)).toMatchObject({ unansweredSince: createdAt.toISOString() })
})

test('a chat that was accepted and closed without a word is missed, however it is read', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  await desk.say('v', 'Where is my order?')
  const { id } = await desk.chatOf('v')
  const chatId = globalId('Chat', id)
  await mutate(operator.execute, 'acceptChat', { chatId })
  expect(await read(operator, id)).toMatchObject({ outcome: null })
  await mutate(operator.execute, 'closeChat', { chatId })
  expect(await read(operator, id)).toMatchObject({
    outcome: 'MISSED',
    answeredBy: [{ id: globalId('Operator', operator.user.id) }],
  })
})

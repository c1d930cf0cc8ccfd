import { afterAll, beforeAll, expect, test } from 'vitest'
import { postMessage } from '../../server/domain/messages/append-message.ts'
import { messageRow } from '../../server/domain/messages/message-row.ts'
import { transact } from '../../server/events/transact.ts'
import type { TestApp } from '../support/app.ts'
import { openClientServer, textOf } from '../support/client-server.ts'
import { startSwitchboard } from '../support/switchboard.ts'

let app: TestApp
beforeAll(async () => {
  app = await startSwitchboard()
})
afterAll(() => app.close())

test('what concurrent transactions record for one chat leaves in the order of their commits', {
  timeout: 60_000,
}, async () => {
  const { chat, receiver, desk } = await openClientServer(app)
  const chatId = await chat()
  const { user } = desk.operators[0]
  const send = (n: number) =>
    transact(app.services, async (work) => {
      // Some hold their transaction open after they have recorded, while later ones wait for the chat.
      await postMessage(
        work,
        { id: chatId, accountId: desk.account.id },
        messageRow({ author: 'OPERATOR', userId: user.id, type: 'TEXT', text: String(n) }),
      )
      if (n % 3 === 0) await work.tx.$queryRaw`SELECT pg_sleep(0.05)::text`
    })
  await Promise.all(Array.from({ length: 30 }, (_, n) => send(n)))
  await receiver.waitFor(30, 30_000)
  const messages = await app.services.db.message.findMany({
    where: { chatId, author: 'OPERATOR' },
    orderBy: { seq: 'asc' },
  })
  expect(receiver.requests.map(textOf)).toEqual(messages.map(({ text }) => text))
})

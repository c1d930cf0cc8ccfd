import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { composeReplies } from '../../server/domain/mail/replies/compose-replies.ts'
import { startTestApp } from '../support/app.ts'
import { openDesk, reply } from '../support/desk.ts'
import { mutate } from '../support/graphql-client.ts'

/** What is sent over a connection that has not answered the statement before. A later version of the library refuses it. */
function watchConnections(): string[] {
  const sent: string[] = []
  const busy = new Set<unknown>()
  const query = pg.Client.prototype.query
  const watched = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const answer: unknown = Reflect.apply(query, this, args)
    if (answer instanceof Promise) {
      if (busy.has(this)) sent.push((args[0] as { text: string }).text)
      busy.add(this)
      const free = () => busy.delete(this)
      answer.then(free, free)
    }
    return answer as never
  })
  onTestFinished(() => watched.mockRestore())
  return sent
}

test('within a transaction, one statement is sent after the other', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const desk = await openDesk(app)
  await desk.post({
    sender: { id: 'a', email: 'anna@example.com' },
    message: { type: 'text', text: 'Hello' },
  })
  const { id: chatId } = await desk.chatOf('a')
  await reply(desk.operators[0], chatId, 'Hi')
  const sent = watchConnections()
  const canned = { shared: true, title: 'Thanks', shortcut: 'thanks', text: 'Thank you' }
  expect((await mutate(desk.admin.execute, 'createCannedReply', canned)).userErrors).toEqual([])
  const composed = await app.services.db.$transaction((tx) =>
    composeReplies(app.services, tx, { chatId, after: 0, until: 100 }),
  )
  expect(composed?.seqs).toHaveLength(1)
  expect(sent).toEqual([])
})

import { expect, test } from 'vitest'
import { sendAutomaticMessages } from '../../server/domain/automatic-messages/send-automatic-messages.ts'
import { startTestApp } from '../support/app.ts'
import { recordStatements } from '../support/count-statements.ts'
import { openDesk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'

// Without a worker, whose statements would be among those of the message.
test('a message costs the same on a channel without rating requests, and with them where it is no answer', async () => {
  const app = await startTestApp()
  try {
    const desk = await openDesk(app)
    const [operator] = desk.operators
    /** What it costs to say this after the end of an answered chat. */
    const cost = async (visitor: string, text: string) => {
      await desk.say(visitor, 'Hello')
      const { id } = await desk.chatOf(visitor)
      await reply(operator, id, 'Hi')
      await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
      await sendAutomaticMessages(app.services)
      const statements = await recordStatements(() => desk.say(visitor, text))
      return statements.filter((sql) => /"(Chat|Visitor|AutomaticMessage|SentAutomaticMessage)"/.test(sql))
    }
    const usual = await cost('a', 'Hello again')
    expect(usual.length).toBeGreaterThan(2)
    expect(await cost('b', '1')).toEqual(usual)
    const texts = [{ language: 'en', text: 'How was it?' }]
    const request = { kind: 'RATING_REQUEST', enabled: true, delaySeconds: 0, texts }
    const input = { id: globalId('Channel', desk.channel.id), automaticMessages: [request] }
    await mutate(desk.admin.execute, 'updateChannel', input)
    await until(async () => {
      const entry = await app.services.channels.find(desk.channel.publicId, desk.channel.secret)
      expect(entry?.asksForRating).toBe(true)
    })
    expect(await cost('c', 'Hello again')).toEqual(usual)
    const answer = await cost('d', '1')
    expect(answer.filter((sql) => sql.includes('SentAutomaticMessage'))).toHaveLength(1)
  } finally {
    await app.close()
  }
})

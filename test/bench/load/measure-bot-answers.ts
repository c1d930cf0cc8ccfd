import { REPEAT } from './bot.ts'
import { untilReceived } from './client-server.ts'
import { connect, type Target } from './http-client.ts'
import { visitorMessage } from './visitor-message.ts'

/** One message after the other, each from the visitor's POST to the bot and back to the client's server. */
export interface MeasureBotAnswers {
  kind: 'measure-bot-answers'
  target: Target
  count: number
}

const VISITORS = 20

/** Milliseconds of each way. */
export async function measureBotAnswers({ target, count }: MeasureBotAnswers): Promise<number[]> {
  const connection = connect(target)
  const run = Date.now().toString(36)
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const marker = `${run}-${i}.`
    const received = untilReceived(marker)
    const sentAt = performance.now()
    await connection.send(visitorMessage(`asker-${i % VISITORS}`, `${REPEAT}${marker} Is it in stock?`))
    await received
    times.push(performance.now() - sentAt)
  }
  await connection.close()
  return times
}

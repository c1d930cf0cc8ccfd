import { onBotEvent } from './bot.ts'
import { connect, type Target } from './http-client.ts'
import { visitorMessage } from './visitor-message.ts'

/** Conversations with the bot at the same time; each visitor writes again when the bot has got the last message. */
export interface MeasureBotEvents {
  kind: 'measure-bot-events'
  target: Target
  conversations: number
  seconds: number
}

/** CLIENT_MESSAGEs that reached the bot a second. */
export async function measureBotEvents({
  target,
  conversations,
  seconds,
}: MeasureBotEvents): Promise<number> {
  const underWay = new Map<string, () => void>()
  onBotEvent((text) => underWay.get(text)?.())
  const run = Date.now().toString(36)
  const startedAt = performance.now()
  let arrived = 0
  const converse = async (visitor: number) => {
    const connection = connect(target)
    while (performance.now() < startedAt + seconds * 1000) {
      const text = `${run} ${visitor}`
      const atBot = new Promise<void>((resolve) => underWay.set(text, resolve))
      await connection.send(visitorMessage(`chatter-${visitor}`, text))
      await atBot
      arrived++
    }
    await connection.close()
  }
  await Promise.all(Array.from({ length: conversations }, (_, visitor) => converse(visitor)))
  return arrived / ((performance.now() - startedAt) / 1000)
}

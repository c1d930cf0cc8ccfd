import { onBotEvent } from './bot.ts'
import { connect, type Target } from './http-client.ts'
import { visitorMessage } from './visitor-message.ts'

/** Visitors write as fast as the connections carry it, until the bot has got the last message. */
export interface MeasureBotEvents {
  kind: 'measure-bot-events'
  target: Target
  connections: number
  seconds: number
}

const VISITORS = 200
const LIMIT_MS = 30_000

/** CLIENT_MESSAGEs that reached the bot a second, from the first POST to the last arrival. */
export async function measureBotEvents(task: MeasureBotEvents): Promise<number> {
  const run = `${Date.now().toString(36)}:`
  let sent = 0
  let arrived = 0
  let arrivedAt = 0
  let allArrived: () => void = () => {}
  onBotEvent((text) => {
    if (!text.startsWith(run)) return
    arrived++
    arrivedAt = performance.now()
    if (arrived === sent) allArrived()
  })
  const startedAt = performance.now()
  const drive = async () => {
    const connection = connect(task.target)
    while (performance.now() < startedAt + task.seconds * 1000) {
      await connection.send(visitorMessage(`chatter-${sent % VISITORS}`, `${run} ${sent++}`))
    }
    await connection.close()
  }
  await Promise.all(Array.from({ length: task.connections }, drive))
  await new Promise<void>((resolve, reject) => {
    const reason = () => reject(new Error(`the bot got ${arrived} of ${sent} messages`))
    const timer = setTimeout(reason, LIMIT_MS)
    allArrived = () => {
      clearTimeout(timer)
      resolve()
    }
    if (arrived === sent) allArrived()
  })
  return arrived / ((arrivedAt - startedAt) / 1000)
}
